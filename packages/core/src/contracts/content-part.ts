import type { AudioContent, FileContent, ImageContent, MediaContent, TextContent } from "./content.ts";
import { describePart, summarizePart } from "./describe-content-part.ts";
import { type ContentOptions, type ContentSource, partFrom, readPart, textPart } from "./make-content-part.ts";

export type {
  AudioContent,
  BlobContent,
  FileContent,
  ImageContent,
  MediaContent,
  MediaSource,
  TextContent,
  TurnContent,
} from "./content.ts";
export type { ContentDescription } from "./describe-content-part.ts";
export type { ContentOptions, ContentSource } from "./make-content-part.ts";

/** One piece of content of a prompt or of a tool's result: text, or an image, a file, audio (contract §1B). */
export type ContentPart = TextContent | ImageContent | FileContent | AudioContent;

/** A part by its fields: a type, and exactly one of `data` (base64) and `url`. */
export interface MediaFields {
  readonly mimeType: string;
  readonly data?: string;
  readonly url?: string;
  /** `file` only. */
  readonly name?: string;
}

/** Makes parts of one kind, from fields or from a source; only a `Blob` or `File` needs to be awaited. */
export interface MediaMaker<Part extends MediaContent> {
  /** @throws ContentPartError */
  (source: Blob, options?: Omit<ContentOptions, "type">): Promise<Part>;
  (source: MediaFields | Exclude<ContentSource, Blob>, options?: Omit<ContentOptions, "type">): Part;
}

/** Makes and describes content parts. Every part is frozen. */
export const ContentPart = {
  /**
   * Makes a part from bytes, a `data:` URL or an `http(s):` URL at once, from a `Blob` or `File` after reading it.
   *
   * @throws ContentPartError when the type cannot be told or the source is no source.
   * @example
   * const shot = await ContentPart.from(file); // { type: "image", mimeType: "image/png", data: "iVBOR…" }
   * const report = ContentPart.from(bytes, { mimeType: "application/pdf", name: "report.pdf" });
   */
  from: partFrom,

  /** Text beside other parts. */
  text: textPart,

  /** An image, whatever its type says. @throws ContentPartError */
  image: makerOf<ImageContent>("image"),

  /** A file, whatever its type says. @throws ContentPartError */
  file: makerOf<FileContent>("file"),

  /** Audio, whatever its type says. @throws ContentPartError */
  audio: makerOf<AudioContent>("audio"),

  /** `image (image/png, 82 bytes)`; the text itself of a text part. */
  summary: summarizePart,

  /** `{ type, mimeType, bytes }`: what a log or an event may hold. The data never appears. */
  describe: describePart,
} as const;

function makerOf<Part extends MediaContent>(type: Part["type"]): MediaMaker<Part> {
  const make = (source: MediaFields | ContentSource, options?: ContentOptions) =>
    isFields(source) ? readPart({ ...source, type }, options?.maxPartBytes) : partFrom(source, { ...options, type });
  return make as MediaMaker<Part>;
}

function isFields(source: MediaFields | ContentSource): source is MediaFields {
  return typeof source === "object" && "mimeType" in source;
}
