import type { ToolSource } from "../contracts/tool.ts";

/** One model call, its retries included (contract §8 "Observability"). */
export interface ModelMetric {
  readonly event: "llm";
  readonly model: string;
  readonly status: "ok" | "error";
  /** Milliseconds. */
  readonly ms: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** One step of a tool. A suspension is no error; the execution after its Answer is a step of its own. */
export interface ToolMetric {
  readonly event: "tool";
  readonly tool: string;
  readonly source: ToolSource;
  readonly isError: boolean;
  /** Milliseconds. */
  readonly ms: number;
  readonly pending?: true;
}

/** One run, once, also when it failed. */
export interface RunMetric {
  readonly event: "run";
  readonly model: string;
  readonly turns: number;
  readonly toolCalls: number;
  readonly totalTokens: number;
  /** Milliseconds. */
  readonly ms: number;
  /** Why it failed. */
  readonly error?: string;
}

/** What `onMetric` receives. No content, no argument, no header ever stands in one. */
export type MetricEvent = ModelMetric | ToolMetric | RunMetric;
