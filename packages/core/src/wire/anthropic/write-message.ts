import type { JsonObject } from "../../contracts/json.ts";
import type { Message } from "../../contracts/run.ts";
import type { ToolCallPart, ToolResultPart, Turn, TurnPart } from "../../contracts/turn.ts";
import { isObject } from "../../primitives/is-object.ts";
import { checkForeignResult, foreignBlock, isOpaque, writeBlock, writeContent } from "../content-blocks.ts";
import { isWhole, ownData, restore } from "../provider-data.ts";
import { isFailure, resultText } from "../result-text.ts";
import { callsOf, resultsOf, type WireIdOf } from "../turn-calls.ts";
import { anthropicBlocks } from "./parts.ts";

/** What is kept of a `TOOL` turn that came as several messages: how many results each had, and its other keys. */
export interface ResultSplit {
  readonly count: number;
  readonly keys?: JsonObject;
}

/** One turn as messages of an Anthropic transcript (contract §8, §8A "Transcript"). */
export function writeAnthropicTurn(turn: Turn, wireIdOf: WireIdOf): Message[] {
  const kept = ownData(turn, "anthropic");
  switch (turn.role) {
    case "SYSTEM": {
      const text = turn.parts.map((part) => (part.kind === "TEXT" ? part.text : "")).join("");
      return [restore({ role: "system", content: text }, kept)];
    }
    case "USER":
      return [restore({ role: "user", content: writeContent(turn.parts, anthropicBlocks) }, withoutOrder(kept))];
    case "ASSISTANT": {
      const content = turn.parts.flatMap((part) => writeAssistantBlock(part, wireIdOf) ?? []);
      return [withCallIds(restore({ role: "assistant", content }, kept), kept, callsOf(turn), wireIdOf)];
    }
    case "TOOL": {
      const blocks = resultsOf(turn).map((part) => writeAnthropicResult(part, wireIdOf(part.callId)));
      return splitResults(blocks, kept?.split);
    }
  }
}

/**
 * Results and what a person wrote may stand in one message. `order` says how they were mixed: `r` a result, `u` a
 * block of the person's. Results come first where it does not fit any more.
 */
export function joinToResults(results: Message, user: Message, order: string): Message {
  const first = results.content as readonly unknown[];
  const second =
    typeof user.content === "string" ? [{ type: "text", text: user.content }] : (user.content as unknown[]);
  const fits = order.replaceAll("u", "").length === first.length && order.replaceAll("r", "").length === second.length;
  let [result, block] = [0, 0];
  const content = fits
    ? [...order].map((kind) => (kind === "r" ? first[result++] : second[block++]))
    : [...first, ...second];
  const { role: _role, content: _content, ...keys } = user;
  return { ...results, ...keys, content };
}

/** A result as its block. */
export function writeAnthropicResult(part: ToolResultPart, wireId: string): JsonObject {
  checkForeignResult(part, anthropicBlocks);
  const written = {
    type: "tool_result",
    tool_use_id: wireId,
    content: resultText(part),
    is_error: isFailure(part),
    ...(part.parts && { parts: part.parts }),
  };
  const block = restore(written, ownData(part, "anthropic"));
  return block.tool_use_id === wireId ? block : { ...block, tool_use_id: wireId };
}

function splitResults(blocks: readonly JsonObject[], split: unknown): Message[] {
  const whole = [{ role: "user", content: blocks }];
  if (!Array.isArray(split)) return whole;
  const counts = split as readonly ResultSplit[];
  if (counts.reduce((sum, { count }) => sum + count, 0) !== blocks.length) return whole;
  let from = 0;
  return counts.map(({ count, keys }) => {
    from += count;
    return { role: "user", content: blocks.slice(from - count, from), ...keys };
  });
}

function withoutOrder(kept: JsonObject | undefined): JsonObject | undefined {
  if (kept?.order === undefined) return kept;
  const { order: _order, ...keys } = kept;
  return keys;
}

function writeAssistantBlock(part: TurnPart, wireIdOf: WireIdOf): unknown {
  const own = ownData(part, "anthropic");
  switch (part.kind) {
    case "TEXT":
      // The API refuses empty text blocks.
      return part.text === "" && own === undefined && !isOpaque(part) ? undefined : writeBlock(part, anthropicBlocks);
    case "CONTENT":
      return writeBlock(part, anthropicBlocks);
    case "REASONING":
      if (own !== undefined) return isWhole(own) ? own : { type: "thinking", thinking: part.text, ...own };
      return isOpaque(part) ? foreignBlock(part, anthropicBlocks) : undefined;
    case "TOOL_CALL":
      return { type: "tool_use", id: wireIdOf(part.callId), name: part.toolName, input: part.args, ...own };
    case "TOOL_RESULT":
      return undefined;
  }
}

/** A message kept whole has the ids it came with; those of this transcript count. */
function withCallIds(
  message: Message,
  kept: JsonObject | undefined,
  calls: readonly ToolCallPart[],
  wireIdOf: WireIdOf,
): Message {
  if (kept?.content === undefined || calls.length === 0 || !Array.isArray(message.content)) return message;
  let position = 0;
  const content = message.content.map((block: unknown) => {
    if (!isObject(block) || block.type !== "tool_use") return block;
    const call = calls[position++];
    return call === undefined ? block : { ...block, id: wireIdOf(call.callId) };
  });
  return { ...message, content };
}
