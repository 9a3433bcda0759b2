import { StorageMeter } from "@holdpoint/react/components";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Icon } from "../icon.tsx";
import type { Settings } from "../settings.ts";

interface SettingsPanelProps {
  readonly settings: Settings;
  readonly onSettings: (settings: Settings) => void;
  readonly onClose: () => void;
}

/** Where answers come from: the model in the page, or an endpoint of one's own. */
export function SettingsPanel({ settings, onSettings, onClose }: SettingsPanelProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [draft, setDraft] = useState(settings);
  const usesEndpoint = draft.source === "endpoint";
  const set = (change: Partial<Settings>): void => setDraft({ ...draft, ...change });

  useEffect(() => {
    const element = dialog.current;
    if (element !== null && !element.open) element.showModal();
  }, []);

  const save = (event: FormEvent): void => {
    event.preventDefault();
    onSettings(draft);
    onClose();
  };

  return (
    <dialog ref={dialog} className="panel" aria-labelledby="settings-title" onClose={onClose}>
      <form onSubmit={save}>
        <header className="panel-head">
          <h2 id="settings-title">Settings</h2>
          <button type="button" className="quiet" onClick={onClose}>
            <Icon name="close" />
            <span className="visually-hidden">Close settings</span>
          </button>
        </header>
        <fieldset>
          <legend>Answers come from</legend>
          <label className="choice">
            <input type="radio" name="source" checked={!usesEndpoint} onChange={() => set({ source: "scripted" })} />
            <span>
              The embedded model <small>A script in this page. No key, no network.</small>
            </span>
          </label>
          <label className="choice">
            <input type="radio" name="source" checked={usesEndpoint} onChange={() => set({ source: "endpoint" })} />
            <span>
              An endpoint of mine <small>It must allow this page to ask it (CORS).</small>
            </span>
          </label>
        </fieldset>
        <label className="field">
          Wire format
          <select
            value={draft.style}
            onChange={(event) => set({ style: event.target.value === "anthropic" ? "anthropic" : "openai" })}
          >
            <option value="openai">OpenAI: chat completions</option>
            <option value="anthropic">Anthropic: messages</option>
          </select>
        </label>
        {usesEndpoint ? (
          <>
            <label className="field">
              Base URL
              <input
                type="url"
                required
                placeholder="https://api.example.com/v1"
                value={draft.baseUrl}
                onChange={(event) => set({ baseUrl: event.target.value })}
              />
            </label>
            <label className="field">
              Model
              <input required value={draft.model} onChange={(event) => set({ model: event.target.value })} />
            </label>
            <div className="field">
              <label htmlFor="settings-key">Key</label>
              <input
                id="settings-key"
                type="password"
                autoComplete="off"
                aria-describedby="settings-key-note"
                value={draft.apiKey}
                onChange={(event) => set({ apiKey: event.target.value })}
              />
              <small id="settings-key-note">
                Kept in memory until you close or reload this page, never stored. Leave it empty behind a proxy that
                adds it, which is also the better way: a key in a page is that page's to lose.
              </small>
            </div>
          </>
        ) : (
          <label className="field">
            Pace: {draft.paceMs === 0 ? "at once" : `${draft.paceMs} ms a word`}
            <input
              type="range"
              min="0"
              max="400"
              step="5"
              value={draft.paceMs}
              onChange={(event) => set({ paceMs: Number(event.target.value) })}
            />
          </label>
        )}
        <label className="choice">
          <input
            type="checkbox"
            checked={draft.runsIn === "worker"}
            onChange={(event) => set({ runsIn: event.target.checked ? "worker" : "page" })}
          />
          <span>
            Agents run in a worker <small>This page stays smooth whatever they do; it shows, asks and answers.</small>
          </span>
        </label>
        <StorageMeter />
        <footer className="panel-foot">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="primary">
            Save
          </button>
        </footer>
      </form>
    </dialog>
  );
}
