import type { MediaContent } from "../../contracts/content.ts";
import type { JsonObject } from "../../contracts/json.ts";
import { mimeTypeOf } from "../../contracts/mime-table.ts";
import { isObject } from "../../primitives/is-object.ts";
import type { BlockReader } from "../read-blocks.ts";
import { openaiBlocks } from "./parts.ts";

/** Content in the shape of Chat Completions, read back. */
export const openaiReader: BlockReader = {
  ...openaiBlocks,
  fromBlock({ type, image_url: image, file, input_audio: audio }) {
    if (type === "image_url" && isObject(image) && typeof image.url === "string") return imageOf(image.url);
    if (type === "file" && isObject(file)) return fileOf(file);
    if (type === "input_audio" && isObject(audio) && typeof audio.data === "string") {
      return {
        type: "audio",
        mimeType: audio.format === "mp3" ? "audio/mpeg" : `audio/${audio.format}`,
        data: audio.data,
      };
    }
    return undefined;
  },
};

function imageOf(url: string): MediaContent {
  const embedded = readDataUrl(url);
  if (embedded) return { type: "image", ...embedded };
  return { type: "image", mimeType: mimeTypeOf(url.replace(/[?#].*$/s, "")) ?? "image/*", url };
}

function fileOf({ file_data: data, filename }: JsonObject): MediaContent | undefined {
  const embedded = typeof data === "string" ? readDataUrl(data) : undefined;
  if (embedded === undefined) return undefined;
  return { type: "file", ...embedded, ...(typeof filename === "string" && filename !== "file" && { name: filename }) };
}

function readDataUrl(url: string): { mimeType: string; data: string } | undefined {
  const head = /^data:([^,;]+);base64,/i.exec(url);
  return head?.[1] === undefined ? undefined : { mimeType: head[1], data: url.slice(head[0].length) };
}
