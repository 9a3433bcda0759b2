/** Text beside other parts (contract §1B). */
export interface TextContent {
  readonly type: "text";
  readonly text: string;
}

/** Where the bytes of a part are: inside it as padded base64, or behind an http(s) URL. Never both. */
export type MediaSource =
  | { readonly data: string; readonly url?: never }
  | { readonly url: string; readonly data?: never };

/** An image by its declared type; nothing is sniffed. */
export type ImageContent = { readonly type: "image"; readonly mimeType: string } & MediaSource;

/** Any other file: a PDF, a spreadsheet, a text file. */
export type FileContent = { readonly type: "file"; readonly mimeType: string; readonly name?: string } & MediaSource;

/** Sound by its declared type. */
export type AudioContent = { readonly type: "audio"; readonly mimeType: string } & MediaSource;

/** One piece of content of a prompt or of a tool's result (contract §1B). Public as `ContentPart`. */
export type Content = TextContent | ImageContent | FileContent | AudioContent;

/** A part with bytes behind it. */
export type MediaContent = Exclude<Content, TextContent>;

/**
 * A part whose bytes are kept apart, by content: what a durable run holds instead of base64.
 * `blob` is the SHA-256 of the bytes in lower-case hex, `bytes` their number.
 */
export interface BlobContent {
  readonly type: "image" | "file" | "audio";
  readonly mimeType: string;
  readonly blob: string;
  readonly bytes: number;
  readonly name?: string;
  /** Set when the bytes could not be stored (a full disk): the part says so instead of showing nothing. */
  readonly notStored?: true;
}

/** A part as a turn holds it: whole, or with its bytes kept apart. */
export type TurnContent = Content | BlobContent;
