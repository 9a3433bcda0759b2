import type { RunEvent } from "@holdpoint/core";

/** A few words that tell an event from the next one: names and texts of the run itself, the same in every language. */
export function noteOf(event: RunEvent): string {
  switch (event.type) {
    case "run.started":
      return `${event.agent}, ${event.model}`;
    case "turn.started":
    case "turn.finished":
      return `${event.turn} ${event.role}`;
    case "text.appended":
    case "reasoning.appended":
      return event.text.length > 60 ? `${event.text.slice(0, 60)}…` : event.text;
    case "call.requested":
      return event.toolName;
    case "call.started":
      return event.attempt > 1 ? `${event.toolName} ×${event.attempt}` : event.toolName;
    case "call.finished":
      return event.result.failed
        ? `${event.result.toolName} (${event.result.errorCode ?? "error"})`
        : event.result.toolName;
    case "request.raised":
      return `${event.request.kind}: ${event.toolName}`;
    case "request.answered":
      return event.answer.ok ? "ok" : (event.answer.reason ?? "declined");
    case "usage.added":
      return `+${event.usage.totalTokens}`;
    case "run.finished":
      return event.limit === undefined ? event.status : `${event.status}: ${event.limit}`;
    case "run.failed":
      return event.error.code;
    case "run.cancelled":
      return event.reason ?? "";
    case "run.paused":
      return "";
    default:
      // An event of a newer version of the journal.
      return "";
  }
}
