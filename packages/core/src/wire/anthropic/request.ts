import type { JsonObject } from "../../contracts/json.ts";
import type { Message } from "../../contracts/run.ts";
import { isObject } from "../../primitives/is-object.ts";
import { isContractPart, textBlock } from "../content-blocks.ts";
import type { BodyParts } from "../dialect.ts";
import type { RenderPart } from "../refused-parts.ts";

/** What the API demands and hosts rarely set (contract §8 "Body"). */
export const DEFAULT_MAX_TOKENS = 4096;

/** The body of a Messages request (contract §8 "Body"). */
export function anthropicBody({ model, system, messages, tools, stream, maxTokens }: BodyParts) {
  const { spoken, systemText } = hoistSystem(system, messages);
  return {
    model,
    max_tokens: maxTokens ?? DEFAULT_MAX_TOKENS,
    system: systemText,
    messages: spoken,
    ...(tools.length > 0 && { tools }),
    ...(stream && { stream: true }),
  };
}

/** System messages follow the system text, in order (contract §7F); the API has no such role. */
export function hoistSystem(system: string, messages: readonly Message[]) {
  const isSystem = ({ role }: Message): boolean => role === "system" || role === "developer";
  const texts = [system, ...messages.filter(isSystem).map(({ content }) => textOf(content))];
  return {
    systemText: texts.filter((text) => text !== "").join("\n\n"),
    // An answer without content is no message to the API, except as the last one.
    spoken: messages.filter((message, position) => !isSystem(message) && !isEmptyAnswer(message, position, messages)),
  };
}

/** Messages as they go out (contract §8A): parts become blocks where they stand, and call ids what the API takes. */
export function renderAnthropic(
  messages: readonly Message[],
  render: RenderPart,
): readonly Message[] | Promise<readonly Message[]> {
  const safe = messages.map(withSafeIds);
  return safe.some(hasParts) ? Promise.all(safe.map((message) => renderParts(message, render))) : safe;
}

function hasParts({ content }: Message): boolean {
  return Array.isArray(content) && content.some((block) => isContractPart(block) || holdsParts(block));
}

/** A result with our own `parts`, or with contract parts in its content. */
function holdsParts(block: unknown): block is JsonObject {
  if (!isObject(block) || block.type !== "tool_result") return false;
  return Array.isArray(block.parts) || (Array.isArray(block.content) && block.content.some(isContractPart));
}

async function renderParts(message: Message, render: RenderPart): Promise<Message> {
  if (!hasParts(message)) return message;
  const blocks: unknown[] = [];
  for (const block of message.content as unknown[]) {
    if (isContractPart(block)) blocks.push(await render(block, "attached"));
    else blocks.push(holdsParts(block) ? await renderResult(block, render) : block);
  }
  return { ...message, content: blocks };
}

async function renderResult({ parts, content, ...rest }: JsonObject, render: RenderPart): Promise<JsonObject> {
  const given = [
    ...(Array.isArray(content) ? content : [textBlock(String(content ?? ""))]),
    ...(Array.isArray(parts) ? parts : []),
  ];
  const blocks: unknown[] = [];
  for (const block of given) {
    // The API refuses empty text blocks; beside other blocks an empty output says nothing.
    if (isObject(block) && block.type === "text" && block.text === "" && given.length > 1) continue;
    blocks.push(isContractPart(block) ? await render(block, "derived") : block);
  }
  return { ...rest, content: blocks };
}

/** What the API takes as the id of a call. Other styles' ids may hold more. */
const UNSAFE = /[^a-zA-Z0-9_-]/g;

function withSafeIds(message: Message): Message {
  const { content } = message;
  if (!Array.isArray(content) || !content.some((block) => safeIds(block) !== block)) return message;
  return { ...message, content: content.map(safeIds) };
}

function safeIds(block: unknown): unknown {
  if (!isObject(block)) return block;
  const key = block.type === "tool_use" ? "id" : block.type === "tool_result" ? "tool_use_id" : undefined;
  const id = key && block[key];
  if (key === undefined || typeof id !== "string") return block;
  const safe = id.replace(UNSAFE, "_");
  return safe === id ? block : { ...block, [key]: safe };
}

function isEmptyAnswer({ role, content }: Message, position: number, messages: readonly Message[]): boolean {
  return role === "assistant" && position < messages.length - 1 && Array.isArray(content) && content.length === 0;
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return typeof content === "string" ? content : "";
  return content.map((block) => (isObject(block) && typeof block.text === "string" ? block.text : "")).join("");
}
