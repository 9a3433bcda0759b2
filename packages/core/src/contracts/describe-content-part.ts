import { base64ByteLength } from "../primitives/base64.ts";
import type { Content, TurnContent } from "./content.ts";

/** A part as a person, a log, an event or an error may see it: `data` never appears (contract §1B). */
export interface ContentDescription {
  readonly type: Content["type"];
  readonly mimeType: string;
  readonly bytes: number;
}

/** Decoded bytes of a part: 0 behind a URL, the UTF-8 length of text (contract §1B). */
export function partBytes(part: TurnContent): number {
  if (part.type === "text") return new TextEncoder().encode(part.text).length;
  if ("bytes" in part) return part.bytes;
  return part.data === undefined ? 0 : base64ByteLength(part.data);
}

/** The contract's token estimate of a part that is not text (§1B). Base64 is never counted. */
export function partTokens(part: TurnContent): number {
  return Math.max(85, Math.floor(partBytes(part) / 750));
}

/** `{ type, mimeType, bytes }`: a part without its payload. */
export function describePart(part: TurnContent): ContentDescription {
  return { type: part.type, mimeType: part.type === "text" ? "text/plain" : part.mimeType, bytes: partBytes(part) };
}

/** `image (image/png, 82 bytes)` (contract §1B); the text itself of a text part. */
export function summarizePart(part: TurnContent): string {
  return part.type === "text" ? part.text : mediaLine(part.type, part);
}

/** `report.pdf (application/pdf, 82 bytes)`: the line for a named file (contract §1B). */
export function mediaFileLine(name: string, part: Exclude<TurnContent, { type: "text" }>): string {
  return mediaLine(name, part);
}

/** `[unsupported image part (image/png, 82 bytes)]`: what stands in for a part that cannot be sent (contract §1B). */
export function placeholderOf(part: Exclude<TurnContent, { type: "text" }>): string {
  return `[unsupported ${mediaLine(`${part.type} part`, part)}]`;
}

function mediaLine(name: string, part: Exclude<TurnContent, { type: "text" }>): string {
  return `${name} (${part.mimeType}, ${partBytes(part)} bytes)`;
}
