import type { Runs } from "@holdpoint/core";
import { type ReactNode, useMemo, useState } from "react";
import { useRuns } from "../hooks/provider.tsx";
import { useRunList } from "../hooks/use-run-list.ts";
import { type DevtoolsLabels, DevtoolsLabelsContext, devtoolsLabels, useDevtoolsLabels } from "./devtools-labels.ts";
import { EventsPanel } from "./events-panel.tsx";
import { JournalPanel } from "./journal-panel.tsx";
import { StepsPanel } from "./steps-panel.tsx";
import { StoragePanel } from "./storage-panel.tsx";
import { TabStrip } from "./tab-strip.tsx";
import { TabsPanel } from "./tabs-panel.tsx";
import type { DevtoolsTap } from "./tap.ts";
import { useRunPast } from "./use-run-past.ts";
import { useKnownEvents } from "./use-tap.ts";
import { WirePanel } from "./wire-panel.tsx";

/** {@link HoldpointDevtools} */
export interface HoldpointDevtoolsProps {
  /** What the store and the client were wrapped with. @default none: devtools show what the store holds */
  readonly tap?: DevtoolsTap | undefined;
  /** The run to look into. @default the newest; a person can choose another */
  readonly runId?: string | undefined;
  /** Words in place of the English ones. */
  readonly labels?: Partial<DevtoolsLabels>;
}

const panels = ["events", "wire", "journal", "steps", "storage", "tabs"] as const;
type Panel = (typeof panels)[number];

/**
 * Looks into a run while it goes on: its events on a time line, the requests on the wire, the journal, the room it
 * takes, the tabs and who drives, and its past step by step. It only reads: nothing here takes up, answers or changes a
 * run. Give it a height; it scrolls inside. Its styles are `@holdpoint/react/devtools.css`, beside `styles.css`.
 *
 * @throws Error outside of `<HoldpointProvider>`
 *
 * @example
 * <HoldpointDevtools tap={tap} runId={runId} />
 */
export function HoldpointDevtools({ tap, runId, labels: own }: HoldpointDevtoolsProps): ReactNode {
  const runs = useRuns("HoldpointDevtools");
  const labels = useMemo(() => ({ ...devtoolsLabels, ...own }), [own]);
  const { runs: records } = useRunList();
  const [chosen, setChosen] = useState<string>();
  const [given, setGiven] = useState(runId);
  // Another run of the page is another run here.
  if (given !== runId) {
    setGiven(runId);
    setChosen(undefined);
  }
  const [panel, setPanel] = useState<Panel>("events");
  const shown = chosen ?? runId ?? records[0]?.runId;
  const isListed = records.some((record) => record.runId === shown);

  return (
    <DevtoolsLabelsContext.Provider value={labels}>
      <section className="hp hp-devtools" aria-label={labels.title}>
        <label className="hp-devtools__head">
          <span>{labels.run}</span>
          <select value={shown ?? ""} onChange={(change) => setChosen(change.target.value)}>
            {!isListed && <option value={shown ?? ""}>{shown ?? ""}</option>}
            {records.map((record) => (
              <option key={record.runId} value={record.runId}>
                {record.title || record.runId}
              </option>
            ))}
          </select>
        </label>
        <TabStrip
          label={labels.views}
          tabs={panels.map((name) => ({ name, label: labels.panels[name] }))}
          selected={panel}
          onSelect={setPanel}
        >
          {panel === "wire" ? (
            <WirePanel tap={tap} />
          ) : panel === "storage" ? (
            <StoragePanel />
          ) : shown === undefined ? (
            <p className="hp-note">{labels.noRun}</p>
          ) : (
            <RunPanel key={shown} panel={panel} runs={runs} runId={shown} tap={tap} />
          )}
        </TabStrip>
      </section>
    </DevtoolsLabelsContext.Provider>
  );
}

interface RunPanelProps {
  readonly panel: Exclude<Panel, "wire" | "storage">;
  readonly runs: Runs;
  readonly runId: string;
  readonly tap: DevtoolsTap | undefined;
}

/** The panels that show one run, from one reading of it. */
function RunPanel({ panel, runs, runId, tap }: RunPanelProps): ReactNode {
  const labels = useDevtoolsLabels();
  const { value: past, status, error } = useRunPast(runs, runId);
  const events = useKnownEvents(tap, runId, past);
  if (error !== undefined) {
    return (
      <p role="alert" className="hp-devtools__problem">
        {labels.unreadable(error.message)}
      </p>
    );
  }
  if (past === undefined) return status === "loading" ? null : <p className="hp-note">{labels.nothingKnown}</p>;
  switch (panel) {
    case "events":
      return <EventsPanel events={events} />;
    case "journal":
      return <JournalPanel past={past} tap={tap} />;
    case "steps":
      return <StepsPanel past={past} events={events} />;
    case "tabs":
      return <TabsPanel runs={runs} runId={runId} past={past} />;
  }
}
