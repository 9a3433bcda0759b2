import type { TurnContent } from "../contracts/content.ts";
import { partTokens } from "../contracts/describe-content-part.ts";
import type { Message } from "../contracts/run.ts";
import { base64ByteLength } from "../primitives/base64.ts";

/**
 * The contract's estimate (§7F): per message the characters of its JSON by four, rounded up, where a part that is not
 * text counts its part tokens (§1B) in place of its JSON. Base64 is never counted, in whatever shape it stands.
 */
export function estimateTokens(messages: readonly Message[]): number {
  let tokens = 0;
  for (const message of messages) tokens += estimateMessage(message);
  return tokens;
}

function estimateMessage(message: Message): number {
  let media = 0;
  const text = JSON.stringify(message, (_key, value: unknown) => {
    if (!Array.isArray(value)) return value;
    return value.filter((item: unknown) => {
      const tokens = mediaTokens(item);
      media += tokens ?? 0;
      return tokens === undefined;
    });
  });
  return Math.ceil(text.length / 4) + media;
}

/** The tokens of a part or a provider's block with bytes behind it; `undefined` for anything else. */
function mediaTokens(item: unknown): number | undefined {
  if (typeof item !== "object" || item === null) return undefined;
  const { type, mimeType, source, image_url, input_audio, file } = item as Record<string, unknown>;
  if ((type === "image" || type === "file" || type === "audio") && typeof mimeType === "string") {
    return partTokens(item as TurnContent);
  }
  if ((type === "image" || type === "document") && source !== undefined) return bytesTokens(own(source, "data"));
  if (type === "image_url") return bytesTokens(own(image_url, "url"));
  if (type === "input_audio") return bytesTokens(own(input_audio, "data"));
  if (type === "file") return bytesTokens(own(file, "file_data"));
  return undefined;
}

function bytesTokens(data: unknown): number {
  const base64 = typeof data === "string" ? data.slice(data.startsWith("data:") ? data.indexOf(",") + 1 : 0) : "";
  const isAddress = typeof data === "string" && /^https?:/i.test(data);
  const bytes = isAddress ? 0 : base64ByteLength(base64);
  return partTokens({ type: "file", mimeType: "", blob: "", bytes });
}

function own(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
