import type { JsonObject } from "../../contracts/json.ts";
import type { Message } from "../../contracts/run.ts";
import type { ToolResultPart, Turn, TurnPart } from "../../contracts/turn.ts";
import { isObject } from "../../primitives/is-object.ts";
import { isAllText, isOpaque } from "../content-blocks.ts";
import { remainder, withData } from "../provider-data.ts";
import { readBlock, readContent, splitBlocks } from "../read-blocks.ts";
import { anthropicReader } from "./read-parts.ts";
import { writeAnthropicResult, writeAnthropicTurn } from "./write-message.ts";

/** One message of the Anthropic style as turns: results and what stands beside them are two. */
export function readAnthropicMessage(message: Message): Turn[] {
  const { role, content } = message;
  if (role === "assistant") return [readAnthropicAssistant(message)];
  if (role === "system") return [keep({ role: "SYSTEM", parts: [{ kind: "TEXT", text: textOf(content) }] }, message)];
  if (!Array.isArray(content) || !content.some(isResult)) {
    return [keep({ role: "USER", parts: readContent(content, anthropicReader) }, message)];
  }
  const results = content.filter(isResult).map(readResult);
  const beside = content.filter((block) => !isResult(block));
  const { role: _role, content: _content, ...keys } = message;
  const hasKeys = Object.keys(keys).length > 0;
  if (beside.length === 0) {
    const split = hasKeys ? { split: [{ count: results.length, keys }] } : undefined;
    return [{ role: "TOOL", parts: results, ...withData("anthropic", split) }];
  }
  const order = content.map((block) => (isResult(block) ? "r" : "u")).join("");
  return [
    { role: "TOOL", parts: results },
    // Blocks, whatever they are: joined again they stand in an array.
    {
      role: "USER",
      parts: beside.map((block) => readBlock(block, anthropicReader)),
      ...withData("anthropic", { ...keys, order }),
    },
  ];
}

/** An assistant's message: of a history, or of a reply that came whole. */
export function readAnthropicAssistant(message: Message): Turn {
  const { content } = message;
  const blocks =
    typeof content === "string" ? [{ type: "text", text: content }] : Array.isArray(content) ? content : [];
  return keep({ role: "ASSISTANT", parts: blocks.map(readAnthropicBlock) }, message);
}

/** A block of an answer as a part. What is neither text, thinking nor a call stands where thinking stands. */
export function readAnthropicBlock(block: unknown): TurnPart {
  if (isObject(block) && block.type === "thinking" && typeof block.thinking === "string") {
    const { type: _type, thinking, ...kept } = block;
    return { kind: "REASONING", text: block.thinking, ...withData("anthropic", kept) };
  }
  if (isObject(block) && block.type === "tool_use") {
    const { type: _type, id, name, input, ...kept } = block;
    const isArgs = isObject(input);
    const own = isArgs ? kept : { ...kept, input };
    return {
      kind: "TOOL_CALL",
      callId: typeof id === "string" ? id : "",
      toolName: typeof name === "string" ? name : "",
      args: isArgs ? input : {},
      ...withData("anthropic", Object.keys(own).length > 0 ? own : undefined),
    };
  }
  const part = readBlock(block, anthropicReader);
  return part.kind === "TEXT" && isOpaque(part) ? { ...part, kind: "REASONING" } : part;
}

/** Keeps what the parts do not give again. */
function keep(turn: Turn, message: Message): Turn {
  const [written = {}] = writeAnthropicTurn(turn, (callId) => callId);
  return { ...turn, ...withData("anthropic", remainder(message, written)) };
}

function isResult(block: unknown): block is JsonObject {
  return isObject(block) && block.type === "tool_result";
}

function readResult(block: JsonObject): ToolResultPart {
  const callId = typeof block.tool_use_id === "string" ? block.tool_use_id : "";
  const result: ToolResultPart = {
    kind: "TOOL_RESULT",
    callId,
    toolName: "",
    ...readOutput(block),
    ...(block.is_error === true && { isError: true }),
  };
  return { ...result, ...withData("anthropic", remainder(block, writeAnthropicResult(result, callId))) };
}

/** The text of a result, and what follows it: our own `parts`, or content that is more than text. */
function readOutput({ content, parts }: JsonObject): Pick<ToolResultPart, "output" | "parts"> {
  if (Array.isArray(parts) && parts.length > 0) return { output: textOf(content), parts };
  if (!Array.isArray(content) || isAllText(content)) return { output: textOf(content) };
  return splitBlocks(content.map((block) => readBlock(block, anthropicReader)));
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((block) => (isObject(block) && typeof block.text === "string" ? block.text : "")).join("");
}
