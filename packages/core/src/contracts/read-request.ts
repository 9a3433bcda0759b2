import { faultText, freezeJson } from "../primitives/freeze-json.ts";
import { checkUrl } from "../primitives/safe-url.ts";
import type { Request } from "./request.ts";

/** A Request as it was read, or why it is none: which field, and what is wrong with it. */
export type ReadRequest =
  | { readonly ok: true; readonly request: Request }
  | { readonly ok: false; readonly path: string; readonly problem: string };

/**
 * Reads a Request that came from outside (a tool, a store, an import) into a frozen copy. Fields of later versions are
 * kept. Its address must be one a person may be sent to, its time must be milliseconds. Never throws.
 */
export function readRequest(value: unknown): ReadRequest {
  const frozen = freezeJson(value);
  if (!frozen.ok) return { ok: false, path: frozen.path, problem: faultText(frozen, "the Request") };
  const request = frozen.value as Request;
  if (typeof request !== "object" || request === null || Array.isArray(request))
    return refuse("", "a Request is an object");
  if (!isText(request.id)) return refuse("id", "id must be a text that is not empty");
  if (!isText(request.kind)) return refuse("kind", "kind must be a text that is not empty");
  if (typeof request.prompt !== "string") return refuse("prompt", "prompt must be a text");
  const time = expiryProblem(request.expiresAt);
  if (time !== undefined) return refuse("expiresAt", time);
  if (request.url !== undefined) {
    const checked = typeof request.url === "string" ? checkUrl(request.url) : { ok: false, problem: "it is no text" };
    if (!checked.ok) return refuse("url", `the url cannot be shown to a person: ${checked.problem}`);
  }
  return { ok: true, request };
}

/** A point in time; a date alone, or a time without its zone, is none. */
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** What is wrong with an `expiresAt`, naming the unit. Seconds since the epoch would lie in January to April 1970. */
export function expiryProblem(expiresAt: unknown): string | undefined {
  if (expiresAt === undefined) return undefined;
  const unit = "expiresAt must be milliseconds since the epoch, or ISO 8601 text with its zone";
  if (typeof expiresAt === "string") {
    return ISO_TIME.test(expiresAt) && !Number.isNaN(Date.parse(expiresAt)) ? undefined : unit;
  }
  if (typeof expiresAt !== "number" || !Number.isFinite(expiresAt)) return unit;
  return expiresAt >= 1e9 && expiresAt < 1e11 ? `${unit}; ${expiresAt} looks like seconds` : undefined;
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function refuse(path: string, problem: string): ReadRequest {
  return { ok: false, path, problem };
}
