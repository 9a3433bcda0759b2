import type { JsonObject } from "../contracts/json.ts";
import type { Message } from "../contracts/run.ts";
import type { ToolDeclaration } from "../contracts/tool.ts";
import { isObject } from "../primitives/is-object.ts";
import { toAnthropicTools, toOpenAITools } from "../toolkit/tool-declarations.ts";
import { anthropicDialect } from "./anthropic/dialect.ts";
import { DEFAULT_MAX_TOKENS, hoistSystem } from "./anthropic/request.ts";
import { readMessages } from "./foreign-history.ts";
import type { WireStyle } from "./provider-data.ts";
import { writeTranscript } from "./transcript.ts";

/** Messages for an endpoint, and its system text where that stands apart (anthropic). */
export interface TranslatedMessages {
  readonly messages: readonly Message[];
  /** Absent where there is none, and in the openai style, where it leads `messages`. */
  readonly system?: string;
}

/**
 * Messages in the OpenAI shape for an endpoint of either style (contract §11). Pure. System text: `system` of the
 * request, else the `system` and `developer` messages of the request, else the client's.
 *
 * @throws ContentPartError for a block that has no counterpart.
 */
export function translateMessages(
  style: WireStyle,
  messages: readonly Message[],
  system: string | undefined,
  clientSystem: string,
): TranslatedMessages {
  const isSystem = ({ role }: Message): boolean => role === "system" || role === "developer";
  const spoken = messages.filter((message) => !isSystem(message));
  const hasOwn = spoken.length < messages.length;
  if (style === "openai") {
    if (system === undefined && hasOwn) return { messages };
    const lead = system ?? clientSystem;
    return { messages: lead === "" ? spoken : [{ role: "system", content: lead }, ...spoken] };
  }
  const own = hoistSystem("", messages.filter(isSystem)).systemText;
  const text = system ?? (hasOwn ? own : clientSystem);
  const translated = writeTranscript(readMessages(spoken, "openai"), anthropicDialect)
    .filter(({ role, content }) => role !== "assistant" || !Array.isArray(content) || content.length > 0)
    .map(withoutSuccess);
  return { messages: translated, ...(text !== "" && { system: text }) };
}

/** Declarations of a toolkit, then the request's own tools, for an endpoint of either style (contract §11). */
export function translateTools(
  style: WireStyle,
  declarations: readonly ToolDeclaration[],
  tools: readonly JsonObject[],
): JsonObject[] {
  if (style === "openai") return [...toOpenAITools(declarations), ...tools];
  return [...toAnthropicTools(declarations), ...tools.map(toAnthropicTool)];
}

/** The body of one translated request, before shaping (contract §11). */
export function translateBody(
  style: WireStyle,
  request: TranslatedMessages & {
    readonly model: string;
    readonly tools: readonly JsonObject[];
    readonly toolChoice?: unknown;
    readonly maxTokens?: number;
  },
): Record<string, unknown> {
  const { model, messages, system, tools, toolChoice, maxTokens } = request;
  const choice = style === "openai" ? toolChoice : toAnthropicChoice(toolChoice);
  const limit = maxTokens ?? (style === "anthropic" ? DEFAULT_MAX_TOKENS : undefined);
  return {
    model,
    messages,
    ...(system !== undefined && { system }),
    ...(tools.length > 0 && { tools, ...(choice !== undefined && { tool_choice: choice }) }),
    ...(limit !== undefined && { max_tokens: limit }),
  };
}

/** The OpenAI shape does not say whether a call failed, so nothing is said here. */
function withoutSuccess(message: Message): Message {
  const { content } = message;
  if (message.role !== "user" || !Array.isArray(content)) return message;
  return {
    ...message,
    content: content.map((block: unknown) => {
      if (!isObject(block) || block.type !== "tool_result" || block.is_error !== false) return block;
      const { is_error: _isError, ...rest } = block;
      return rest;
    }),
  };
}

/** Entries that are in Anthropic's shape already pass. */
function toAnthropicTool(tool: JsonObject): JsonObject {
  if (!isObject(tool.function)) return tool;
  const { name, description, parameters } = tool.function;
  return {
    name,
    ...(description !== undefined && { description }),
    input_schema: parameters ?? { type: "object", properties: {} },
  };
}

function toAnthropicChoice(choice: unknown): JsonObject | undefined {
  const { type, name, function: called } = isObject(choice) ? choice : { type: choice, name: undefined, function: {} };
  const wanted = isObject(called) && called.name !== undefined ? called.name : name;
  if (typeof wanted === "string") return { type: "tool", name: wanted };
  if (type === "required" || type === "any") return { type: "any" };
  return type === "none" ? { type: "none" } : undefined;
}
