import type { JsonObject } from "../../contracts/json.ts";
import type { Message } from "../../contracts/run.ts";
import { isObject } from "../../primitives/is-object.ts";
import { isContractPart, textBlock } from "../content-blocks.ts";
import type { BodyParts } from "../dialect.ts";
import type { RenderPart } from "../refused-parts.ts";

/** The body of a Chat Completions request (contract §8 "Body"). */
export function openaiBody({ model, system, messages, tools, stream, maxTokens }: BodyParts): Record<string, unknown> {
  return {
    model,
    messages: system === "" ? messages : [{ role: "system", content: system }, ...messages],
    ...(tools.length > 0 && { tools, tool_choice: "auto" }),
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
    ...(stream && { stream: true, stream_options: { include_usage: true } }),
  };
}

/**
 * Messages as they go out (contract §8A). A `tool` message takes text only, so all else that tools gave goes into one
 * `user` message right after the last of them, made anew at every request.
 */
export function renderOpenAI(
  messages: readonly Message[],
  render: RenderPart,
): readonly Message[] | Promise<readonly Message[]> {
  return messages.some(hasParts) ? renderParts(messages, render) : messages.map(plainMessage);
}

async function renderParts(messages: readonly Message[], render: RenderPart): Promise<Message[]> {
  const rendered: Message[] = [];
  let moved: JsonObject[] = [];
  const settle = (): void => {
    if (moved.length > 0) rendered.push({ role: "user", content: moved });
    moved = [];
  };
  for (const message of messages) {
    if (message.role !== "tool") settle();
    if (!hasParts(message)) rendered.push(plainMessage(message));
    else if (message.role === "tool") rendered.push(await renderResult(message, render, moved));
    else rendered.push({ ...plainMessage(message), content: await renderContent(message.content, render) });
  }
  settle();
  return rendered;
}

function hasParts({ content, parts }: Message): boolean {
  return Array.isArray(parts) || (Array.isArray(content) && content.some(isContractPart));
}

async function renderContent(content: unknown, render: RenderPart): Promise<unknown[]> {
  const blocks: unknown[] = [];
  for (const block of content as unknown[]) {
    blocks.push(isContractPart(block) ? await render(block, "attached") : block);
  }
  return blocks;
}

async function renderResult(message: Message, render: RenderPart, moved: JsonObject[]): Promise<Message> {
  const { parts, name, ...rest } = message;
  const own = Array.isArray(message.content) ? message.content : [textBlock(String(message.content ?? ""))];
  const texts: unknown[] = own.filter((block) => !isContractPart(block));
  for (const part of [...own.filter(isContractPart), ...(Array.isArray(parts) ? parts : [])]) {
    if (isContractPart(part)) {
      moved.push(textBlock(`Output of tool ${name ?? ""} (${message.tool_call_id}):`), await render(part, "derived"));
    } else if (isObject(part)) texts.push(textBlock(String(part.text ?? "")));
  }
  const isPlain = texts.length === 1 && !Array.isArray(message.content);
  return { ...rest, content: isPlain ? message.content : texts };
}

/** Arguments go out as text, however they came: no endpoint takes an object or null in their place. */
function plainMessage(message: Message): Message {
  const { tool_calls: calls } = message;
  if (!Array.isArray(calls) || calls.every(hasTextArguments)) return message;
  const tool_calls = calls.map((call: unknown) => {
    if (hasTextArguments(call) || !isObject(call) || !isObject(call.function)) return call;
    return { ...call, function: { ...call.function, arguments: JSON.stringify(call.function.arguments ?? {}) } };
  });
  return { ...message, tool_calls };
}

function hasTextArguments(call: unknown): boolean {
  return !isObject(call) || !isObject(call.function) || typeof call.function.arguments === "string";
}
