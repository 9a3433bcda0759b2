import { readOwn } from "../text/read-own.ts";
import type { PartProblem } from "./content-labels.ts";
import { cleanFileName } from "./file-name.ts";
import { type MediaKind, mediaKindOf } from "./media-type.ts";
import { contentOf } from "./part-text.ts";
import { checkUrl } from "./safe-url.ts";

/** Where the bytes of a part are. */
export type BytesFrom =
  | { readonly at: "inside"; readonly data: string }
  | { readonly at: "store"; readonly hash: string }
  | { readonly at: "remote"; readonly url: URL }
  | { readonly at: "nowhere"; readonly problem: PartProblem };

/** A part that has bytes, as it may be trusted: known fields only, each of its own type. */
export interface MediaSource {
  readonly kind: MediaKind;
  readonly mimeType: string;
  /** Safe to show and to save under. */
  readonly name: string;
  readonly bytes?: number;
  readonly from: BytesFrom;
  /** The same for the same bytes: what an object URL is kept by. */
  readonly key: string;
}

/** Reads a part with bytes that anybody may have written (threat S46): fields it should not have are not looked at. */
export function readMedia(given: unknown): MediaSource {
  const part = contentOf(given);
  const type = readOwn(part, "type");
  const declared = readOwn(part, "mimeType");
  const mimeType = typeof declared === "string" ? declared.slice(0, 200) : "application/octet-stream";
  const name = readOwn(part, "name");
  const bytes = readOwn(part, "bytes");
  const from = readFrom(part);
  return {
    kind: mediaKindOf(mimeType),
    mimeType,
    name: cleanFileName(typeof name === "string" ? name : undefined, String(type), mimeType),
    ...(typeof bytes === "number" && bytes >= 0 && { bytes }),
    from,
    key: from.at === "store" ? `${from.hash} ${mimeType}` : keyOf(part),
  };
}

function readFrom(part: unknown): BytesFrom {
  if (readOwn(part, "notStored") === true) return { at: "nowhere", problem: "not-stored" };
  const hash = readOwn(part, "blob");
  if (typeof hash === "string") return { at: "store", hash };
  const data = readOwn(part, "data");
  if (typeof data === "string") return { at: "inside", data };
  const url = readOwn(part, "url");
  if (typeof url !== "string") return { at: "nowhere", problem: "malformed" };
  const checked = checkUrl(url);
  return checked.ok ? { at: "remote", url: checked.url } : { at: "nowhere", problem: "bad-address" };
}

const keys = new WeakMap<object, string>();
let lastKey = 0;

/** A key for a part whose bytes are inside it: parts never change, so the object stands for them. */
function keyOf(part: unknown): string {
  if (typeof part !== "object" || part === null) return "";
  const known = keys.get(part);
  if (known !== undefined) return known;
  lastKey += 1;
  const key = `part ${lastKey}`;
  keys.set(part, key);
  return key;
}
