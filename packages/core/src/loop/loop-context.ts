import type { CallProgress } from "../contracts/call-progress.ts";
import type { JsonObject } from "../contracts/json.ts";
import type { Answer, ChildRequest, RaisedRequest } from "../contracts/request.ts";
import type { ReasoningAppended, RunFact, TextAppended } from "../contracts/run-event.ts";
import type { AgentTask, ToolDeclaration } from "../contracts/tool.ts";
import type { ToolResult } from "../contracts/tool-result.ts";
import type { Usage } from "../contracts/usage.ts";
import type { Clock } from "../primitives/clock.ts";
import type { Gateway, ToolErrorReport } from "../toolkit/gateway.ts";
import type { Toolkit } from "../toolkit/toolkit.ts";
import type { Wire } from "../wire/wire.ts";
import type { StopRule } from "./budget.ts";
import type { Hooks } from "./hooks.ts";
import type { Spend } from "./spend.ts";
import { stepTranscript, type Transcript } from "./transcript.ts";

/**
 * Records facts, all of them or none, and gives them back as they were recorded (bytes may have been kept apart). A
 * promise is awaited before anything acts on them: that one parameter is the write-ahead journal, the stream and the
 * plain run.
 */
export type Emit = (facts: readonly RunFact[]) => readonly RunFact[] | Promise<readonly RunFact[]>;

/** What a run of the loop is made of. */
export interface LoopOptions {
  readonly runId: string;
  /** The agent's name, for the journal and for policies. */
  readonly agent: string;
  readonly wire: Wire;
  readonly toolkit: Toolkit;
  readonly gateway: Gateway;
  readonly hooks?: Hooks;
  /** The system text of every request; empty where it stands in the transcript. */
  readonly system: string;
  readonly stream: boolean;
  /** Text that comes in one moment may be one fact: nobody listens to each delta. @default false */
  readonly joinText?: boolean;
  /** Limits of this run by itself. */
  readonly stopRules: readonly StopRule[];
  /** Aborted when the run is cancelled or out of time. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly emit: Emit;
  /** Where to begin: what the events so far add up to. */
  readonly transcript: Transcript;
  /** Waits for the Answer of a raised Request. Absent: the loop halts on a suspension. */
  readonly awaitAnswer?: (raised: RaisedRequest, signal: AbortSignal) => Promise<Answer>;
  /** How many Requests one call may raise one after another. @default 1, the contract's rule */
  readonly maxRequestsPerCall?: number;
  readonly loadBlob?: (hash: string) => Promise<string | undefined>;
  /** Lets a sub-agent do a task as part of a call. */
  readonly runAgent?: (task: AgentTask, call: AgentCall) => Promise<AgentEnd>;
  /** What this run and its sub-agents spend together. */
  readonly spend?: Spend;
  /** Hears of what is no fact: it is shown while it is so, and written nowhere. */
  readonly onLive?: (hint: LiveHint) => void;
  /** Hears of every call that failed, with the code its part carries. */
  readonly onToolError?: (report: ToolErrorReport) => void;
  /** Hears of a listener that threw. @default silent */
  readonly warn?: (message: string) => void;
}

/** What can be shown of a call before there is a fact of it: arguments that are still coming, and how far a tool is. */
export type LiveHint =
  | { readonly type: "draft"; readonly order: number; readonly toolName: string; readonly delta: string }
  | { readonly type: "progress"; readonly callId: string; readonly progress: CallProgress };

/** The call a sub-agent works for. */
export interface AgentCall {
  readonly callId: string;
  readonly signal: AbortSignal;
  /** The Answer to what the sub-agent asked through this call, and what it asked. */
  readonly answered?: { readonly raised: RaisedRequest; readonly answer: Answer };
  /** Counts what the sub-agent spends. */
  readonly spend: Spend | undefined;
}

/** How a sub-agent came back. */
export interface AgentEnd {
  readonly result: ToolResult;
  /** Set when `result` is a suspension: who asks, and for what. */
  readonly child?: ChildRequest;
  /** What it used that was not reported before. */
  readonly usage?: Usage;
}

/** Text of one part, joined; it still grows. */
type Held =
  | { -readonly [Key in keyof TextAppended]: TextAppended[Key] }
  | { -readonly [Key in keyof ReasoningAppended]: ReasoningAppended[Key] };

/** The running loop's own state: the fold of its events, and what hooks have set. */
export interface LoopContext extends LoopOptions {
  transcript: Transcript;
  /** Text that the transcript has not grown by yet. */
  held?: Held;
  /** Model calls of this run of the loop: what hooks see as `turn`, plus one. */
  calls: number;
  /** Tools a hook put in place of the toolkit's, in the provider's shape. */
  rawTools?: readonly JsonObject[];
  /** Stops the calls that are under way when one of them failed for good. */
  readonly stop: AbortController;
  /** Aborted by the run's signal or by `stop`. */
  readonly active: AbortSignal;
}

/** Records facts in one step, then lets the transcript grow by them. Nothing to wait for where that was done at once. */
export function record(context: LoopContext, ...facts: readonly RunFact[]): Promise<void> | undefined {
  const emitted = context.emit(facts);
  if (emitted instanceof Promise) return emitted.then((recorded) => growBy(context, recorded));
  growBy(context, emitted);
  return undefined;
}

function growBy(context: LoopContext, facts: readonly RunFact[]): void {
  for (const fact of facts) grow(context, fact);
}

/** Text comes in many small facts: they are joined, and the transcript grows by them once. */
function grow(context: LoopContext, fact: RunFact): void {
  const { held } = context;
  if (isText(fact)) {
    const joins = held?.type === fact.type && held.part === fact.part && fact.providerData === undefined;
    if (held !== undefined && joins) {
      held.text += fact.text;
      return;
    }
  }
  takeHeld(context);
  if (isText(fact)) context.held = { ...fact };
  else context.transcript = stepTranscript(context.transcript, fact);
  context.spend?.note(fact);
}

/** Lets the transcript grow by text that is still held. */
export function takeHeld(context: LoopContext): Transcript {
  if (context.held !== undefined) context.transcript = stepTranscript(context.transcript, context.held);
  delete context.held;
  return context.transcript;
}

function isText(fact: RunFact): fact is TextAppended | ReasoningAppended {
  return fact.type === "text.appended" || fact.type === "reasoning.appended";
}

/** What a model is told of the toolkit. */
export function declarations(toolkit: Toolkit): readonly ToolDeclaration[] {
  return toolkit.tools().map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
}
