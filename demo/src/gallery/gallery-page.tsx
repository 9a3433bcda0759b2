import { HoldpointComponents } from "@holdpoint/react/components";
import { germanLabels } from "@holdpoint/react/labels/de";
import { useEffect, useState } from "react";
import type { GallerySection } from "./sections.tsx";

const choices = {
  theme: ["system", "light", "dark"],
  direction: ["ltr", "rtl"],
  density: ["regular", "compact"],
  language: ["English", "Deutsch"],
} as const;

type Choice = keyof typeof choices;
type Chosen = { readonly [Name in Choice]: (typeof choices)[Name][number] };

/** Every prompt, call, run and part in every state, under each theme, direction, density and language. */
export function GalleryPage({ sections }: { readonly sections: readonly GallerySection[] }) {
  const [chosen, setChosen] = useState<Chosen>(readAddress);
  const { theme, direction, density, language } = chosen;

  useEffect(() => {
    const { documentElement: root } = document;
    if (theme === "system") delete root.dataset.holdpointTheme;
    else root.dataset.holdpointTheme = theme;
    root.dir = direction;
    root.lang = language === "Deutsch" ? "de" : "en";
    history.replaceState(null, "", `?${new URLSearchParams(chosen)}${location.hash}`);
  }, [chosen, theme, direction, language]);

  return (
    <div className="gallery" data-density={density}>
      <header className="gallery-head">
        <h1>
          <a href="./">Holdpoint</a> gallery
        </h1>
        <form className="gallery-choices" onSubmit={(event) => event.preventDefault()}>
          {(Object.keys(choices) as Choice[]).map((name) => (
            <label key={name}>
              {name}
              <select
                value={chosen[name]}
                onChange={(event) => setChosen({ ...chosen, ...pick(name, event.target.value) })}
              >
                {choices[name].map((value) => (
                  <option key={value}>{value}</option>
                ))}
              </select>
            </label>
          ))}
        </form>
        <nav className="gallery-nav" aria-label="Sections">
          {sections.map(({ title }) => (
            <a key={title} href={`#${idOf(title)}`}>
              {title}
            </a>
          ))}
        </nav>
      </header>
      <main>
        <HoldpointComponents {...(language === "Deutsch" && { labels: germanLabels })}>
          {sections.map(({ title, states }) => (
            <section key={title} id={idOf(title)} aria-labelledby={`${idOf(title)}-title`}>
              <h2 id={`${idOf(title)}-title`}>
                {title} <small>{states.length}</small>
              </h2>
              <div className="gallery-states">
                {states.map(({ name, shown }) => (
                  <figure key={name} className="gallery-state" data-state-name={name}>
                    <figcaption>{name}</figcaption>
                    <div className="gallery-shown">{shown}</div>
                  </figure>
                ))}
              </div>
            </section>
          ))}
        </HoldpointComponents>
      </main>
    </div>
  );
}

function idOf(title: string): string {
  return title.toLowerCase().replaceAll(" ", "-");
}

/** A choice stands in the address, so that a state can be pointed at. */
function readAddress(): Chosen {
  const query = new URLSearchParams(location.search);
  const first: Chosen = { theme: "system", direction: "ltr", density: "regular", language: "English" };
  return Object.assign(first, ...(Object.keys(choices) as Choice[]).map((name) => pick(name, query.get(name) ?? "")));
}

function pick(name: Choice, value: string): Partial<Chosen> {
  const known: string | undefined = choices[name].find((choice) => choice === value);
  return known === undefined ? {} : { [name]: known };
}
