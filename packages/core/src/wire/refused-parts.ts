import type { MediaContent, TurnContent } from "../contracts/content.ts";
import { partBytes, placeholderOf, summarizePart } from "../contracts/describe-content-part.ts";
import { ContentPartError } from "../contracts/errors.ts";
import type { JsonObject } from "../contracts/json.ts";
import { readPart } from "../contracts/make-content-part.ts";
import { type BlockCodec, textBlock } from "./content-blocks.ts";
import type { UnsupportedPartMode } from "./wire-options.ts";

/** Who put a part into the transcript: the caller, or a tool (contract §8A "provenance"). */
export type Provenance = "attached" | "derived";

type MediaPart = Exclude<TurnContent, { type: "text" }>;

/** Makes the block of one part. */
export type RenderPart = (part: MediaPart, provenance: Provenance) => Promise<JsonObject>;

/** What decides whether a part goes out. */
export interface PartRules {
  readonly codec: BlockCodec;
  readonly maxPartBytes?: number | undefined;
  readonly onUnsupportedPart?: UnsupportedPartMode | undefined;
  readonly loadBlob?: ((hash: string) => Promise<string | undefined>) | undefined;
  /** Hears of each style, kind and reason once. */
  readonly warnOnce: (topic: string, message: string) => void;
}

/**
 * Renders one part by the table of contract §8A, which is the whole list of what may go out. What is refused or too
 * large is an error where the caller attached it, and a line of text where a tool made it.
 *
 * @throws ContentPartError `unsupported`, `too-large`, or what is wrong with the part itself.
 */
export async function renderPart(part: MediaPart, provenance: Provenance, rules: PartRules): Promise<JsonObject> {
  const { codec, maxPartBytes = Number.POSITIVE_INFINITY, onUnsupportedPart, warnOnce } = rules;
  try {
    if (partBytes(part) > maxPartBytes) {
      throw new ContentPartError(
        "too-large",
        `${summarizePart(part)} is over maxPartBytes (${maxPartBytes}). Send a smaller one, or raise maxPartBytes.`,
      );
    }
    const media = "blob" in part ? withoutBytes(part) : readPart(part);
    const block = media.type === "text" ? undefined : codec.toBlock(media);
    if (block === undefined) {
      throw new ContentPartError(
        "unsupported",
        `${summarizePart(part)} cannot be sent in the ${codec.style} style. Leave it out, or set onUnsupportedPart: "text".`,
      );
    }
    if (!("blob" in part)) return block;
    const data = part.notStored ? undefined : await rules.loadBlob?.(part.blob);
    if (data === undefined) return textBlock(`[${summarizePart(part)} is no longer there]`);
    return codec.toBlock({ ...withoutBytes(part), data } as MediaContent) as JsonObject;
  } catch (error) {
    if (!(error instanceof ContentPartError)) throw error;
    if ((onUnsupportedPart ?? (provenance === "attached" ? "error" : "text")) === "error") throw error;
    warnOnce(`${codec.style} ${part.type} ${error.code}`, `A part went out as a line of text: ${error.message}`);
    return textBlock(placeholderOf(part));
  }
}

/** A part whose bytes are kept apart, as if it had none: enough to tell whether the style takes it. */
function withoutBytes({ type, mimeType, name }: Extract<MediaPart, { blob: string }>): MediaContent {
  const named = type === "file" && name !== undefined ? { name } : {};
  return { type, mimeType, data: "", ...named } as MediaContent;
}
