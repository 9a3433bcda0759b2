/** How a part is shown, by its declared type. What is not on the list is a file to save. */
export type MediaKind = "image" | "svg" | "pdf" | "audio" | "text" | "file";

const kinds = new Map<string, MediaKind>([
  ["image/png", "image"],
  ["image/apng", "image"],
  ["image/jpeg", "image"],
  ["image/jpg", "image"],
  ["image/gif", "image"],
  ["image/webp", "image"],
  ["image/avif", "image"],
  ["image/bmp", "image"],
  ["image/x-ms-bmp", "image"],
  ["image/svg+xml", "svg"],
  ["application/pdf", "pdf"],
  ["application/x-pdf", "pdf"],
  ["application/json", "text"],
  ["application/xml", "text"],
  ["application/xhtml+xml", "text"],
]);

/** What a type is called without its parameters, in lower case: `IMAGE/SVG+XML;x=y` is `image/svg+xml`. */
export function essenceOf(mimeType: string): string {
  return (mimeType.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/** The allow-list (threat S37). Audio plays in an element that never runs script, so every audio type is tried. */
export function mediaKindOf(mimeType: string): MediaKind {
  const essence = essenceOf(mimeType);
  const known = kinds.get(essence);
  if (known !== undefined) return known;
  if (/^audio\/[\w.+-]+$/.test(essence)) return "audio";
  // HTML, too, is shown as its source.
  if (/^text\/[\w.+-]+$/.test(essence)) return "text";
  return "file";
}
