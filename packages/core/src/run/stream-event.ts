import type { JsonObject } from "../contracts/json.ts";
import type { Request } from "../contracts/request.ts";
import type { RunResult } from "../contracts/run.ts";
import type { Usage } from "../contracts/usage.ts";

/**
 * What `client.stream` gives, in the contract's order (§8 "Streaming"): per turn the text as it comes, then all calls,
 * then call by call `pending` and `tool_result`. `usage` once before the `done` of a finished run; `done` is last.
 */
export type StreamEvent =
  | { readonly type: "text"; readonly delta: string }
  | { readonly type: "tool_call"; readonly id: string; readonly name: string; readonly args: JsonObject }
  | {
      readonly type: "tool_result";
      readonly id: string;
      readonly name: string;
      readonly output: string;
      readonly isError: boolean;
    }
  | { readonly type: "pending"; readonly request: Request }
  | { readonly type: "usage"; readonly usage: Usage }
  | { readonly type: "done"; readonly result: RunResult };
