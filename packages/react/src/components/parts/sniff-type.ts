/** What the first bytes of a file say. `markup` is anything that begins with a tag: HTML, XML, SVG. */
export type SniffedType =
  | "image/png"
  | "image/jpeg"
  | "image/gif"
  | "image/webp"
  | "image/avif"
  | "image/bmp"
  | "application/pdf"
  | "markup";

/** PDF readers accept junk before the header, up to here (PDF 1.7, appendix H.3.4.1). */
const pdfHeaderWithin = 1024;

/** Sizes of the header that follows the file header, from OS/2 1 to version 5. */
const bmpHeaderSizes = new Set([12, 16, 40, 52, 56, 64, 108, 124]);

/**
 * Reads the first bytes (threat S37). The declared type decides how a part is shown; this decides whether that is
 * believed.
 *
 * @returns `undefined` when they say nothing this SDK draws
 */
export function sniffType(bytes: Uint8Array): SniffedType | undefined {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "image/png";
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return "image/jpeg";
  const head = latin1(bytes, 0, pdfHeaderWithin);
  if (/^GIF8[79]a/.test(head)) return "image/gif";
  if (head.startsWith("RIFF") && head.startsWith("WEBP", 8)) return "image/webp";
  if (head.startsWith("ftyp", 4) && /avi[fs]/.test(head.slice(8, 64))) return "image/avif";
  if (head.startsWith("BM") && head.length > 26 && bmpHeaderSizes.has(head.charCodeAt(14))) return "image/bmp";
  if (head.includes("%PDF-")) return "application/pdf";
  // A byte order mark and, in UTF-16, the zero half of each character may stand before the first tag.
  if (/^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe)?\s*</.test(head.replaceAll("\0", ""))) return "markup";
  return undefined;
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

/** Bytes as characters of the same number, so that patterns can read them. */
export function latin1(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}
