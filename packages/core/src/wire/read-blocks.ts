import type { MediaContent, TurnContent } from "../contracts/content.ts";
import type { JsonObject } from "../contracts/json.ts";
import type { TextPart, TurnPart } from "../contracts/turn.ts";
import { isObject } from "../primitives/is-object.ts";
import { type BlockCodec, isContractPart } from "./content-blocks.ts";
import { remainder, withData } from "./provider-data.ts";

/** A style's way to spell content, read as well as written. */
export interface BlockReader extends BlockCodec {
  /** A block of the provider's as a part; `undefined` when it is none we know. */
  fromBlock(block: JsonObject): MediaContent | TextPart | undefined;
}

/** Content of a message as parts. A lone text block stays a block: only a string is a string again. */
export function readContent(content: unknown, codec: BlockReader): TurnPart[] {
  if (typeof content === "string") return [{ kind: "TEXT", text: content }];
  if (!Array.isArray(content)) return [];
  const parts = content.map((block) => readBlock(block, codec));
  const [only] = parts;
  if (parts.length !== 1 || only?.kind !== "TEXT" || only.providerData !== undefined) return parts;
  return [{ kind: "CONTENT", content: { type: "text", text: only.text } }];
}

/** One block as a part. What nobody knows is kept as it came, on a part without text of its own. */
export function readBlock(block: unknown, codec: BlockReader): TurnPart {
  const { style } = codec;
  if (!isObject(block)) return { kind: "TEXT", text: "", providerData: { style, value: { type: "?", block } } };
  if (block.type === "text" && typeof block.text === "string") {
    const kept = remainder(block, { type: "text", text: block.text });
    return { kind: "TEXT", text: block.text, ...withData(style, kept) };
  }
  if (isContractPart(block)) return { kind: "CONTENT", content: block };
  const known = codec.fromBlock(block);
  if (known === undefined) return { kind: "TEXT", text: "", providerData: { style, value: block } };
  if ("kind" in known) return { ...known, providerData: { style, value: block } };
  // Kept is what the part does not give again; an empty record says "in the provider's own shape".
  const value = remainder(block, codec.toBlock(known) ?? {}) ?? {};
  return { kind: "CONTENT", content: known, providerData: { style, value } };
}

/** Content of a result: the text it begins with is its output, all that follows are its parts, in order. */
export function splitBlocks(blocks: readonly TurnPart[]): { output: string; parts?: readonly TurnContent[] } {
  const firstOther = blocks.findIndex((block) => block.kind !== "TEXT");
  const texts = blocks.slice(0, firstOther < 0 ? blocks.length : firstOther);
  const output = texts.map((block) => (block.kind === "TEXT" ? block.text : "")).join("");
  const parts = blocks.slice(texts.length).flatMap((block): TurnContent[] => {
    if (block.kind === "TEXT") return [{ type: "text", text: block.text }];
    return block.kind === "CONTENT" ? [block.content] : [];
  });
  return parts.length > 0 ? { output, parts } : { output };
}
