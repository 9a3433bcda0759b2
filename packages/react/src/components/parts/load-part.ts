import type { PartProblem } from "./content-labels.ts";
import { type ImageSize, readImageSize } from "./image-size.ts";
import { essenceOf } from "./media-type.ts";
import type { MediaSource } from "./part-source.ts";
import { sniffType } from "./sniff-type.ts";

/** What a part may cost. */
export interface PartLimits {
  readonly maxPartBytes: number;
  readonly maxImagePixels: number;
}

/** A part that has been looked at and may be drawn, or why not. `blob` is what can be saved. */
export type LoadedPart =
  | { readonly state: "image"; readonly blob: Blob; readonly drawn: Blob; readonly size: ImageSize }
  | { readonly state: "pdf" | "audio" | "text" | "file"; readonly blob: Blob }
  /** Another server gives it to an element, but not to this page. Only after a click, or from a listed host. */
  | { readonly state: "direct"; readonly url: string; readonly blob?: undefined }
  | { readonly state: "failed"; readonly problem: PartProblem; readonly blob?: Blob };

/** How bytes are fetched. */
export interface PartReader {
  readonly getBlob?: ((hash: string) => Promise<Blob | undefined>) | undefined;
  readonly limits: PartLimits;
  readonly signal: AbortSignal;
}

/** An SVG is read whole before it is drawn, so it may not be long. */
const maxSvgBytes = 2_000_000;

/** Fetches the bytes of a part and looks at them, before the browser does. */
export async function loadPart(source: MediaSource, reader: PartReader): Promise<LoadedPart> {
  const found = await findBytes(source, reader);
  if ("state" in found) return found;
  return inspect(source, found.blob, reader.limits);
}

type Found = { readonly blob: Blob } | LoadedPart;

async function findBytes({ kind, mimeType, from }: MediaSource, reader: PartReader): Promise<Found> {
  const { maxPartBytes } = reader.limits;
  switch (from.at) {
    case "nowhere":
      return { state: "failed", problem: from.problem };
    case "inside": {
      // Four characters carry three bytes: too much is refused before it is decoded (threat S43).
      if ((from.data.length / 4) * 3 > maxPartBytes + 2) return { state: "failed", problem: "too-large" };
      const bytes = decodeBase64(from.data);
      if (bytes === undefined) return { state: "failed", problem: "malformed" };
      return { blob: new Blob([bytes], { type: mimeType }) };
    }
    case "store": {
      const blob = await reader.getBlob?.(from.hash);
      return blob === undefined ? { state: "failed", problem: "missing" } : { blob };
    }
    case "remote": {
      const blob = await fetchBytes(from.url, maxPartBytes, reader.signal);
      if (blob === "too-large") return { state: "failed", problem: "too-large" };
      if (blob !== undefined) return { blob };
      const plays = kind === "image" || kind === "audio";
      return plays ? { state: "direct", url: from.url.href } : { state: "failed", problem: "unreachable" };
    }
  }
}

async function inspect({ kind }: MediaSource, blob: Blob, limits: PartLimits): Promise<LoadedPart> {
  const failed = (problem: PartProblem): LoadedPart => ({ state: "failed", problem, blob });
  if (blob.size === 0) return failed("empty");
  if (blob.size > limits.maxPartBytes) return failed("too-large");
  switch (kind) {
    case "file":
    case "text":
      return { state: kind, blob };
    case "audio": {
      const head = new Uint8Array(await blob.slice(0, 1024).arrayBuffer());
      return sniffType(head) === undefined ? { state: "audio", blob } : failed("wrong-type");
    }
    case "pdf": {
      const head = new Uint8Array(await blob.slice(0, 1024).arrayBuffer());
      return sniffType(head) === "application/pdf" ? { state: "pdf", blob } : failed("wrong-type");
    }
    case "svg": {
      if (blob.size > maxSvgBytes) return failed("too-large");
      const bytes = new Uint8Array(await blob.arrayBuffer());
      if (sniffType(bytes) !== "markup") return failed("wrong-type");
      const { checkSvg } = await import("./svg-guard.ts");
      const checked = checkSvg(bytes);
      if (!checked.ok) return failed(checked.reason);
      const size = { width: checked.width ?? 300, height: checked.height ?? 150 };
      return { state: "image", blob, drawn: new Blob([checked.text], { type: "image/svg+xml" }), size };
    }
    case "image": {
      const bytes = new Uint8Array(await blob.arrayBuffer());
      const type = sniffType(bytes);
      if (type === undefined || !type.startsWith("image/")) return failed("wrong-type");
      const size = readImageSize(bytes, type);
      if (size === undefined || size.width === 0 || size.height === 0) return failed("damaged");
      if (size.width * size.height > limits.maxImagePixels) return failed("too-many-pixels");
      const drawn = essenceOf(blob.type) === type ? blob : new Blob([bytes], { type });
      return { state: "image", blob, drawn, size };
    }
  }
}

/** Fetches from another server as a stranger: no cookies, no word of where the reader is. */
async function fetchBytes(url: URL, maxBytes: number, signal: AbortSignal): Promise<Blob | "too-large" | undefined> {
  let response: Response;
  try {
    response = await fetch(url, { credentials: "omit", referrerPolicy: "no-referrer", signal });
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined; // Not reached, or the server does not let pages read it.
  }
  if (!response.ok || response.body === null) return undefined;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > maxBytes) {
      await reader.cancel();
      return "too-large";
    }
    chunks.push(next.value);
  }
  return new Blob(chunks);
}

function decodeBase64(data: string): Uint8Array<ArrayBuffer> | undefined {
  let binary: string;
  try {
    binary = atob(data);
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
