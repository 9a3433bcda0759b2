import type { CallProgress } from "../contracts/call-progress.ts";
import type { ErrorRecord } from "../contracts/errors.ts";
import type { RunStatus } from "../contracts/run.ts";
import type { RunLimit } from "../contracts/run-event.ts";
import type {
  ContentTurnPart,
  ReasoningPart,
  TextPart,
  ToolCallPart,
  ToolResultPart,
  TurnRole,
} from "../contracts/turn.ts";
import type { Usage } from "../contracts/usage.ts";
import type { RequestRecord } from "./journal.ts";

/**
 * Where a call stands, as a reader sees it. `writing`: its arguments are still coming; `waiting`: not begun; `asking`: it waits for a person; `in_doubt`: started before the page stopped, and it is not known whether it ran.
 */
export type CallState =
  | "writing"
  | "waiting"
  | "running"
  | "asking"
  | "in_doubt"
  | "done"
  | "failed"
  | "rejected"
  | "denied"
  | "ended_run";

/** A call with what became of it: the part and its result are one thing to a reader. */
export interface ViewCallPart extends ToolCallPart {
  readonly state: CallState;
  readonly result?: ToolResultPart;
  /** While its arguments are still coming: their text so far. `args` is empty, and `callId` not the call's own yet. */
  readonly argsText?: string;
  /** What its tool said last of how far it is, in the tab that runs it. */
  readonly progress?: CallProgress;
  /** The Request it waits for. */
  readonly requestId?: string;
}

/** What a model says beside its text: that it refuses, or the words of an answer it spoke. */
export interface ViewSaidPart {
  readonly kind: "REFUSAL" | "SPOKEN";
  readonly text: string;
}

/** One piece of a turn as a reader sees it. Results stand at their call, not as parts of their own. */
export type ViewPart = TextPart | ReasoningPart | ContentTurnPart | ViewCallPart | ViewSaidPart;

/** A turn as a reader sees it. `TOOL` turns do not appear: their results stand at the calls. */
export interface ViewTurn {
  /** Its place in the run. */
  readonly index: number;
  readonly role: Exclude<TurnRole, "TOOL">;
  readonly parts: readonly ViewPart[];
  /** False while it grows. */
  readonly settled: boolean;
  readonly at: number;
  readonly finishReason?: string;
}

/** This tab's part in a run. */
export type RunRole = "driver" | "follower" | "idle";

/** A run as a reader sees it. Turns and parts that did not change keep their identity from view to view. */
export interface RunView {
  readonly runId: string;
  readonly agent: string;
  readonly status: RunStatus | "loading" | "missing";
  readonly title: string;
  readonly turns: readonly ViewTurn[];
  /** Older turns exist and can be loaded. */
  readonly hasOlder: boolean;
  /** A model call is under way. */
  readonly streaming: boolean;
  /** Open Requests, in call order. */
  readonly pending: readonly RequestRecord[];
  readonly usage: Usage;
  readonly limit?: RunLimit;
  /** Why it failed, or why this tab cannot read or write it. */
  readonly error?: ErrorRecord;
  /**
   * It rests though nobody is asked: the store refuses what happened, or something else keeps this tab from going on.
   * `error` says why. What happened is kept here and written as soon as that can be; `retry` tries at once.
   */
  readonly held?: true;
  readonly role: RunRole;
  /** Running by its record, but no tab drives it: it can be taken up. */
  readonly interrupted: boolean;
  /** Some tab holds it but nothing moves: it can be taken over. */
  readonly stalled: boolean;
  /** Messages that wait for the open Requests. */
  readonly queued: number;
  /** False where nothing survives a reload. */
  readonly durable: boolean;
}
