import type { JsonObject } from "../contracts/json.ts";
import type { ToolResult } from "../contracts/tool-result.ts";
import type { ToolCallPart, ToolResultPart } from "../contracts/turn.ts";
import type { CallOutcome } from "../toolkit/gateway.ts";
import { GATEWAY_CODES } from "../toolkit/gateway-codes.ts";
import { editedNote } from "./suspension.ts";

/** The part of a call that did not run, or failed, with the code that says why. */
export function failedPart(call: ToolCallPart, error: string, errorCode: number | string): ToolResultPart {
  return { ...head(call), output: { error }, isError: true, failed: true, errorCode };
}

/** The part of a call that went through the gateway (or past it, by a hook's short-circuit). */
export function outcomePart(
  call: ToolCallPart,
  outcome: Extract<CallOutcome, { kind: "settled" }>,
  edited?: JsonObject,
): ToolResultPart {
  const { result } = outcome;
  const carried = {
    ...(result.parts && { parts: result.parts }),
    ...(result.metadata && { metadata: result.metadata }),
    ...(edited && { editedArgs: edited, modelText: result.output + editedNote(edited) }),
  };
  if (outcome.denied) return { ...head(call), output: result.output, isError: true, denied: true, ...carried };
  if (result.isError) {
    const errorCode = outcome.errorCode ?? ownCode(result) ?? GATEWAY_CODES.TOOL_ERROR;
    return { ...head(call), output: { error: result.output }, isError: true, failed: true, errorCode, ...carried };
  }
  return { ...head(call), output: result.output, ...(outcome.endedRun && { endedRun: true }), ...carried };
}

/** What the model reads of a result. */
export function modelText(part: ToolResultPart): string {
  return part.modelText ?? (typeof part.output === "string" ? part.output : part.output.error);
}

/** Whether a call counts as executed: not rejected, denied or failed. */
export function isExecuted(part: ToolResultPart): boolean {
  return !(part.rejected || part.denied || part.failed);
}

function head({ callId, toolName }: ToolCallPart) {
  return { kind: "TOOL_RESULT", callId, toolName } as const;
}

function ownCode({ metadata }: ToolResult): number | string | undefined {
  const code = metadata !== undefined && Object.hasOwn(metadata, "errorCode") ? metadata.errorCode : undefined;
  return typeof code === "number" || typeof code === "string" ? code : undefined;
}
