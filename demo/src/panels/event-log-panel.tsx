import type { RunEvent } from "@holdpoint/core";
import { useCallback, useSyncExternalStore } from "react";
import type { EventLog } from "../event-log.ts";

interface EventLogPanelProps {
  readonly log: EventLog;
  readonly runId: string;
}

/** What was written to the journal of a run since this page was opened, fact by fact. */
export function EventLogPanel({ log, runId }: EventLogPanelProps) {
  const subscribe = useCallback((listener: () => void) => log.subscribe(listener), [log]);
  const events = useSyncExternalStore(subscribe, () => log.of(runId));
  return (
    <aside className="event-log" aria-label="Event log">
      <h2>Event log</h2>
      <p className="note">
        What this page saw written to the journal. Each fact is on disk before anything acts on it.
      </p>
      {events.length === 0 ? (
        <p className="note">Nothing since the page was opened.</p>
      ) : (
        <ol>
          {events.map((event) => (
            <li key={event.seq}>
              <details>
                <summary>
                  <span className="event-seq">{event.seq}</span>
                  <span className="event-type">{event.type}</span>
                  <span className="event-note">{noteOf(event)}</span>
                </summary>
                <pre>{JSON.stringify(event, undefined, 2)}</pre>
              </details>
            </li>
          ))}
        </ol>
      )}
    </aside>
  );
}

/** The few words of an event that tell it from the next. */
function noteOf(event: RunEvent): string {
  switch (event.type) {
    case "text.appended":
    case "reasoning.appended":
      return shorten(event.text);
    case "call.requested":
    case "call.started":
      return event.toolName;
    case "call.finished":
      return event.result.toolName;
    case "request.raised":
      return `${event.request.kind}: ${event.toolName}`;
    case "request.answered":
      return event.answer.ok ? "yes" : (event.answer.reason ?? "no");
    case "turn.started":
    case "turn.finished":
      return `${event.turn} ${event.role}`;
    case "usage.added":
      return `${event.usage.totalTokens} tokens`;
    case "run.finished":
      return event.status;
    case "run.failed":
      return event.error.code;
    case "run.started":
      return event.agent;
    case "run.paused":
    case "run.cancelled":
      return "";
    default:
      return "";
  }
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
