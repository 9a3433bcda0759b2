import type { JsonObject } from "../contracts/json.ts";
import type { Answer, RaisedRequest, Request, RequestOrigin } from "../contracts/request.ts";
import type { ToolSource } from "../contracts/tool.ts";
import type { ToolResultPart } from "../contracts/turn.ts";
import { hashJson } from "../primitives/sha256.ts";
import { GATEWAY_CODES } from "../toolkit/gateway-codes.ts";
import type { CallSlot } from "./transcript.ts";

/** A Request bound to the exact call it stands before. */
export async function bindRequest(
  request: Request,
  origin: RequestOrigin,
  slot: CallSlot,
  args: JsonObject,
): Promise<RaisedRequest> {
  const { callId, toolName } = slot.call;
  return { request, callId, origin, call: { callId, toolName, args, digest: await callDigest(toolName, args) } };
}

/** The digest that stands for one exact call: what was approved is what runs. */
export function callDigest(toolName: string, args: JsonObject): Promise<string> {
  return hashJson({ args, toolName });
}

/** The text of a suspended call's placeholder (contract §10). */
export function placeholderText(request: Request): string {
  return request.prompt;
}

/** What an Answer that is not `ok` makes of its call: the model reads why, the record tells who said no. */
export function refusedResult(slot: CallSlot, request: Request, answer: Answer): ToolResultPart {
  const { callId, toolName } = slot.call;
  const words = reasonText(answer);
  const plain = `declined/expired: ${request.prompt}`;
  const modelText = words === undefined ? plain : `${plain}\nReason: ${words}`;
  if (answer.reason === "expired" || answer.reason === "cancelled") {
    return {
      kind: "TOOL_RESULT",
      callId,
      toolName,
      output: { error: modelText },
      isError: true,
      failed: true,
      errorCode: answer.reason === "expired" ? GATEWAY_CODES.REQUEST_EXPIRED : GATEWAY_CODES.REQUEST_CANCELLED,
    };
  }
  return {
    kind: "TOOL_RESULT",
    callId,
    toolName,
    output: words ?? "",
    modelText,
    isError: true,
    rejected: true,
  };
}

/** A person's own words for a "no", where there are any. */
export function reasonText({ data }: Answer): string | undefined {
  const words = typeof data === "string" ? data : own(data, "reason");
  return typeof words === "string" && words.trim() !== "" ? words : undefined;
}

/** Arguments a person edited before approving, where the Request allows it. */
export function editedArgs(request: Request, { data }: Answer): JsonObject | undefined {
  if (request.kind !== "approval" || own(request.data, "editable") !== true) return undefined;
  const args = own(data, "args");
  return typeof args === "object" && args !== null && !Array.isArray(args) ? (args as JsonObject) : undefined;
}

/** What the model reads beside a result whose arguments a person edited. */
export function editedNote(args: JsonObject): string {
  return `\n\n(Approved with changed arguments: ${JSON.stringify(args)})`;
}

/** The Request that asks whether a call ran, after a restart left it in doubt. */
export function doubtRequest(id: string, slot: CallSlot): Request {
  return {
    id,
    kind: "in_doubt",
    prompt: `The page stopped while "${slot.call.toolName}" was running. Did it take effect?`,
    data: { choices: ["ran", "run_again", "give_up"] },
  };
}

/** What a person said of a doubt. Anything that is not a clear word is no word. */
export function doubtDecision({ ok, data }: Answer): "ran" | "run_again" | "give_up" {
  const outcome = ok ? own(data, "outcome") : undefined;
  return outcome === "ran" || outcome === "run_again" ? outcome : "give_up";
}

/** The output of a call that a person says took effect though its result was lost. */
export function ranOutput({ data }: Answer): string {
  const said = own(data, "output");
  return typeof said === "string" && said !== ""
    ? said
    : "The call took effect, but its result was lost when the page stopped. A person confirmed that it ran.";
}

/** The source a slot's tool is known by; an unknown tool counts as `custom` (contract §8 "Observability"). */
export function sourceOf(slot: CallSlot, source: ToolSource | undefined): ToolSource {
  return source ?? slot.source ?? "custom";
}

function own(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as JsonObject)[key]
    : undefined;
}
