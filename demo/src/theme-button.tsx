import { useEffect, useState } from "react";
import { Icon } from "./icon.tsx";

const themes = ["system", "light", "dark"] as const;
type Theme = (typeof themes)[number];

const storageKey = "holdpoint-demo-theme";

/** Light, dark, or as the system says. */
export function ThemeButton() {
  const [theme, setTheme] = useState(readTheme);

  useEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === "system") delete dataset.holdpointTheme;
    else dataset.holdpointTheme = theme;
    try {
      localStorage.setItem(storageKey, theme);
    } catch (error) {
      // A browser without storage: the theme holds for this visit.
      if (!(error instanceof DOMException)) throw error;
    }
  }, [theme]);

  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system";
  return (
    <button type="button" className="nav-link" onClick={() => setTheme(next)}>
      <Icon name="theme" /> Theme
      <span className="nav-note">{theme}</span>
    </button>
  );
}

function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(storageKey);
    return themes.find((theme) => theme === kept) ?? "system";
  } catch (error) {
    if (error instanceof DOMException) return "system";
    throw error;
  }
}
