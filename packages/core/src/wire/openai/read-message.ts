import type { JsonObject } from "../../contracts/json.ts";
import type { Message } from "../../contracts/run.ts";
import type { ToolCallPart, ToolResultPart, Turn, TurnPart } from "../../contracts/turn.ts";
import { isObject } from "../../primitives/is-object.ts";
import { argumentsOf, readArguments } from "../call-arguments.ts";
import { remainder, withData } from "../provider-data.ts";
import { readBlock, readContent, splitBlocks } from "../read-blocks.ts";
import { openaiReader } from "./read-parts.ts";
import { allText, detailsText, thinkingText } from "./thinking-text.ts";
import { writeOpenAIResult, writeOpenAITurn } from "./write-message.ts";

/** One message of the OpenAI style as a turn. Call ids are still the provider's own. */
export function readOpenAIMessage(message: Message): Turn {
  switch (message.role) {
    case "assistant":
      return readOpenAIAssistant(message);
    case "tool":
    case "function":
      return { role: "TOOL", parts: [readResult(message)] };
    case "system":
    case "developer":
      return keep({ role: "SYSTEM", parts: [{ kind: "TEXT", text: allText(message.content) ?? "" }] }, message);
    default:
      return keep({ role: "USER", parts: readUserContent(message.content) }, message);
  }
}

/** An assistant's message: of a history, or of a reply that came whole. */
export function readOpenAIAssistant(message: Message): Turn {
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isObject).map(readCall) : [];
  if (isObject(message.function_call)) {
    // In a history it goes back in the form it came.
    calls.push({ ...readLegacyCall(message.function_call), ...withData("openai", { function_call: true }) });
  }
  return keep(
    { role: "ASSISTANT", parts: [...readReasoning(message), ...readAnswer(message.content), ...calls] },
    message,
  );
}

/** Keeps what the parts do not give again. */
function keep(turn: Turn, message: Message): Turn {
  const [written = {}] = writeOpenAITurn(turn, (callId) => callId);
  return { ...turn, ...withData("openai", remainder(message, written)) };
}

function readUserContent(content: unknown): TurnPart[] {
  const text = allText(content);
  return text === undefined ? readContent(content, openaiReader) : [{ kind: "TEXT", text }];
}

function readAnswer(content: unknown): TurnPart[] {
  const text = allText(content);
  if (text !== undefined) return text === "" ? [] : [{ kind: "TEXT", text }];
  if (!Array.isArray(content)) return [];
  return content.flatMap((block): TurnPart[] => {
    if (isObject(block) && block.type === "thinking") return [];
    const part = readBlock(block, openaiReader);
    // A block without meaning to us is no text: it stands where thinking stands, out of the answer.
    return [part.kind === "TEXT" && part.text === "" ? { ...part, kind: "REASONING" } : part];
  });
}

/** Thinking, by whichever of its names it came; the first is the one that is shown. */
function readReasoning(message: Message): TurnPart[] {
  const details = Array.isArray(message.reasoning_details) ? message.reasoning_details : undefined;
  for (const field of ["reasoning_content", "reasoning"]) {
    const text = message[field];
    // An empty one says nothing, but goes back with what is kept of the message: some endpoints demand the field.
    if (typeof text !== "string" || text === "") continue;
    return [{ kind: "REASONING", text, ...withData("openai", { field, ...(details && { details }) }) }];
  }
  if (details !== undefined) {
    return [{ kind: "REASONING", text: detailsText(details), ...withData("openai", { details }) }];
  }
  const text = Array.isArray(message.content) ? thinkingText(message.content) : "";
  return text === "" ? [] : [{ kind: "REASONING", text, ...withData("openai", { field: "content" }) }];
}

function readCall(call: JsonObject): ToolCallPart {
  const { name, args } = readFunction(isObject(call.function) ? call.function : {}, call.custom);
  return { kind: "TOOL_CALL", callId: typeof call.id === "string" ? call.id : "", toolName: name, ...args };
}

/** `function_call`, the form before `tool_calls`: one call without an id. */
export function readLegacyCall(call: JsonObject): ToolCallPart {
  const { name, args } = readFunction(call, undefined);
  return { kind: "TOOL_CALL", callId: "", toolName: name, ...args };
}

function readFunction({ name, arguments: given }: JsonObject, custom: unknown) {
  // A custom tool takes free text, which is no JSON object: it reaches the tool as `{}`.
  if (typeof name !== "string" && isObject(custom)) {
    return { name: String(custom.name), args: readArguments(argumentsOf(custom.input)) };
  }
  return { name: typeof name === "string" ? name : "", args: readArguments(argumentsOf(given)) };
}

function readResult(message: Message): ToolResultPart {
  const { name } = message;
  const callId = typeof message.tool_call_id === "string" ? message.tool_call_id : "";
  const toolName = typeof name === "string" ? name : "";
  const result: ToolResultPart = { kind: "TOOL_RESULT", callId, toolName, ...readOutput(message) };
  return { ...result, ...withData("openai", remainder(message, writeOpenAIResult(result, callId))) };
}

/** The text of a result, and what follows it: our own `parts`, or content that is more than text. */
function readOutput({ content, parts }: Message): Pick<ToolResultPart, "output" | "parts"> {
  if (Array.isArray(parts) && parts.length > 0) return { output: allText(content) ?? "", parts };
  const text = allText(content);
  if (text !== undefined || !Array.isArray(content)) return { output: text ?? "" };
  return splitBlocks(content.map((block) => readBlock(block, openaiReader)));
}
