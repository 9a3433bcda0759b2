import { faultText, freezeJson } from "../primitives/freeze-json.ts";
import { toJsonText } from "../primitives/json-text.ts";
import type { ContentPart } from "./content-part.ts";
import { HoldpointError } from "./errors.ts";
import type { JsonObject } from "./json.ts";
import { expiryProblem, readRequest } from "./read-request.ts";
import { newRequestId, type Request } from "./request.ts";

/** What a tool gives back (contract §1). Immutable. `parts` is absent, never empty. */
export interface ToolResult {
  readonly output: string;
  readonly isError: boolean;
  readonly parts?: readonly ContentPart[];
  readonly metadata?: JsonObject;
}

/** A Request before it has an id: {@link ToolResult.pending} gives it one. */
export type NewRequest = Omit<Request, "id"> & { readonly id?: string };

/** Makes tool results (contract §1, §10). All are frozen. */
export const ToolResult = {
  /**
   * The tool did its work. An array as second argument is the result's content parts, anything else its metadata.
   *
   * @example
   * return ToolResult.ok("Here is the page.", [ContentPart.from(png, { mimeType: "image/png" })]);
   */
  ok(output: string | null | undefined, more?: readonly ContentPart[] | JsonObject): ToolResult {
    return isParts(more) ? make(output, false, more, undefined) : make(output, false, undefined, more);
  },

  /** The tool did its work, with content parts and metadata. */
  okWithParts(output: string | null | undefined, parts: readonly ContentPart[], metadata?: JsonObject): ToolResult {
    return make(output, false, parts, metadata);
  },

  /** The tool did not do its work; the model reads why. `metadata.errorCode` becomes the code of the failed call. */
  error(output: string | null | undefined, metadata?: JsonObject): ToolResult {
    return make(output, true, undefined, metadata);
  },

  /**
   * The tool cannot go on without a person (contract §10). It is executed once more with `ctx.answer` when the answer
   * is yes. An id is made when there is none.
   *
   * @throws HoldpointError `invalid-argument` when the Request cannot be stored, or `expiresAt` is not in milliseconds.
   * @example
   * if (!ctx.answer) return ToolResult.pending({ kind: "input", prompt: "Which environment?" });
   */
  pending(request: NewRequest): ToolResult {
    const id = typeof request.id === "string" && request.id !== "" ? request.id : newRequestId();
    const frozen = freezeJson({ ...request, id });
    if (!frozen.ok) throw invalid(frozen.path, faultText(frozen, "the Request"));
    const pending = frozen.value as Request;
    if (typeof pending.kind !== "string" || typeof pending.prompt !== "string") {
      throw invalid("kind", "kind and prompt must be texts");
    }
    const time = expiryProblem(request.expiresAt);
    if (time !== undefined) throw invalid("expiresAt", time);
    const output = pending.url === undefined ? pending.prompt : `${pending.prompt}\n${pending.url}`;
    return make(output, true, undefined, { pending });
  },

  /** Suspends until a person has signed in at `url` (contract §10). */
  authRequired(url: string, prompt = "Authorization required to continue"): ToolResult {
    return ToolResult.pending({ kind: "authorization", prompt, url });
  },

  /**
   * The Request of a suspended result. Strict: metadata of a stranger that only looks like a Request, or whose address
   * no person may be sent to, suspends nothing.
   */
  pendingOf(result: ToolResult): Request | undefined {
    const { metadata } = result;
    if (metadata === undefined || !Object.hasOwn(metadata, "pending")) return undefined;
    const read = readRequest(metadata.pending);
    return read.ok ? read.request : undefined;
  },

  /** Whether a result is a suspension. */
  isPending(result: ToolResult): boolean {
    return ToolResult.pendingOf(result) !== undefined;
  },
} as const;

function make(
  output: unknown,
  isError: boolean,
  parts: readonly ContentPart[] | null | undefined,
  metadata: JsonObject | null | undefined,
): ToolResult {
  return Object.freeze({
    output: outputText(output),
    isError,
    ...(parts != null && parts.length > 0 && { parts: Object.freeze(parts.map(frozen)) }),
    ...(metadata != null && { metadata: Object.freeze({ ...metadata }) }),
  });
}

/** Text for text, nothing for nothing; whatever a caller without types gave besides is its JSON text. */
function outputText(output: unknown): string {
  if (typeof output === "string") return output;
  if (output === undefined || output === null) return "";
  const json = toJsonText(output);
  if (!json.ok) throw invalid("output", faultText(json, "output"));
  return json.text;
}

function frozen(part: ContentPart): ContentPart {
  return Object.isFrozen(part) ? part : Object.freeze({ ...part });
}

function isParts(more: readonly ContentPart[] | JsonObject | undefined): more is readonly ContentPart[] {
  return Array.isArray(more);
}

function invalid(path: string, problem: string): HoldpointError {
  return new HoldpointError("invalid-argument", `This tool result cannot be made: ${problem}.`, { path });
}
