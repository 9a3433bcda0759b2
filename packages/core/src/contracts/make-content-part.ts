import { base64ByteLength, bytesToBase64 } from "../primitives/base64.ts";
import { LIMITS } from "../primitives/limits.ts";
import type { Content, MediaContent, MediaSource, TextContent } from "./content.ts";
import { ContentPartError } from "./errors.ts";
import { extensionOf, kindOfMime, mimeTypeOf } from "./mime-table.ts";

/** What a part can be made from: bytes, a Blob or File, a `data:` URL, an `http(s):` URL. */
export type ContentSource = string | ArrayBuffer | ArrayBufferView | Blob;

/** How a part is made from its source. */
export interface ContentOptions {
  /** Beats what the source says; required for bytes and for an extension the table does not know. */
  readonly mimeType?: string;
  /** The name a `file` part carries. @default the File's own name */
  readonly name?: string;
  /** The kind of part. @default by MIME type: `image/*`, `audio/*`, everything else a file */
  readonly type?: MediaContent["type"];
  /** Decoded bytes a part may have. @default 64 MiB */
  readonly maxPartBytes?: number;
}

/**
 * Makes a part from whatever the host has (contract §1B), reading bytes now. Only a Blob needs to be awaited.
 * @throws ContentPartError
 */
export function partFrom(source: Blob, options?: ContentOptions): Promise<MediaContent>;
export function partFrom(source: Exclude<ContentSource, Blob>, options?: ContentOptions): MediaContent;
export function partFrom(source: ContentSource, options?: ContentOptions): MediaContent | Promise<MediaContent>;
export function partFrom(source: ContentSource, options: ContentOptions = {}): MediaContent | Promise<MediaContent> {
  if (typeof source === "string") {
    return /^data:/i.test(source) ? fromDataUrl(source, options) : fromRemoteUrl(source, options);
  }
  if (isBytes(source)) return fromBytes(source, options);
  if (isBlob(source)) return fromBlob(source, options);
  throw new ContentPartError(
    "unsupported",
    "A part can be made from bytes, a Blob or File, a data: URL or an http(s): URL; this is none of them.",
  );
}

/** Text as a part. */
export function textPart(text: string): TextContent {
  return Object.freeze({ type: "text", text });
}

/**
 * Reads a part that came from outside: known fields only, exactly one source, base64 as it should be.
 * @throws ContentPartError
 */
export function readPart(value: unknown, maxPartBytes: number = LIMITS.partBytes): Content {
  const given = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const { type, text, mimeType, data, url, name } = given;
  if (type === "text" && typeof text === "string") return textPart(text);
  if (type !== "image" && type !== "file" && type !== "audio") {
    throw new ContentPartError("unsupported", "A part has the type text (with its text), image, file or audio.");
  }
  const hasData = data !== undefined && data !== null;
  const hasUrl = url !== undefined && url !== null;
  if (hasData && hasUrl) {
    throw new ContentPartError("source-conflict", `This ${type} part has both data and url. Give exactly one of them.`);
  }
  if (!hasData && !hasUrl) {
    throw new ContentPartError(
      "source-missing",
      `This ${type} part has neither data nor url. Give exactly one of them.`,
    );
  }
  const options: ContentOptions = {
    type,
    maxPartBytes,
    ...(typeof mimeType === "string" && mimeType !== "" && { mimeType }),
    ...(typeof name === "string" && name !== "" && { name }),
  };
  if (hasUrl) {
    if (typeof url !== "string") throw new ContentPartError("unsupported", `The url of this ${type} part is no text.`);
    return partFrom(url, options);
  }
  if (typeof data !== "string") {
    throw new ContentPartError("unsupported", `The data of this ${type} part is no base64 text.`);
  }
  if (options.mimeType === undefined) {
    throw new ContentPartError("unsupported", `This ${type} part has no mimeType. Give one: nothing is sniffed.`);
  }
  return finish(options.mimeType, { data: cleanBase64(data, maxPartBytes) }, options);
}

function fromBytes(source: ArrayBuffer | ArrayBufferView, options: ContentOptions): MediaContent {
  if (options.mimeType === undefined) {
    throw new ContentPartError("unknown-extension", "Bytes carry no type. Pass `mimeType`: nothing is sniffed.");
  }
  checkSize(source.byteLength, options.maxPartBytes);
  const bytes = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
  return finish(options.mimeType, { data: bytesToBase64(bytes) }, options);
}

async function fromBlob(blob: Blob, options: ContentOptions): Promise<MediaContent> {
  const own = (blob as { name?: unknown }).name;
  const name = typeof own === "string" && own !== "" ? own : undefined;
  const mimeType = options.mimeType ?? (blob.type || (name === undefined ? undefined : mimeTypeOf(name)));
  if (mimeType === undefined) throw unknownExtension(name ?? "");
  checkSize(blob.size, options.maxPartBytes);
  return fromBytes(await blob.arrayBuffer(), { ...(name !== undefined && { name }), ...options, mimeType });
}

function fromDataUrl(source: string, options: ContentOptions): MediaContent {
  const comma = source.indexOf(",");
  if (comma < 0) throw new ContentPartError("unsupported", "This data: URL has no comma, so it holds no data.");
  const head = source.slice("data:".length, comma);
  const body = source.slice(comma + 1);
  const isEncoded = /;\s*base64\s*$/i.test(head);
  const declared = (isEncoded ? head.slice(0, head.lastIndexOf(";")) : head).trim();
  const mimeType = options.mimeType ?? (declared === "" ? "application/octet-stream" : declared);
  const data = isEncoded
    ? cleanBase64(body.includes("%") ? percentDecoded(body) : body, options.maxPartBytes)
    : bytesToBase64(new TextEncoder().encode(percentDecoded(body)));
  checkSize(base64ByteLength(data), options.maxPartBytes);
  return finish(mimeType, { data }, options);
}

function fromRemoteUrl(source: string, options: ContentOptions): MediaContent {
  const url = parseUrl(source);
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new ContentPartError(
      "unsupported",
      "A part holds bytes or an absolute http(s): URL, never a path or another kind of address. Pass the bytes or the Blob itself.",
    );
  }
  const mimeType = options.mimeType ?? mimeTypeOf(url.pathname);
  if (mimeType === undefined) throw unknownExtension(url.pathname);
  return finish(mimeType, { url: source }, options);
}

function finish(mimeType: string, source: MediaSource, options: ContentOptions): MediaContent {
  if (mimeType.length > 255 || !/^[^\s/;,]+\/[^\s/;,]+(?:;[\u0020-\u007e]*)?$/.test(mimeType)) {
    throw new ContentPartError("unsupported", "The mimeType of a part looks like image/png; this one does not.");
  }
  const type = options.type ?? kindOfMime(mimeType);
  if (type !== "file") return Object.freeze({ type, mimeType, ...source });
  return Object.freeze({ type, mimeType, ...source, ...(options.name !== undefined && { name: options.name }) });
}

/** Base64 as the contract stores it: standard, padded, in one line. Blanks and missing padding are mended. */
function cleanBase64(text: string, maxPartBytes: number | undefined): string {
  checkSize(base64ByteLength(text), maxPartBytes);
  const joined = /\s/.test(text) ? text.replace(/[\t\n\f\r ]+/g, "") : text;
  const body = joined.replace(/={1,2}$/, "");
  // A search for one wrong character runs in constant space however long the text is; a match of the whole does not.
  const isBase64 = !/[^A-Za-z0-9+/]/.test(body) && body.length % 4 !== 1;
  if (!isBase64 || (joined !== body && joined.length % 4 !== 0)) {
    throw new ContentPartError("unsupported", "The data of this part is no standard base64.");
  }
  return joined === body ? body + "=".repeat((4 - (body.length % 4)) % 4) : joined;
}

function checkSize(bytes: number, limit: number = LIMITS.partBytes): void {
  if (bytes <= limit) return;
  throw new ContentPartError("too-large", `This part has ${bytes} bytes; at most ${limit} are allowed (maxPartBytes).`);
}

function unknownExtension(name: string): ContentPartError {
  const extension = extensionOf(name);
  const what = extension === "" ? "A name without an extension" : `The extension "${extension.slice(0, 40)}"`;
  return new ContentPartError("unknown-extension", `${what} tells no type. Pass \`mimeType\`: nothing is sniffed.`);
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new ContentPartError("unsupported", "The data: URL holds percent signs that encode nothing.", { cause });
  }
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    // Not an address: the caller says so in its own words.
    return undefined;
  }
}

/** A view or a buffer, also of another realm (a frame), where it is no `instanceof` ours. */
function isBytes(value: unknown): value is ArrayBuffer | ArrayBufferView {
  return ArrayBuffer.isView(value) || /^\[object (?:Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(value));
}

/** By what it can do: a Blob of another realm (a frame) is no `instanceof` ours. */
function isBlob(value: unknown): value is Blob {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as { arrayBuffer?: unknown }).arrayBuffer === "function" &&
    typeof (value as { size?: unknown }).size === "number"
  );
}
