import { faultText, freezeJson, type JsonFault } from "../primitives/freeze-json.ts";
import { toJsonText } from "../primitives/json-text.ts";
import { LIMITS } from "../primitives/limits.ts";
import type { Content } from "./content.ts";
import { describeThrown } from "./errors.ts";
import type { JsonObject } from "./json.ts";
import { loadCode } from "./load-code.ts";
import type { ToolResult } from "./tool-result.ts";

/** Why a result is an error though the tool itself did not say so. */
export interface ToolFailure {
  readonly reason: "threw" | "unserialisable" | "too-large" | "invalid-input";
  /** The thrown error's own `code`, where it has one. */
  readonly code?: string | number;
}

/**
 * What stands beside a result but not in it: the contract pins the keys of a result, so that a failure's cause is told
 * to our own gateway without touching them.
 */
const failures = /* @__PURE__ */ new WeakMap<ToolResult, ToolFailure>();

/** Why a result of {@link toToolResult} and its kin failed, where it did. */
export function failureOf(result: ToolResult): ToolFailure | undefined {
  return failures.get(result);
}

/**
 * The tool boundary (contract §1): whatever `execute` gave becomes a frozen ToolResult. A missing `output` is `""`,
 * one that is no text its JSON text; parts are read strictly, metadata is copied as JSON. What cannot be taken makes
 * the call fail, naming the place. Never throws, never awaits a thenable: by now it is data.
 *
 * @returns a promise only for a result with parts: what reads those is loaded when it is needed
 */
export function toToolResult(value: unknown): ToolResult | Promise<ToolResult> {
  return guarded(() => {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? readResult(value as Record<string, unknown>) : plainResult(value ?? undefined);
  });
}

/**
 * What a native tool's function returned (contract §6): text is the output, an object with both `output` and `isError`
 * is the result itself, `undefined` is `""`, anything else is its JSON text.
 */
export function returnedResult(value: unknown): ToolResult | Promise<ToolResult> {
  return guarded(() => {
    const isResult = typeof value === "object" && value !== null && "output" in value && "isError" in value;
    return isResult ? readResult(value as Record<string, unknown>) : plainResult(value);
  });
}

/** What a tool threw: an error result with its message, or the text of whatever was thrown. */
export function thrownResult(error: unknown): ToolResult {
  return failedResult(describeThrown(error), { reason: "threw", ...codeOf(error) });
}

/** An error result of our own making, with the reason beside it. */
export function failedResult(output: string, failure: ToolFailure): ToolResult {
  const result = Object.freeze({ output, isError: true });
  failures.set(result, failure);
  return result;
}

function readResult(given: Record<string, unknown>): ToolResult | Promise<ToolResult> {
  if (failures.has(given as never)) return given as never;
  // Each field is read once: a getter may answer differently the next time.
  const { output, isError, parts, metadata } = given;
  const text = output === undefined || output === null ? "" : jsonOrText(output);
  if (typeof text !== "string") return fault("output", text);

  let copy: JsonObject | undefined;
  if (metadata !== undefined && metadata !== null) {
    const frozen = freezeJson(metadata);
    if (!frozen.ok) return fault("metadata", frozen);
    copy = frozen.value as JsonObject;
    if (typeof copy !== "object" || Array.isArray(copy)) {
      return fault("metadata", { reason: "type", path: "", what: "no object" });
    }
  }
  const plain = { output: text, isError: Boolean(isError), ...(copy !== undefined && { metadata: copy }) };
  return parts === undefined || parts === null ? Object.freeze(plain) : laterWithParts(plain, parts);
}

async function laterWithParts(plain: ToolResult, parts: unknown): Promise<ToolResult> {
  try {
    const { readPart } = await loadCode(() => import("./make-content-part.ts"));
    return withParts(plain, parts, readPart);
  } catch (error) {
    // The tool has done its work, and what it said stands: a call is not lost, or made again, for its pictures.
    return Object.freeze({ ...plain, output: `${plain.output}\n(Its parts are left out: ${describeThrown(error)})` });
  }
}

/** A result with parts that somebody gave, read strictly. Never throws. */
export function withParts(plain: ToolResult, parts: unknown, readPart: (part: unknown) => Content): ToolResult {
  try {
    if (!Array.isArray(parts)) return fault("parts", { reason: "type", path: "", what: "no list" });
    const { length } = parts;
    if (length > LIMITS.parts) {
      return fault("parts", { reason: "size", path: "", what: `more than ${LIMITS.parts} parts` });
    }
    const read: Content[] = [];
    for (let index = 0; index < length; index++) {
      try {
        read.push(readPart(parts[index]));
      } catch (error) {
        const words = `The tool's result cannot be taken: parts[${index}]: ${describeThrown(error)}`;
        return failedResult(words, { reason: "unserialisable", ...codeOf(error) });
      }
    }
    return Object.freeze({ ...plain, ...(length > 0 && { parts: Object.freeze(read) }) });
  } catch (error) {
    return unreadable(error);
  }
}

/** An output as a result: text as it is, anything else as its JSON text. */
export function plainResult(value: unknown, isError = false): ToolResult {
  const text = value === undefined ? "" : jsonOrText(value);
  return typeof text === "string" ? Object.freeze({ output: text, isError }) : fault("", text);
}

function jsonOrText(value: unknown): string | JsonFault {
  if (typeof value === "string") return value;
  const json = toJsonText(value);
  return json.ok ? json.text : json;
}

function fault(root: string, found: JsonFault): ToolResult {
  const words = `The tool's result cannot be taken: ${faultText(found, root === "" ? "the returned value" : root)}.`;
  return failedResult(words, { reason: found.reason === "size" ? "too-large" : "unserialisable" });
}

function guarded(read: () => ToolResult | Promise<ToolResult>): ToolResult | Promise<ToolResult> {
  try {
    return read();
  } catch (error) {
    return unreadable(error);
  }
}

function unreadable(error: unknown): ToolResult {
  return failedResult(`The tool's result cannot be read: ${describeThrown(error)}`, { reason: "unserialisable" });
}

/** An error's own code. Read with care: what was thrown may be anything. */
function codeOf(error: unknown): { readonly code?: string | number } {
  try {
    if (typeof error !== "object" || error === null) return {};
    // The numbers of a DOMException are from another age; its name is its code.
    if (error instanceof DOMException) return { code: error.name };
    const { code } = error as { readonly code?: unknown };
    return (typeof code === "string" && code !== "") || (typeof code === "number" && Number.isFinite(code))
      ? { code }
      : {};
  } catch {
    // A hostile getter has no say in how its failure is reported.
    return {};
  }
}
