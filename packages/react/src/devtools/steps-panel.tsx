import { type RunEvent, type RunStep, replay } from "@holdpoint/core";
import { type ReactNode, useId, useMemo, useState } from "react";
import { RunTimeline } from "../components/timeline/run-timeline.tsx";
import { type DevtoolsLabels, useDevtoolsLabels } from "./devtools-labels.ts";
import { EventRow } from "./events-panel.tsx";
import type { StoredPast } from "./use-run-past.ts";

interface StepsPanelProps {
  readonly past: StoredPast;
  readonly events: readonly RunEvent[];
}

/** The past of a run, step by step: each is folded anew from what is known, and nothing is written. */
export function StepsPanel({ past, events }: StepsPanelProps): ReactNode {
  const labels = useDevtoolsLabels();
  const id = useId();
  const { record, turns } = past.snapshot;
  const { steps, viewAt } = useMemo(() => replay({ record, turns, events }), [record, turns, events]);
  // Nothing chosen: the present, also while the run goes on.
  const [chosen, setChosen] = useState<number>();
  const last = steps.length - 1;
  const at = Math.min(chosen ?? last, last);
  const view = useMemo(() => (at < 0 ? undefined : viewAt(at)), [viewAt, at]);
  const step = steps[at];
  const choose = (next: number): void => setChosen(next >= last ? undefined : Math.max(0, next));
  if (step === undefined || view === undefined) return <p className="hp-note">{labels.nothingKnown}</p>;

  const whole = steps.filter(({ kind }) => kind === "turn").length;
  const older = turns[0]?.index ?? 0;
  return (
    <div className="hp-devtools__steps">
      <div className="hp-devtools__stepper">
        <button
          type="button"
          className="hp-button"
          data-variant="icon"
          aria-label={labels.previous}
          disabled={at === 0}
          onClick={() => choose(at - 1)}
        >
          <span aria-hidden="true" className="hp-devtools__arrow" data-to="back" />
        </button>
        <label htmlFor={id} className="hp-devtools__sr">
          {labels.step}
        </label>
        <input
          id={id}
          type="range"
          min={0}
          max={last}
          value={at}
          aria-valuetext={`${labels.stepOf(at + 1, steps.length)}: ${nameOf(step, labels)}`}
          onChange={(change) => choose(Number(change.target.value))}
        />
        <button
          type="button"
          className="hp-button"
          data-variant="icon"
          aria-label={labels.next}
          disabled={at === last}
          onClick={() => choose(at + 1)}
        >
          <span aria-hidden="true" className="hp-devtools__arrow" data-to="on" />
        </button>
        <span className="hp-devtools__figures">{labels.stepOf(at + 1, steps.length)}</span>
        <button
          type="button"
          className="hp-button"
          data-variant="quiet"
          disabled={chosen === undefined}
          onClick={() => setChosen(undefined)}
        >
          {labels.toNow}
        </button>
      </div>
      {step.kind === "event" ? <EventRow event={step.event} /> : <p>{nameOf(step, labels)}</p>}
      <p className="hp-note">
        {labels.lookOnly} {whole > 0 && labels.wholeTurns(whole)} {older > 0 && labels.olderTurns(older)}
      </p>
      <div className="hp-devtools__moment">
        <RunTimeline view={view} prompts={false} />
      </div>
    </div>
  );
}

function nameOf(step: RunStep, labels: DevtoolsLabels): string {
  return step.kind === "event" ? step.event.type : labels.turnStep(step.turn.index, step.turn.turn.role);
}
