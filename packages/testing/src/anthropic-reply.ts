import type { JsonObject } from "@holdpoint/core";
import type { WholeReply } from "./whole-reply.ts";

const argumentsChunk = 8;

/** Not a real signature, and it says so; a client must send it back as it came. */
const signature = "c2NyaXB0ZWQ=";

/** A streamed message, event by event: start, ping, one block after another, the closing figures, stop. */
export function anthropicFrames(reply: WholeReply): string[] {
  const frames = [
    frame("message_start", { message: { ...head(reply), content: [], stop_reason: null, ...startUsage(reply) } }),
    frame("ping", {}),
  ];
  let index = 0;
  const block = (start: JsonObject, deltas: readonly JsonObject[]): void => {
    frames.push(frame("content_block_start", { index, content_block: start }));
    for (const delta of deltas) frames.push(frame("content_block_delta", { index, delta }));
    frames.push(frame("content_block_stop", { index }));
    index += 1;
  };
  if (reply.reasoning !== "") {
    const deltas = reply.split(reply.reasoning).map((thinking) => ({ type: "thinking_delta", thinking }));
    block({ type: "thinking", thinking: "", signature: "" }, [...deltas, { type: "signature_delta", signature }]);
  }
  if (reply.text !== "") {
    const deltas = reply.split(reply.text).map((text) => ({ type: "text_delta", text }));
    block({ type: "text", text: "" }, deltas);
  }
  for (const call of reply.calls) {
    const fragments: JsonObject[] = [{ type: "input_json_delta", partial_json: "" }];
    for (let at = 0; at < call.rawArgs.length; at += argumentsChunk) {
      fragments.push({ type: "input_json_delta", partial_json: call.rawArgs.slice(at, at + argumentsChunk) });
    }
    block({ type: "tool_use", id: call.id, name: call.name, input: {} }, fragments);
  }
  const usage = reply.usage === null ? {} : { usage: { output_tokens: reply.usage.completionTokens } };
  frames.push(frame("message_delta", { delta: { stop_reason: stopReason(reply), stop_sequence: null }, ...usage }));
  frames.push(frame("message_stop", {}));
  return frames;
}

/** A plain message. */
export function anthropicBody(reply: WholeReply): JsonObject {
  const content: JsonObject[] = [];
  if (reply.reasoning !== "") content.push({ type: "thinking", thinking: reply.reasoning, signature });
  if (reply.text !== "") content.push({ type: "text", text: reply.text });
  for (const call of reply.calls) {
    content.push({ type: "tool_use", id: call.id, name: call.name, input: parseArguments(call.rawArgs) });
  }
  const usage =
    reply.usage === null
      ? {}
      : { usage: { input_tokens: reply.usage.promptTokens, output_tokens: reply.usage.completionTokens } };
  return { ...head(reply), content, stop_reason: stopReason(reply), stop_sequence: null, ...usage };
}

/** The body of an HTTP error, and the payload of an `error` event. */
export function anthropicError(status: number, message: string): JsonObject {
  const types: Record<number, string> = {
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    429: "rate_limit_error",
    529: "overloaded_error",
  };
  const type = types[status] ?? (status >= 500 ? "api_error" : "invalid_request_error");
  return { type: "error", error: { type, message } };
}

function head(reply: WholeReply): JsonObject {
  return { id: reply.id, type: "message", role: "assistant", model: reply.model };
}

function startUsage(reply: WholeReply): JsonObject {
  return reply.usage === null ? {} : { usage: { input_tokens: reply.usage.promptTokens, output_tokens: 1 } };
}

function stopReason(reply: WholeReply): string {
  return reply.finishReason ?? (reply.calls.length > 0 ? "tool_use" : "end_turn");
}

/** `input` is JSON here, so a text that is none stands in it as text: nothing else could carry it. */
function parseArguments(rawArgs: string): unknown {
  try {
    return JSON.parse(rawArgs);
  } catch (error) {
    if (error instanceof SyntaxError) return rawArgs;
    throw error;
  }
}

function frame(type: string, payload: JsonObject): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...payload })}\n\n`;
}
