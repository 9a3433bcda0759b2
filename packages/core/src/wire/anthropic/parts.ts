import type { BlockCodec } from "../content-blocks.ts";

/** Content in the shape of the Messages API (contract §8A, the table). */
export const anthropicBlocks: BlockCodec = {
  style: "anthropic",
  toBlock({ type, mimeType, data, url }) {
    if (type === "audio") return undefined;
    const source = url === undefined ? { type: "base64", media_type: mimeType, data } : { type: "url", url };
    return { type: type === "image" ? "image" : "document", source };
  },
};
