import { describeUnknown } from "../text/describe-unknown.ts";
import type { PartProblem } from "./content-labels.ts";
import { cleanFileName } from "./file-name.ts";
import { type MediaKind, mediaKindOf } from "./media-type.ts";
import { checkUrl } from "./safe-url.ts";

/** Where the bytes of a part are. */
export type BytesFrom =
  | { readonly at: "inside"; readonly data: string }
  | { readonly at: "store"; readonly hash: string }
  | { readonly at: "remote"; readonly url: URL }
  | { readonly at: "nowhere"; readonly problem: PartProblem };

/** A part as it may be trusted: known fields only, each of its own type. */
export type PartSource =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: MediaKind;
      readonly text?: undefined;
      readonly mimeType: string;
      /** Safe to show and to save under. */
      readonly name: string;
      readonly bytes?: number;
      readonly from: BytesFrom;
      /** The same for the same bytes: what an object URL is kept by. */
      readonly key: string;
    };

/** A part that has bytes. */
export type MediaSource = Exclude<PartSource, { readonly text: string }>;

/** Reads a part that anybody may have written (threat S46): fields it should not have are not looked at. */
export function readPart(part: unknown): PartSource {
  const type = own(part, "type");
  if (own(part, "kind") === "CONTENT" && type === undefined) return readPart(own(part, "content"));
  if (type === "text") {
    const text = own(part, "text");
    return { kind: "text", text: typeof text === "string" ? text : describeUnknown(text) };
  }
  if (type !== "image" && type !== "audio" && type !== "file") {
    return { kind: "text", text: describeUnknown(part) };
  }
  const declared = own(part, "mimeType");
  const mimeType = typeof declared === "string" ? declared.slice(0, 200) : "application/octet-stream";
  const name = own(part, "name");
  const bytes = own(part, "bytes");
  const from = readFrom(part);
  return {
    kind: mediaKindOf(mimeType),
    mimeType,
    name: cleanFileName(typeof name === "string" ? name : undefined, type, mimeType),
    ...(typeof bytes === "number" && bytes >= 0 && { bytes }),
    from,
    key: from.at === "store" ? `${from.hash} ${mimeType}` : keyOf(part),
  };
}

function readFrom(part: unknown): BytesFrom {
  if (own(part, "notStored") === true) return { at: "nowhere", problem: "not-stored" };
  const hash = own(part, "blob");
  if (typeof hash === "string") return { at: "store", hash };
  const data = own(part, "data");
  if (typeof data === "string") return { at: "inside", data };
  const url = own(part, "url");
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

function own(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}
