import type { JsonObject } from "../../contracts/json.ts";
import type { Message } from "../../contracts/run.ts";
import type { ReasoningPart, ToolCallPart, ToolResultPart, Turn } from "../../contracts/turn.ts";
import { checkForeignResult, foreignBlock, isOpaque, writeBlock, writeContent } from "../content-blocks.ts";
import { isWhole, ownData, restore } from "../provider-data.ts";
import { resultText } from "../result-text.ts";
import { argumentsText, callsOf, resultsOf, type WireIdOf } from "../turn-calls.ts";
import { openaiBlocks } from "./parts.ts";

/** One turn as messages of an OpenAI transcript (contract §8, §8A "Transcript"). */
export function writeOpenAITurn(turn: Turn, wireIdOf: WireIdOf): Message[] {
  switch (turn.role) {
    case "SYSTEM":
      return [restore({ role: "system", content: textOf(turn) }, ownData(turn, "openai"))];
    case "USER":
      return [restore({ role: "user", content: writeContent(turn.parts, openaiBlocks) }, ownData(turn, "openai"))];
    case "ASSISTANT":
      return [writeAssistant(turn, wireIdOf)];
    case "TOOL":
      return resultsOf(turn).map((part) => writeOpenAIResult(part, wireIdOf(part.callId)));
  }
}

/** A result as its message. */
export function writeOpenAIResult(part: ToolResultPart, wireId: string): Message {
  const own = ownData(part, "openai");
  checkForeignResult(part, openaiBlocks);
  const media = part.parts && { parts: part.parts, name: part.toolName };
  const written = { role: "tool", tool_call_id: wireId, content: resultText(part), ...media };
  const message = restore(written, own);
  // A whole message kept from a history has the id it came with.
  return "tool_call_id" in message && message.tool_call_id !== wireId ? { ...message, tool_call_id: wireId } : message;
}

function writeAssistant(turn: Turn, wireIdOf: WireIdOf): Message {
  const kept = ownData(turn, "openai");
  const calls = callsOf(turn);
  const text = textOf(turn);
  const written: Record<string, unknown> = { role: "assistant", content: text || (calls.length > 0 ? null : "") };
  const blocks = turn.parts.map(writeAssistantBlock).filter((block) => block !== undefined);
  if (blocks.some((block) => block.type !== "text")) written.content = blocks;
  for (const part of turn.parts) if (part.kind === "REASONING") writeReasoning(part, written);
  const legacy = calls.find((call) => ownData(call, "openai")?.function_call === true);
  if (legacy) written.function_call = { name: legacy.toolName, arguments: argumentsText(legacy) };
  const modern = calls.filter((call) => call !== legacy);
  if (modern.length > 0) written.tool_calls = modern.map((call) => writeCall(call, wireIdOf));

  const message = restore(written, kept);
  // Kept calls keep their keys, but the ids are those of this transcript: two open calls never share one.
  if (kept?.tool_calls === undefined || !Array.isArray(message.tool_calls)) return message;
  if (message.tool_calls.length !== modern.length) return { ...message, tool_calls: written.tool_calls };
  const ids = modern.map((call) => wireIdOf(call.callId));
  if (message.tool_calls.every((call: JsonObject, position: number) => call.id === ids[position])) return message;
  const tool_calls = message.tool_calls.map((call: JsonObject, position: number) => ({ ...call, id: ids[position] }));
  return { ...message, tool_calls };
}

function writeCall(call: ToolCallPart, wireIdOf: WireIdOf): JsonObject {
  return {
    id: wireIdOf(call.callId),
    type: "function",
    function: { name: call.toolName, arguments: argumentsText(call) },
  };
}

/** Thinking goes back under the name it came by; that of another provider stays out. */
function writeReasoning(part: ReasoningPart, message: Record<string, unknown>): void {
  const own = ownData(part, "openai");
  if (own === undefined || isWhole(own)) return;
  const { field, details } = own;
  if (field === "content") {
    const answer = message.content ? [{ type: "text", text: message.content }] : [];
    message.content = [{ type: "thinking", thinking: [{ type: "text", text: part.text }] }, ...answer];
  } else if (typeof field === "string") message[field] = part.text;
  if (details !== undefined) message.reasoning_details = details;
}

/** What stands in an answer beside its text: pictures, blocks only this provider knows. */
function writeAssistantBlock(part: Turn["parts"][number]): JsonObject | undefined {
  if (part.kind === "CONTENT" || part.kind === "TEXT") return writeBlock(part, openaiBlocks) as JsonObject | undefined;
  if (part.kind !== "REASONING" || !isOpaque(part)) return undefined;
  const own = ownData(part, "openai");
  return own && isWhole(own) ? own : foreignBlock(part, openaiBlocks);
}

function textOf(turn: Turn): string {
  return turn.parts.map((part) => (part.kind === "TEXT" ? part.text : "")).join("");
}
