import type { RunView } from "@holdpoint/core";

/** What is shown of a run that is not there yet. */
export const NO_RUN: RunView = Object.freeze({
  runId: "",
  agent: "",
  status: "loading",
  title: "",
  turns: Object.freeze([]),
  hasOlder: false,
  streaming: false,
  pending: Object.freeze([]),
  usage: Object.freeze({ promptTokens: 0, completionTokens: 0, totalTokens: 0 }),
  role: "idle",
  interrupted: false,
  stalled: false,
  queued: 0,
  durable: true,
} satisfies RunView);
