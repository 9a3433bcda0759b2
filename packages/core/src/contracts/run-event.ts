import type { ErrorRecord } from "./errors.ts";
import type { JsonObject } from "./json.ts";
import type { Answer, RaisedRequest } from "./request.ts";
import type { ToolSource } from "./tool.ts";
import type { ProviderData, ToolResultPart, Turn, TurnPart, TurnRole } from "./turn.ts";
import type { Usage } from "./usage.ts";

/** A run begins. Once per run, first. */
export interface RunStarted {
  readonly type: "run.started";
  readonly agent: string;
  readonly model: string;
}

/**
 * A turn begins. `USER` and `SYSTEM` turns carry their parts in `turn.finished`; an `ASSISTANT` turn is one model
 * call and grows by `text.appended`, `reasoning.appended` and `call.requested`; a `TOOL` turn answers the calls of
 * the `ASSISTANT` turn before it and grows by `call.*` and `request.*`.
 */
export interface TurnStarted {
  readonly type: "turn.started";
  readonly turn: number;
  readonly role: TurnRole;
  /** The transcript the model sees from here on, where a hook replaced it (compaction). People still see all turns. */
  readonly context?: readonly Turn[];
}

/** Answer text grew. `part` is the position of the part in its turn. */
export interface TextAppended {
  readonly type: "text.appended";
  readonly turn: number;
  readonly part: number;
  readonly text: string;
  readonly providerData?: ProviderData;
}

/** Thinking grew, or its closing data came (`text` is then empty). */
export interface ReasoningAppended {
  readonly type: "reasoning.appended";
  readonly turn: number;
  readonly part: number;
  readonly text: string;
  readonly providerData?: ProviderData;
}

/** The model asked for a call; its arguments have been parsed once. */
export interface CallRequested {
  readonly type: "call.requested";
  readonly turn: number;
  readonly part: number;
  readonly callId: string;
  readonly toolName: string;
  readonly args: JsonObject;
  readonly rawArgs?: string;
  readonly wireId?: string;
  readonly incomplete?: true;
  readonly refusedCode?: number;
  readonly providerData?: ProviderData;
}

/** The tool is about to be entered. Committed before it is. */
export interface CallStarted {
  readonly type: "call.started";
  readonly turn: number;
  readonly callId: string;
  readonly toolName: string;
  readonly source: ToolSource;
  /** What the tool gets: the model's arguments, or what a hook or a person made of them. */
  readonly args: JsonObject;
  /** 1 for the first entry; each Answer that is followed by another entry adds one. */
  readonly attempt: number;
  /** The host marked the tool so at that time: it may run again with the same key. */
  readonly idempotent?: true;
}

/** A call has its result. Committed before the model is told. */
export interface CallFinished {
  readonly type: "call.finished";
  readonly turn: number;
  readonly callId: string;
  readonly result: ToolResultPart;
  /** What it was run with, where known (for the record of calls). */
  readonly args: JsonObject;
  readonly source: ToolSource;
  /** What an agent used for this call, as far as no fact before this one says it. */
  readonly usage?: Usage;
}

/** A person is asked. Committed before the prompt is shown. */
export interface RequestRaised extends RaisedRequest {
  readonly type: "request.raised";
  readonly turn: number;
  readonly toolName: string;
  readonly source: ToolSource;
  /** All the calls it stands for, where it is more than `callId` (relayed calls of one turn). */
  readonly callIds?: readonly string[];
  /** The text of the placeholder the transcript of a halted client run carries. */
  readonly output: string;
  /** What an agent used for this call, as far as no fact before this one says it. */
  readonly usage?: Usage;
  /** Set when the call was entered and suspended inside the tool, with the number of that entry. */
  readonly attempt?: number;
}

/** The loop takes an Answer. Committed before it does. */
export interface RequestAnswered {
  readonly type: "request.answered";
  readonly turn: number;
  readonly callId: string;
  readonly requestId: string;
  readonly answer: Answer;
}

/** What one model call used. */
export interface UsageAdded {
  readonly type: "usage.added";
  readonly turn: number;
  readonly usage: Usage;
}

/** A turn is settled and will not change again. */
export interface TurnFinished {
  readonly type: "turn.finished";
  readonly turn: number;
  readonly role: TurnRole;
  /** Only where the parts did not come by other events (`USER` and `SYSTEM` turns), or not all of them stay. */
  readonly parts?: readonly TurnPart[];
  readonly finishReason?: string;
  readonly providerData?: ProviderData;
}

/** Nothing goes on until one of the open Requests is answered. */
export interface RunPaused {
  readonly type: "run.paused";
  readonly requestIds: readonly string[];
}

/** The limits a run can reach; more may follow. */
export type RunLimit = "maxTurns" | "maxTokens" | "maxToolCalls" | "maxWallMs" | "repeatedCall" | (string & {});

/** The run ended by itself: `done`, or `incomplete` at a limit. A later message goes on from here. */
export interface RunFinished {
  readonly type: "run.finished";
  readonly status: "done" | "incomplete";
  readonly text: string;
  readonly limit?: RunLimit;
}

/** The run stopped on an error. It can be retried from its last settled turn. */
export interface RunFailed {
  readonly type: "run.failed";
  readonly error: ErrorRecord;
}

/** A person or the host cancelled the run. */
export interface RunCancelled {
  readonly type: "run.cancelled";
  readonly reason?: string;
}

/** Every fact a run can record, without its place in the journal. */
export type RunFact =
  | RunStarted
  | TurnStarted
  | TextAppended
  | ReasoningAppended
  | CallRequested
  | CallStarted
  | CallFinished
  | RequestRaised
  | RequestAnswered
  | UsageAdded
  | TurnFinished
  | RunPaused
  | RunFinished
  | RunFailed
  | RunCancelled;

/** Where and when a fact was recorded. `seq` counts from 0 without gaps; `at` is milliseconds since the epoch. */
export interface EventStamp {
  readonly runId: string;
  readonly seq: number;
  readonly at: number;
}

/** One entry of a run's journal: a past fact, small, JSON plus blob references. */
export type RunEvent = RunFact & EventStamp;

/** What an event says, without its place in the journal: a fold keeps what it is given. */
export function factOf({ runId: _runId, seq: _seq, at: _at, ...fact }: RunEvent): RunFact {
  return fact as RunFact;
}

/** The name of an event. */
export type RunEventType = RunFact["type"];
