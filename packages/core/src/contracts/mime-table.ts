/** The contract's table (§1B): fixed, the same on every machine. Nothing is ever sniffed. */
const MIME_BY_EXTENSION = new Map([
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["pdf", "application/pdf"],
  ["mp3", "audio/mpeg"],
  ["wav", "audio/wav"],
]);

/** The lower-cased extension of a file name or of the path of a URL; empty when there is none. */
export function extensionOf(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
  const dot = base.lastIndexOf(".");
  return dot <= 0 ? "" : base.slice(dot + 1).toLowerCase();
}

/** The MIME type of a file name or path by the fixed table. */
export function mimeTypeOf(name: string): string | undefined {
  return MIME_BY_EXTENSION.get(extensionOf(name));
}

/** The kind of part for a MIME type: `image/*`, `audio/*`, everything else a file. */
export function kindOfMime(mimeType: string): "image" | "audio" | "file" {
  const family = /^(image|audio)\//i.exec(mimeType)?.[1]?.toLowerCase();
  return family === "image" || family === "audio" ? family : "file";
}
