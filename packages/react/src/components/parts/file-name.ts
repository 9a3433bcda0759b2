import { essenceOf } from "./media-type.ts";

/** The extension a type is saved with, and others that fit it as well. The first is the one we add. */
const extensions = new Map<string, readonly string[]>([
  ["image/png", ["png", "apng"]],
  ["image/apng", ["png", "apng"]],
  ["image/jpeg", ["jpg", "jpeg", "jpe", "jfif"]],
  ["image/jpg", ["jpg", "jpeg"]],
  ["image/gif", ["gif"]],
  ["image/webp", ["webp"]],
  ["image/avif", ["avif"]],
  ["image/bmp", ["bmp", "dib"]],
  ["image/svg+xml", ["svg"]],
  ["application/pdf", ["pdf"]],
  ["application/json", ["json"]],
  ["application/xml", ["xml"]],
  ["application/zip", ["zip"]],
  ["audio/mpeg", ["mp3"]],
  ["audio/mp3", ["mp3"]],
  ["audio/wav", ["wav"]],
  ["audio/x-wav", ["wav"]],
  ["audio/ogg", ["ogg", "oga", "opus"]],
  ["audio/flac", ["flac"]],
  ["audio/aiff", ["aiff", "aif"]],
  ["audio/mp4", ["m4a", "mp4"]],
  ["audio/aac", ["aac"]],
  ["audio/webm", ["webm", "weba"]],
  ["text/plain", ["txt", "log", "text", "md"]],
  ["text/markdown", ["md"]],
  ["text/csv", ["csv"]],
  ["text/html", ["html", "htm"]],
]);

const longestName = 120;

/** Names Windows gives to devices: a file cannot have them. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * A name that is safe to save under and to show (threat S44): no folders, no invisible or turning characters, no
 * leading dots, no device names, not endless, and ending as its type ends.
 */
export function cleanFileName(name: string | undefined, kind: string, mimeType: string): string {
  const fitting = extensions.get(essenceOf(mimeType)) ?? [];
  const lastSegment = (name ?? "").split(/[/\\]/).at(-1) ?? "";
  const cleaned = lastSegment
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}<>:"|?*%]/gu, "")
    .replace(/\s+/gu, " ")
    .replace(/^[\s.~-]+|[\s.]+$/gu, "");
  const base = cleaned === "" || deviceName.test(cleaned) ? kind : cleaned;
  const extension = /\.([A-Za-z0-9]{1,10})$/.exec(base)?.[1]?.toLowerCase();
  const wanted = fitting[0];
  const fits = wanted === undefined || (extension !== undefined && fitting.includes(extension));
  const ending = fits ? (extension === undefined ? "" : `.${extension}`) : `.${wanted}`;
  const stem = fits && extension !== undefined ? base.slice(0, -extension.length - 1) : base;
  return `${[...stem].slice(0, longestName - ending.length).join("")}${ending}`;
}
