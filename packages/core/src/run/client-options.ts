import type { Answer, Request } from "../contracts/request.ts";
import type { Message } from "../contracts/run.ts";
import type { Budget } from "../loop/budget.ts";
import type { Hooks } from "../loop/hooks.ts";
import type { ToolErrorReport } from "../toolkit/gateway.ts";
import type { Policy } from "../toolkit/policy.ts";
import type { Toolkit, WaitFor } from "../toolkit/toolkit.ts";
import type { WireOptions } from "../wire/wire-options.ts";
import type { ConversationStore } from "./conversation-store.ts";
import type { MetricEvent } from "./metric-event.ts";

/** What a client does beside speaking to a model (contract §8). */
export interface ClientBehaviour {
  /** Leads every conversation; `skillsPrompt()` of the toolkit follows it. */
  readonly systemPrompt?: string;
  /** Model calls of one run. @default 10 */
  readonly maxTurns?: number;
  /** Further limits of one run; `maxTurns` of it wins over the option. */
  readonly budget?: Budget;
  readonly hooks?: Hooks;
  /** Milliseconds a whole run may take, waiting for a person included. @default no limit */
  readonly timeoutMs?: number;
  /** Where `ask` keeps conversations. @default in memory */
  readonly store?: ConversationStore;
  /** Hears what each model call, tool call and run took. One that throws is told to `warn`, and disturbs nothing. */
  readonly onMetric?: (event: MetricEvent) => void;
  /** Answers a Request while its run waits. Without it a run halts on a suspension. */
  readonly waitFor?: WaitFor;
  /** Milliseconds for one execution of a tool that names no `timeoutMs` itself. @default no limit */
  readonly toolTimeoutMs?: number;
  /** Decides over every call. @default every call is allowed */
  readonly policy?: Policy;
  /** Whether arguments are checked against a tool's schema. @default true */
  readonly validate?: boolean;
  /** Hears of every call that failed, with its code. */
  readonly onToolError?: (report: ToolErrorReport) => void;
}

/** What `createClient` takes (contract §8). */
export interface ClientOptions extends ClientBehaviour, WireOptions {
  /** The way the endpoint speaks. */
  readonly style: "openai" | "anthropic";
}

/** What every call of a client takes. */
export interface RunOptions {
  /** @default no tools */
  readonly toolkit?: Toolkit;
  readonly signal?: AbortSignal;
  /** The messages of an earlier run, of either style. With one, the system text is not added again (openai style). */
  readonly history?: readonly Message[];
}

/** What `ask` takes. */
export interface AskOptions extends Omit<RunOptions, "history"> {
  /** The conversation to go on with and to save; without one nothing is kept. */
  readonly id?: string;
  /** Hears the text as it comes; the run then streams. */
  readonly onText?: (delta: string) => void;
}

/** What `stream` takes: a history, or the id of a conversation. */
export interface StreamOptions extends RunOptions {
  readonly id?: string;
}

/** What goes on with a halted run: plain data, from this page or another one. */
export interface ResumeOptions extends Omit<RunOptions, "history"> {
  /** `RunResult.pending` of the halted run. */
  readonly pending: Request;
  /** Its `id` must be that of `pending`. */
  readonly answer: Answer;
}
