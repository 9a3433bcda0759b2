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
};
