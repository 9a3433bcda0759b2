import type { JsonObject, JsonSchema } from "./json.ts";
import type { Answer } from "./request.ts";
import type { StandardSchemaV1 } from "./standard-schema.ts";
import type { ToolResult } from "./tool-result.ts";

/** Where a tool comes from (contract §1). */
export type ToolSource = "mcp" | "skill" | "builtin" | "native" | "http" | "relay" | "custom";

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
  readonly runId?: string;
  readonly callId?: string;
}

/** One tool, whatever stands behind it (contract §1). */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly source: ToolSource;
  execute(args: JsonObject, ctx?: ToolContext): ToolResult | Promise<ToolResult>;
  /** The host's word that running it twice with one idempotency key is harmless. Never taken from a server's hint. */
  readonly idempotent?: boolean;
  /** A successful call of it ends the run: no further model call. */
  readonly endsRun?: boolean;
  /** Milliseconds one execution may take. @default no limit */
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
