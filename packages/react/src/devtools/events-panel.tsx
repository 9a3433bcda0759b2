import type { RunEvent } from "@holdpoint/core";
import { type ReactNode, useMemo, useState } from "react";
import { ForeignText } from "../components/text/foreign-text.tsx";
import { JsonView } from "../components/text/json-view.tsx";
import { describeDuration, describeMoment } from "./describe-duration.ts";
import { useDevtoolsLabels } from "./devtools-labels.ts";
import { type Span, spansOf } from "./spans.ts";

const shownEvents = 500;
const shownSpans = 60;

/** The events of a run: as stretches on a time line, and one by one. */
export function EventsPanel({ events }: { readonly events: readonly RunEvent[] }): ReactNode {
  const labels = useDevtoolsLabels();
  const [withText, setWithText] = useState(false);
  const spans = useMemo(() => spansOf(events).slice(-shownSpans), [events]);
  const listed = withText
    ? events
    : events.filter(({ type }) => type !== "text.appended" && type !== "reasoning.appended");
  const missing = events[0]?.seq ?? 0;
  if (events.length === 0) return <p className="hp-note">{labels.noEvents}</p>;
  return (
    <>
      {missing > 0 && <p className="hp-note">{labels.foldedAway(missing)}</p>}
      <TimeLine spans={spans} until={events.at(-1)?.at ?? 0} />
      <label className="hp-devtools__choice">
        <input type="checkbox" checked={withText} onChange={(change) => setWithText(change.target.checked)} />
        {labels.textPieces}
      </label>
      {listed.length > shownEvents && <p className="hp-note">{labels.onlyNewest(shownEvents)}</p>}
      <ol className="hp-devtools__list" aria-label={labels.eventList}>
        {listed.slice(-shownEvents).map((event) => (
          <li key={event.seq}>
            <EventRow event={event} />
          </li>
        ))}
      </ol>
    </>
  );
}

function TimeLine({ spans, until }: { readonly spans: readonly Span[]; readonly until: number }): ReactNode {
  const labels = useDevtoolsLabels();
  const from = spans[0]?.from ?? 0;
  const length = Math.max(1, until - from);
  const percent = (at: number): number => (100 * (at - from)) / length;
  if (spans.length === 0) return null;
  return (
    <ol className="hp-devtools__spans" aria-label={labels.timeLine}>
      {spans.map((span) => {
        const start = Math.min(99, percent(span.from));
        return (
          <li key={span.key} data-kind={span.kind}>
            <span className="hp-devtools__span-name">
              {labels.spans[span.kind]} <ForeignText text={span.name} />
            </span>
            <span className="hp-devtools__span-track" aria-hidden="true">
              <span
                className="hp-devtools__span-bar"
                data-open={span.to === undefined}
                style={{
                  insetInlineStart: `${start}%`,
                  inlineSize: `${Math.max(1, percent(span.to ?? until) - start)}%`,
                }}
              />
            </span>
            <span className="hp-devtools__span-length">
              {span.to === undefined ? labels.under_way : describeDuration(span.to - span.from, labels.language)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** One event: what, when, and all of it when it is opened. */
export function EventRow({ event }: { readonly event: RunEvent }): ReactNode {
  const labels = useDevtoolsLabels();
  const [open, setOpen] = useState(false);
  return (
    <details className="hp-devtools__row" onToggle={(toggle) => setOpen(toggle.currentTarget.open)}>
      <summary>
        <span className="hp-devtools__seq">{event.seq}</span>
        <time className="hp-devtools__time" dateTime={new Date(event.at).toISOString()}>
          {describeMoment(event.at, labels.language)}
        </time>
        <code className="hp-devtools__type">{event.type}</code>
        <span className="hp-devtools__note">
          <ForeignText text={labels.note(event)} />
        </span>
      </summary>
      {open && <JsonView value={event} label={event.type} />}
    </details>
  );
}
