import type { RunEvent } from "@holdpoint/core";

/** All there are; a new one is missed here by the compiler. */
export const EVENT_TYPES: readonly string[] = Object.keys({
  "run.started": 1,
  "turn.started": 1,
  "text.appended": 1,
  "reasoning.appended": 1,
  "call.requested": 1,
  "call.started": 1,
  "call.finished": 1,
  "request.raised": 1,
  "request.answered": 1,
  "usage.added": 1,
  "turn.finished": 1,
  "run.paused": 1,
  "run.finished": 1,
  "run.failed": 1,
  "run.cancelled": 1,
} satisfies Record<RunEvent["type"], 1>);
