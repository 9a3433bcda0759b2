import type { MediaContent, TurnContent } from "../contracts/content.ts";
import { ContentPartError } from "../contracts/errors.ts";
import type { JsonObject } from "../contracts/json.ts";
import type { ReasoningPart, TextPart, ToolResultPart, TurnPart } from "../contracts/turn.ts";
import { isObject } from "../primitives/is-object.ts";
import { isWhole, ownData, type WireStyle } from "./provider-data.ts";

/** How a style spells content. */
export interface BlockCodec {
  readonly style: WireStyle;
  /** A part in the provider's shape; `undefined` when the style has none for it (contract §8A). */
  toBlock(part: MediaContent): JsonObject | undefined;
}

/** Whether a block is one of the contract's own parts (§1B), not a provider's block of the same type name. */
export function isContractPart(block: unknown): block is Exclude<TurnContent, { type: "text" }> {
  if (!isObject(block) || "source" in block || isObject(block.file)) return false;
  return block.type === "image" || block.type === "file" || block.type === "audio";
}

/** Whether an array of content is text and nothing else. */
export function isAllText(content: readonly unknown[]): boolean {
  return content.every((block) => isObject(block) && block.type === "text" && typeof block.text === "string");
}

/** @throws ContentPartError when another style's result holds blocks that nothing here can say (contract §11). */
export function checkForeignResult(part: ToolResultPart, codec: BlockCodec): void {
  const { providerData } = part;
  if (providerData === undefined || providerData.style === codec.style || !isObject(providerData.value)) return;
  const { content } = providerData.value;
  if (!Array.isArray(content)) return;
  for (const block of content) {
    const known =
      isObject(block) && /^(text|image|document|image_url|file|input_audio|audio)$/.test(String(block.type));
    if (!known) {
      foreignBlock(
        { kind: "TEXT", text: "", providerData: { style: providerData.style, value: Object(block) } },
        codec,
      );
    }
  }
}

/** Parts of a user's message as its content. */
export function writeContent(parts: readonly TurnPart[], codec: BlockCodec): string | unknown[] {
  const [only] = parts;
  if (parts.length === 1 && only?.kind === "TEXT" && ownData(only, codec.style) === undefined && !isOpaque(only)) {
    return only.text;
  }
  return parts.flatMap((part) => writeBlock(part, codec) ?? []);
}

/** One part as a block; `undefined` where this style has nothing to say of it. */
export function writeBlock(part: TurnPart, codec: BlockCodec): unknown {
  const own = ownData(part, codec.style);
  if (own?.type === "?") return own.block;
  if (own !== undefined && isWhole(own)) return own;
  if (part.kind === "TEXT")
    return isOpaque(part) ? foreignBlock(part, codec) : { type: "text", text: part.text, ...own };
  if (part.kind !== "CONTENT") return undefined;
  const { content } = part;
  // Bytes kept apart are fetched when the request is assembled; till then the part stands as it is.
  const native = own && content.type !== "text" && !("blob" in content) ? codec.toBlock(content) : undefined;
  return native ? { ...native, ...own } : content;
}

/** A block of a provider's that is more than its text: only that provider can be told it again. */
export function isOpaque(part: TextPart | ReasoningPart): boolean {
  const value = part.providerData?.value;
  return part.text === "" && isObject(value) && value.type !== undefined;
}

/**
 * What another provider's opaque block becomes here. Its thinking, and the records of tools it ran itself, mean
 * nothing to this one, and the answer text tells what came of them. A refusal is something the model said. Anything
 * else would be lost in silence, so it is an error (contract §11).
 */
export function foreignBlock(part: TextPart | ReasoningPart, { style }: BlockCodec): JsonObject | undefined {
  const value = part.providerData?.value as JsonObject;
  const type = String(value.type);
  if (/thinking$|^(server|mcp)_tool_use$|_tool_result$|^compaction$|^reasoning/.test(type)) return undefined;
  if (type === "refusal" && typeof value.refusal === "string") return { type: "text", text: value.refusal };
  throw new ContentPartError(
    "unsupported",
    `A "${type}" block of the ${part.providerData?.style} style cannot be said in the ${style} style. Take it out of the history, or go on in its own style.`,
  );
}

/** Text as a block; both styles spell it alike. */
export function textBlock(text: string): JsonObject {
  return { type: "text", text };
}
