import type { JsonObject, Usage } from "@holdpoint/core";
import { isObject, type ScriptedRequest } from "./scripted-request.ts";
import type { WholeReply } from "./whole-reply.ts";

/** The fragments of arguments are cut without regard to JSON, as providers do. */
const argumentsChunk = 8;

/** A streamed chat completion, event by event: role, reasoning, text, calls, finish, usage, `[DONE]`. */
export function openaiFrames(reply: WholeReply, request: ScriptedRequest): string[] {
  const chunk = (delta: JsonObject, finishReason: string | null = null): string =>
    frame({ ...head(reply), choices: [{ index: 0, delta, finish_reason: finishReason }] });
  const frames = [chunk({ role: "assistant", content: "" })];
  for (const text of reply.split(reply.reasoning)) frames.push(chunk({ reasoning_content: text }));
  for (const text of reply.split(reply.text)) frames.push(chunk({ content: text }));
  for (const [index, call] of reply.calls.entries()) {
    const opening = { index, id: call.id, type: "function", function: { name: call.name, arguments: "" } };
    frames.push(chunk({ tool_calls: [opening] }));
    for (let at = 0; at < call.rawArgs.length; at += argumentsChunk) {
      const fragment = { index, function: { arguments: call.rawArgs.slice(at, at + argumentsChunk) } };
      frames.push(chunk({ tool_calls: [fragment] }));
    }
  }
  frames.push(chunk({}, finishReason(reply)));
  const options = request.body.stream_options;
  if (reply.usage !== null && isObject(options) && options.include_usage === true) {
    frames.push(frame({ ...head(reply), choices: [], usage: usageOf(reply.usage) }));
  }
  frames.push("data: [DONE]\n\n");
  return frames;
}

/** A plain chat completion. */
export function openaiBody(reply: WholeReply): JsonObject {
  const toolCalls = reply.calls.map((call) => ({
    id: call.id,
    type: "function",
    function: { name: call.name, arguments: call.rawArgs },
  }));
  const message = {
    role: "assistant",
    content: reply.text === "" && toolCalls.length > 0 ? null : reply.text,
    ...(reply.reasoning === "" ? {} : { reasoning_content: reply.reasoning }),
    ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
  };
  return {
    ...head(reply),
    object: "chat.completion",
    choices: [{ index: 0, message, finish_reason: finishReason(reply) }],
    ...(reply.usage === null ? {} : { usage: usageOf(reply.usage) }),
  };
}

/** The body of an HTTP error, and of an error inside a stream. */
export function openaiError(status: number, message: string): JsonObject {
  const types: Record<number, string> = { 401: "invalid_api_key", 429: "rate_limit_exceeded" };
  const code = types[status] ?? (status >= 500 ? "server_error" : "invalid_request_error");
  return { error: { message, type: code, param: null, code } };
}

function head(reply: WholeReply): JsonObject {
  // A fixed time: the same script gives the same bytes.
  return { id: reply.id, object: "chat.completion.chunk", created: 1_700_000_000, model: reply.model };
}

function finishReason(reply: WholeReply): string {
  return reply.finishReason ?? (reply.calls.length > 0 ? "tool_calls" : "stop");
}

function usageOf(usage: Usage): JsonObject {
  return {
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    total_tokens: usage.totalTokens,
  };
}

function frame(payload: JsonObject): string {
  return `data: ${JSON.stringify(payload)}\n\n`;
}
