import { useInbox } from "@holdpoint/react";
import { StorageNotice } from "@holdpoint/react/components";
import { useEffect, useState } from "react";
import type { DemoRuns } from "./demo-runs.ts";
import { Icon } from "./icon.tsx";
import { InboxPage } from "./pages/inbox-page.tsx";
import { RunPage } from "./pages/run-page.tsx";
import { StartPage } from "./pages/start-page.tsx";
import { SettingsPanel } from "./panels/settings-panel.tsx";
import { hrefOf, useRoute } from "./route.ts";
import { RunList } from "./run-list.tsx";
import type { Settings } from "./settings.ts";
import { ThemeButton } from "./theme-button.tsx";

interface FrameProps {
  readonly demo: DemoRuns;
  readonly settings: Settings;
  readonly onSettings: (settings: Settings) => void;
}

/** The page around everything: where to go on the left, what is there on the right. */
export function Frame({ demo, settings, onSettings }: FrameProps) {
  const route = useRoute();
  const { requests } = useInbox();
  const [settingsOpen, setSettingsOpen] = useState(false);
  const [menuOpen, setMenuOpen] = useState(false);
  const place = hrefOf(route);
  const open = requests.length;

  // biome-ignore lint/correctness/useExhaustiveDependencies: going somewhere else closes the menu.
  useEffect(() => setMenuOpen(false), [place]);

  useEffect(() => {
    document.title = open === 0 ? "Holdpoint" : `(${open}) Holdpoint`;
  }, [open]);

  return (
    <div className="frame" data-menu={menuOpen ? "open" : "closed"}>
      <header className="topbar">
        <button
          type="button"
          className="quiet"
          aria-expanded={menuOpen}
          aria-controls="menu"
          onClick={() => setMenuOpen(!menuOpen)}
        >
          <Icon name={menuOpen ? "close" : "menu"} />
          <span className="visually-hidden">{menuOpen ? "Close menu" : "Menu"}</span>
        </button>
        <Brand />
        {open > 0 && (
          <a className="badge" href={hrefOf({ page: "inbox" })}>
            {open} waiting
          </a>
        )}
      </header>
      <nav id="menu" className="sidebar" aria-label="Demo">
        <Brand />
        <a className="primary" href={hrefOf({ page: "start" })}>
          <Icon name="plus" /> New run
        </a>
        <a
          className="nav-link"
          href={hrefOf({ page: "inbox" })}
          aria-current={route.page === "inbox" ? "page" : undefined}
        >
          <Icon name="inbox" /> Inbox
          {open > 0 && <span className="badge">{open}</span>}
        </a>
        <RunList current={route.page === "run" ? route.runId : undefined} />
        <div className="sidebar-foot">
          <button type="button" className="nav-link" onClick={() => setSettingsOpen(true)}>
            <Icon name="settings" /> Settings
            <span className="nav-note">{describeModel(settings)}</span>
          </button>
          <ThemeButton />
          <a className="nav-link" href="gallery.html">
            <Icon name="gallery" /> Gallery
            <span className="nav-note">every state</span>
          </a>
        </div>
      </nav>
      <main className="content">
        <StorageNotice />
        {route.page === "start" && <StartPage runs={demo.runs} />}
        {route.page === "inbox" && <InboxPage />}
        {route.page === "run" && <RunPage key={route.runId} demo={demo} runId={route.runId} />}
      </main>
      {settingsOpen && (
        <SettingsPanel settings={settings} onSettings={onSettings} onClose={() => setSettingsOpen(false)} />
      )}
    </div>
  );
}

function describeModel({ source, model, apiKey }: Settings): string {
  if (source === "scripted") return "embedded model";
  // Gone after a reload, as promised; a proxy that adds one needs none here.
  return apiKey === "" ? `${model}, no key` : model;
}

function Brand() {
  return (
    <a className="brand" href={hrefOf({ page: "start" })}>
      <img src="icon.svg" alt="" width="28" height="28" />
      Holdpoint
    </a>
  );
}
