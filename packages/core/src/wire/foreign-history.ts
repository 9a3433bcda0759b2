import { HoldpointError } from "../contracts/errors.ts";
import type { Message } from "../contracts/run.ts";
import type { ToolCallPart, ToolResultPart, Turn } from "../contracts/turn.ts";
import { isObject } from "../primitives/is-object.ts";
import { readAnthropicMessage } from "./anthropic/read-message.ts";
import type { ResultSplit } from "./anthropic/write-message.ts";
import { uniqueCallId } from "./call-ids.ts";
import { readOpenAIMessage } from "./openai/read-message.ts";
import { ownData, type WireStyle, withData } from "./provider-data.ts";
import { callsOf, resultsOf } from "./turn-calls.ts";

/**
 * Reads messages of either style into turns (contract §8A "History of the other style"). Each message is read by its
 * own shape; what fits both styles is read like the message nearest before it that tells, else after it, else as `style`.
 *
 * @throws HoldpointError `invalid-argument` for what is no message.
 */
export function readMessages(messages: readonly Message[], style: WireStyle): Turn[] {
  for (const [position, message] of messages.entries()) {
    if (!isObject(message) || typeof message.role !== "string") {
      throw new HoldpointError("invalid-argument", `Message ${position} of the history is no object with a role.`);
    }
  }
  const turns: Turn[] = [];
  const told = messages.map((message) => styleOf(message, style));
  let nearest = told.find((each) => each !== undefined) ?? style;
  for (const [position, message] of messages.entries()) {
    nearest = told[position] ?? nearest;
    const isOpenAI = nearest === "openai";
    for (const turn of isOpenAI ? [readOpenAIMessage(message)] : readAnthropicMessage(message)) {
      const before = turns.at(-1);
      // Results that follow one another answer one turn, however many messages they came in.
      if (turn.role === "TOOL" && before?.role === "TOOL")
        turns[turns.length - 1] = mergeResults(before, turn, isOpenAI);
      else turns.push(turn);
    }
  }
  return linkCalls(turns);
}

const OPENAI_ROLES = /^(tool|function|system|developer)$/;
const OPENAI_KEYS = [
  "tool_calls",
  "function_call",
  "tool_call_id",
  "refusal",
  "reasoning_content",
  "reasoning_details",
];
const OPENAI_BLOCKS = /^(image_url|input_audio|refusal)$/;
const ANTHROPIC_BLOCKS =
  /^(tool_use|tool_result|thinking|redacted_thinking|document|server_tool_use|mcp_tool_use|compaction|search_result|container_upload)$|_tool_result$/;

/** The style of one message, by its shape; `undefined` when it fits both. */
function styleOf(message: Message, own: WireStyle): WireStyle | undefined {
  const { role, content } = message;
  // Both styles' transcripts may hold a plain system message.
  if (role === "system" && own === "anthropic") return undefined;
  if (OPENAI_ROLES.test(String(role)) || OPENAI_KEYS.some((key) => Object.hasOwn(message, key))) return "openai";
  if (!Array.isArray(content)) return undefined;
  for (const block of content) {
    if (!isObject(block)) continue;
    const type = String(block.type);
    if (OPENAI_BLOCKS.test(type) || (type === "file" && isObject(block.file))) return "openai";
    // Some endpoints of the openai style give thinking as blocks of text.
    if (type === "thinking" && Array.isArray(block.thinking)) return "openai";
    if (ANTHROPIC_BLOCKS.test(type) || (type === "image" && isObject(block.source))) return "anthropic";
  }
  return undefined;
}

/** One `TOOL` turn of two. The openai style has a message for each anyway; the other's way to split them is kept. */
function mergeResults(first: Turn, second: Turn, isOpenAI: boolean): Turn {
  const parts = [...first.parts, ...second.parts];
  if (isOpenAI) return { role: "TOOL", parts };
  return { role: "TOOL", parts, ...withData("anthropic", { split: [...splitOf(first), ...splitOf(second)] }) };
}

function splitOf(turn: Turn): readonly ResultSplit[] {
  const split = ownData(turn, "anthropic")?.split;
  return Array.isArray(split) ? split : [{ count: turn.parts.length }];
}

/** Gives every call an id of its own and every result its call: the provider's ids need not be unique, or there. */
function linkCalls(turns: readonly Turn[]): Turn[] {
  const taken = new Set<string>();
  /** Calls that wait for a result, with the id they came by. */
  let open: { readonly id: string; readonly call: ToolCallPart }[] = [];
  return turns.map((turn): Turn => {
    if (turn.role === "ASSISTANT" && callsOf(turn).length > 0) {
      const inTurn = new Set<string>();
      let position = 0;
      const parts = turn.parts.map((part) => {
        if (part.kind !== "TOOL_CALL") return part;
        const id = part.callId;
        const callId = uniqueCallId(id, position++, taken);
        // An id that is unique in its turn stays what the provider gave, also if an earlier turn had it.
        const keepsId = id !== "" && !inTurn.has(id);
        inTurn.add(id);
        const call: ToolCallPart = { ...part, callId, ...(keepsId && id !== callId && { wireId: id }) };
        open.push({ id, call });
        return call;
      });
      return { ...turn, parts };
    }
    if (turn.role !== "TOOL") return turn;
    const parts = resultsOf(turn).map((result): ToolResultPart => {
      // Without an id it answers the first call of its tool, or the first of all.
      const { callId: given, toolName } = result;
      const found = open.find(({ id, call }) =>
        given === "" ? toolName === "" || call.toolName === toolName : id === given,
      );
      if (found === undefined) return result;
      open = open.filter((one) => one !== found);
      return { ...result, callId: found.call.callId, toolName: toolName || found.call.toolName };
    });
    return { ...turn, parts };
  });
}
