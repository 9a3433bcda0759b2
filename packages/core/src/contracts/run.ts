import type { JsonObject } from "./json.ts";
import type { Request } from "./request.ts";
import type { RunLimit } from "./run-event.ts";
import type { Usage } from "./usage.ts";

/** Where a durable run stands. `running` without a live driver is shown as interrupted. */
export type RunStatus = "running" | "paused" | "done" | "incomplete" | "failed" | "cancelled";

/** One call as `RunResult` reports it (contract §8). */
export interface ToolCallRecord {
  readonly name: string;
  readonly args: JsonObject;
  readonly output: string;
  readonly isError: boolean;
  readonly metadata?: JsonObject;
}

/** A message in the shape of the client's style. */
export type Message = JsonObject;

/** What a client run gives back (contract §8). */
export interface RunResult {
  readonly text: string;
  /** The full transcript in the style of the client, fit to be handed back as `history`. */
  readonly messages: readonly Message[];
  readonly toolCalls: readonly ToolCallRecord[];
  readonly toolCallCount: number;
  readonly turns: number;
  readonly usage: Usage;
  readonly model: string;
  readonly status: "done" | "pending" | "incomplete";
  /** Only with `incomplete`. */
  readonly limit?: RunLimit;
  /** Only with `pending`: the first suspension in tool-call order. */
  readonly pending?: Request;
}
