import type { JsonObject, JsonSchema } from "../contracts/json.ts";
import { type Answer, newRequestId, type Request } from "../contracts/request.ts";
import { returnedResult } from "../contracts/to-tool-result.ts";
import type { Tool } from "../contracts/tool.ts";
import { ToolResult } from "../contracts/tool-result.ts";

/** One relayed call as the host is told of it (contract §10). */
export interface RelayCall {
  /** The call's id on the wire. */
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
  /** The arguments as the model wrote them. */
  readonly arguments: string;
}

/**
 * A tool that is only declared here and executed by the host (contract §10, relay): its calls suspend as one Request of
 * kind `tool_call`, and the Answer brings their results.
 */
export function relayTool(name: string, description: string, inputSchema: JsonSchema): Tool {
  return Object.freeze({
    name,
    description,
    inputSchema,
    source: "relay",
    // Entering it only asks, so asking again after a restart is harmless.
    idempotent: true,
    execute(args, context = {}) {
      const id = context.callId ?? "";
      const call: RelayCall = { id, name, input: args, arguments: JSON.stringify(args) };
      const request = relayRequest(newRequestId(), [call]);
      return context.answer === undefined ? ToolResult.pending(request) : relayedResult(request, context.answer, id);
    },
  } satisfies Tool);
}

/** The one Request of all relayed calls of a turn, in call order. */
export function relayRequest(id: string, calls: readonly RelayCall[]): Request {
  const names = calls.map(({ name }) => name).join(", ");
  return { id, kind: "tool_call", prompt: `Execute ${names} and give back the results.`, data: { calls } };
}

/**
 * What the Answer to a relay Request makes of one of its calls: its entry of `data.results`, or `data.output` where it
 * was the only call. A call without a result gets an error result; an Answer that is not ok gives one to every call.
 */
export function relayedResult(request: Request, answer: Answer, callId: string): ToolResult | Promise<ToolResult> {
  if (!answer.ok) return ToolResult.error(`declined/expired: ${request.prompt}`);
  const results = own(answer.data, "results");
  const entry = Array.isArray(results) ? results.find((result) => own(result, "id") === callId) : undefined;
  const calls = own(request.data, "calls");
  const isOnlyCall = Array.isArray(calls) && calls.length === 1;
  const given = entry ?? (isOnlyCall ? answer.data : undefined);
  if (own(given, "output") === undefined) return ToolResult.error("The host gave no result for this call.");
  const output = own(given, "output");
  return returnedResult({ output, isError: own(given, "isError") === true });
}

function own(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as JsonObject)[key]
    : undefined;
}
