import type { MediaContent } from "../../contracts/content.ts";
import type { JsonObject } from "../../contracts/json.ts";
import { mimeTypeOf } from "../../contracts/mime-table.ts";
import type { TextPart } from "../../contracts/turn.ts";
import { isObject } from "../../primitives/is-object.ts";
import type { BlockReader } from "../read-blocks.ts";
import { anthropicBlocks } from "./parts.ts";

/** Content in the shape of the Messages API, read back. */
export const anthropicReader: BlockReader = {
  ...anthropicBlocks,
  fromBlock(block) {
    const { type, source } = block;
    if ((type !== "image" && type !== "document") || !isObject(source)) return undefined;
    const kind = type === "image" ? "image" : "file";
    // The name is for other styles; here the title stays what it is.
    const name = kind === "file" && typeof block.title === "string" ? { name: block.title } : {};
    return readSource(kind, source, name);
  },
};

function readSource(
  type: "image" | "file",
  { type: form, media_type: mediaType, data, url }: JsonObject,
  name: { name?: string },
): MediaContent | TextPart | undefined {
  if (form === "base64" && typeof data === "string" && typeof mediaType === "string") {
    return { type, mimeType: mediaType, data, ...name };
  }
  if (form === "url" && typeof url === "string") {
    const guess = type === "image" ? "image/*" : "application/pdf";
    return { type, mimeType: mimeTypeOf(url.replace(/[?#].*$/s, "")) ?? guess, url, ...name };
  }
  if (form === "text" && typeof data === "string") return { kind: "TEXT", text: data };
  return undefined;
}
