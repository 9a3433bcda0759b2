import type { MediaContent } from "../../contracts/content.ts";
import type { JsonObject } from "../../contracts/json.ts";
import { mimeTypeOf } from "../../contracts/mime-table.ts";
import { isObject } from "../../primitives/is-object.ts";
import type { BlockCodec } from "../content-blocks.ts";

/** The audio formats the API names, by MIME type; others are refused (contract §8A). */
const AUDIO_FORMATS = new Map([
  ["audio/mpeg", "mp3"],
  ["audio/mp3", "mp3"],
  ["audio/wav", "wav"],
  ["audio/x-wav", "wav"],
]);

/** Content in the shape of Chat Completions (contract §8A, the table). */
export const openaiBlocks: BlockCodec = {
  style: "openai",
  toBlock(part) {
    const { type, mimeType, data, url } = part;
    const dataUrl = `data:${mimeType};base64,${data}`;
    if (type === "image") return { type: "image_url", image_url: { url: url ?? dataUrl } };
    if (url !== undefined) return undefined;
    if (type === "file") {
      return { type: "file", file: { filename: part.name ?? "file", file_data: dataUrl } };
    }
    const format = AUDIO_FORMATS.get(mimeType.toLowerCase());
    return format === undefined ? undefined : { type: "input_audio", input_audio: { data, format } };
  },
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
