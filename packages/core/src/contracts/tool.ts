import type { CallProgress } from "./call-progress.ts";
import type { JsonObject, JsonSchema } from "./json.ts";
import type { Answer, Request } from "./request.ts";
import type { StandardSchemaV1 } from "./standard-schema.ts";
import type { ToolResult } from "./tool-result.ts";

/** Where a tool comes from (contract §1). */
export type ToolSource = "mcp" | "skill" | "builtin" | "native" | "http" | "relay" | "custom";

/** What a tool gives to an agent to do. */
export interface AgentTask {
  /** An agent made with `agent(…)`. */
  readonly agent: { readonly name: string };
  readonly prompt: string;
}

/** What a tool is given beside its arguments. */
export interface ToolContext {
  /** The run's signal: aborted when the run is cancelled or out of time. Always there inside a run. */
  readonly signal?: AbortSignal;
  /** Milliseconds this execution may take, when limited. */
  readonly timeout?: number;
  /** The person's Answer, only on the one execution after it (contract §10). */
  readonly answer?: Answer;
  /** `runId/callId`: the same for every execution of one call, so that a server can drop a repeat. */
  readonly idempotencyKey?: string;
  /** The Request that `answer` answers. */
  readonly request?: Request;
  readonly runId?: string;
  readonly callId?: string;
  /**
   * Says how far the call is: a fraction from 0 to 1, a message, or both. It is shown in the tab that does the work, at
   * most once per frame, and written nowhere. Always there inside a run.
   */
  readonly progress?: (progress: number | string | CallProgress) => void;
  /**
   * Lets an agent do a task as part of this call, and gives its result. A call that is entered again (after an Answer,
   * after a reload) goes on with the task it began and never begins it twice. One task per call.
   */
  readonly runAgent?: (task: AgentTask) => Promise<ToolResult>;
}

/** One tool, whatever stands behind it (contract §1). */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly source: ToolSource;
  /** Does the work. It may throw: what it throws becomes a result the model can read. */
  execute(args: JsonObject, ctx?: ToolContext): ToolResult | Promise<ToolResult>;
  /** The host's word that running it twice with one idempotency key is harmless. Never taken from a server's hint. */
  readonly idempotent?: boolean;
  /** A successful call of it ends the run: no further model call. */
  readonly endsRun?: boolean;
  /** Milliseconds one execution may take; `Infinity` for as long as it likes. @default what the client or agent says */
  readonly timeoutMs?: number;
  /** Shown with a warning and asked twice. */
  readonly destructive?: boolean;
  /** The schema the tool was defined with, when it was a Standard Schema: it validates instead of `inputSchema`. */
  readonly standardSchema?: StandardSchemaV1;
}

/** What a model is told of a tool, and nothing more. */
export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}
