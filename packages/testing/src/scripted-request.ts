import type { JsonObject } from "@holdpoint/core";

/** The two wire formats a scripted model speaks. */
export type ScriptedStyle = "openai" | "anthropic";

/** A tool result as the model is told of it. */
export interface ScriptedToolResult {
  readonly callId: string;
  /** The tool's name; empty when no call of the last assistant message has this id. */
  readonly tool: string;
  readonly output: string;
}

/** A request as a script sees it, the same for both styles. */
export interface ScriptedRequest {
  readonly style: ScriptedStyle;
  readonly model: string;
  readonly stream: boolean;
  readonly system: string;
  /** The text of the last message a person wrote. */
  readonly user: string;
  /** The results since the model last spoke, in the order in which they were sent. */
  readonly results: readonly ScriptedToolResult[];
  /** The kinds of blocks beside text in all that came since the model last spoke: `image_url`, `document`, … */
  readonly media: readonly string[];
  /** The names of the tools the model is told of. */
  readonly tools: readonly string[];
  /** How often the model has spoken in this conversation. */
  readonly turn: number;
  /** How often exactly this request came before. */
  readonly attempt: number;
  /** The decoded body, as sent. */
  readonly body: JsonObject;
}

/** What a client puts before each media block of a tool result that the OpenAI style cannot carry in a tool message. */
const relocatedMedia = /^Output of tool /;

/** Reads a decoded body of either style; what is missing or of another type reads as empty. */
export function readScriptedRequest(body: JsonObject, style: ScriptedStyle, attempt: number): ScriptedRequest {
  const messages = arrayOf(body.messages).filter(isObject);
  const lastReply = messages.findLastIndex((message) => message.role === "assistant");
  const names = callNames(messages[lastReply]);
  const since = messages.slice(lastReply + 1);
  const blocks = since.flatMap((message) => arrayOf(message.content).filter(isObject));
  // Blocks of one level below: media inside an anthropic tool_result.
  const inside = blocks.flatMap((block) => arrayOf(block.content).filter(isObject));
  return {
    style,
    model: textOf(body.model),
    stream: body.stream === true,
    system: systemText(body, messages),
    user: lastUserText(messages),
    results: since.flatMap((message) => resultsOf(message, names)),
    media: [...blocks, ...inside].map((block) => textOf(block.type)).filter((type) => !notMedia.has(type)),
    tools: arrayOf(body.tools).filter(isObject).map(toolName),
    turn: messages.filter((message) => message.role === "assistant").length,
    attempt,
    body,
  };
}

const notMedia = new Set(["text", "tool_result", "tool_use", ""]);

function systemText(body: JsonObject, messages: readonly JsonObject[]): string {
  const leading = messages.filter((message) => message.role === "system" || message.role === "developer");
  return [blocksText(body.system), ...leading.map((message) => blocksText(message.content))]
    .filter((text) => text !== "")
    .join("\n\n");
}

/** A person's message is a user message that neither carries results nor is media moved out of them. */
function lastUserText(messages: readonly JsonObject[]): string {
  for (const message of messages.toReversed()) {
    if (message.role !== "user") continue;
    const blocks = arrayOf(message.content).filter(isObject);
    const text = blocksText(message.content);
    const carriesResults = blocks.some((block) => block.type === "tool_result");
    if (carriesResults && text === "") continue;
    if (blocks.length > 1 && relocatedMedia.test(textOf(blocks[0]?.text))) continue;
    return text;
  }
  return "";
}

function callNames(message: JsonObject | undefined): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const call of arrayOf(message?.tool_calls).filter(isObject)) {
    if (isObject(call.function)) names.set(textOf(call.id), textOf(call.function.name));
  }
  for (const block of arrayOf(message?.content).filter(isObject)) {
    if (block.type === "tool_use") names.set(textOf(block.id), textOf(block.name));
  }
  return names;
}

function resultsOf(message: JsonObject, names: ReadonlyMap<string, string>): ScriptedToolResult[] {
  const result = (id: unknown, content: unknown): ScriptedToolResult => {
    const callId = textOf(id);
    return { callId, tool: names.get(callId) ?? "", output: blocksText(content) };
  };
  if (message.role === "tool") return [result(message.tool_call_id, message.content)];
  return arrayOf(message.content)
    .filter(isObject)
    .filter((block) => block.type === "tool_result")
    .map((block) => result(block.tool_use_id, block.content));
}

function toolName(tool: JsonObject): string {
  return textOf(isObject(tool.function) ? tool.function.name : tool.name);
}

/** The text of a content that is a string or a list of blocks. */
function blocksText(content: unknown): string {
  if (typeof content === "string") return content;
  return arrayOf(content)
    .filter(isObject)
    .filter((block) => block.type === "text")
    .map((block) => textOf(block.text))
    .join("\n");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
