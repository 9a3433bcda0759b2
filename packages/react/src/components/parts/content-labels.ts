import { describeBytes } from "../text/describe-bytes.ts";
import { textLabels } from "../text/text-labels.ts";

/** Why a part is not drawn. */
export type PartProblem =
  | "empty"
  | "damaged"
  | "wrong-type"
  | "unsafe"
  | "unplayable"
  | "too-large"
  | "too-many-pixels"
  | "malformed"
  | "missing"
  | "not-stored"
  | "unreachable"
  | "bad-address"
  | "unsupported"
  | "too-slow"
  | "no-viewer";

const problems: Record<PartProblem, string> = {
  empty: "it is empty.",
  damaged: "it is damaged.",
  "wrong-type": "its bytes are not of the type it claims.",
  unsafe: "drawing it could freeze the page.",
  unplayable: "this browser cannot play it.",
  "too-large": "it is too large.",
  "too-many-pixels": "it has too many pixels.",
  malformed: "its data is not readable.",
  missing: "its bytes are not on this device.",
  "not-stored": "there was no room to store it.",
  unreachable: "the server that keeps it did not give it.",
  "bad-address": "its address is not one that may be opened.",
  unsupported: "it is of an unknown kind.",
  "too-slow": "drawing it took too long.",
  "no-viewer": "what shows it was not loaded. Load the page again when you are online.",
};

/** Words around images, PDFs, audio, files and text. */
export const contentLabels = {
  ...textLabels,
  loading: "Loading…",
  /** Of the link that saves a file. */
  save: (name: string): string => `Save ${name}`,
  /** A size, from bytes. */
  bytes: (bytes: number): string => describeBytes(bytes),
  /** In place of a part that is not drawn. */
  problem: (problem: PartProblem, name: string): string => `${name} cannot be shown: ${problems[problem]}`,
  /** Of the button that loads a part kept elsewhere. */
  loadFrom: (host: string): string => `Load from ${host}`,
  /** Beside that button. */
  remote: (host: string): string => `This is kept on another server, ${host}. Loading it tells that server so.`,
  /** Of the link to a part kept elsewhere. */
  open: (host: string): string => `Open at ${host}`,
  /** Of the button on a picture. */
  enlarge: (name: string): string => `Enlarge ${name}`,
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  close: "Close",
  showText: "Show text",
};

/** Words around images, PDFs, audio, files and text. */
export type ContentLabels = typeof contentLabels;

/** Words around PDFs. */
export const pdfLabels = {
  /** Of one page, for those who do not see it. */
  page: (page: number, pages: number): string => `Page ${page} of ${pages}`,
  /** How many there are, and how many are drawn. */
  pages: (shown: number, pages: number): string => {
    if (shown < pages) return `The first ${shown} of ${pages} pages. Save the file to read the rest.`;
    return pages === 1 ? "1 page" : `${pages} pages`;
  },
  /** In place of a page. */
  pageProblem: (page: number): string => `Page ${page} cannot be drawn: it is damaged.`,
  /** Above the field for the password. */
  password: (name: string): string => `${name} is protected. Its password opens it here; it is not kept.`,
  passwordField: "Password",
  wrongPassword: "That password does not open it.",
  unlock: "Open",
  previous: "Previous page",
  next: "Next page",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
};

/** Words around PDFs. */
export type PdfLabels = typeof pdfLabels;
