import type { JsonObject } from "../contracts/json.ts";
import type { Message } from "../contracts/run.ts";
import type { ToolResult } from "../contracts/tool-result.ts";

/** What `beforeLLM` sees. `tools` are in the shape of the client's style; `turn` counts model calls from 0. */
export interface BeforeLLM {
  readonly messages: readonly Message[];
  readonly tools: readonly JsonObject[];
  readonly model: string;
  readonly turn: number;
}

/** What `afterLLM` sees: the decoded reply, or `{ streamed: true, usage }`. */
export interface AfterLLM {
  readonly response: unknown;
  readonly model: string;
  readonly turn: number;
}

/** What `beforeTool` sees. `id` is the call's id on the wire. */
export interface BeforeTool {
  readonly name: string;
  readonly args: JsonObject;
  readonly id: string;
  readonly turn: number;
}

/** What `afterTool` sees; never a suspension. */
export interface AfterTool extends BeforeTool {
  readonly result: ToolResult;
}

/** What a hook may give back, now or later; nothing changes nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: a function without a return statement is a hook too
type Change<T> = T | undefined | void | Promise<T | undefined | void>;

/**
 * The host's hooks (contract §8). All may be async. A hook that throws ends the run.
 *
 * - `beforeLLM` may replace the working transcript or the tools from here on;
 * - `beforeTool` may short-circuit with `result` (the tool is not run, `afterTool` not called) or rewrite `args`;
 * - `afterTool` may replace the result.
 */
export interface Hooks {
  /** Before each model call. */
  beforeLLM?(
    event: BeforeLLM,
  ): Change<{ readonly messages?: readonly Message[]; readonly tools?: readonly JsonObject[] }>;
  /** After each model call; what it gives is not looked at. */
  afterLLM?(event: AfterLLM): unknown;
  /** Before each tool, once policy and validation have let the call pass. */
  beforeTool?(event: BeforeTool): Change<{ readonly result?: ToolResult; readonly args?: JsonObject }>;
  /** After each tool that came to a result. */
  afterTool?(event: AfterTool): Change<{ readonly result?: ToolResult }>;
}
