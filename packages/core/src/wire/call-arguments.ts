import type { ToolCallPart } from "../contracts/turn.ts";
import { isObject } from "../primitives/is-object.ts";

/** JSON, or `undefined` where the text is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Whoever asks decides what a text that is no JSON means.
    return undefined;
  }
}

/** Arguments as a provider spells them (a text, an object, nothing) as text. */
export function argumentsOf(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : JSON.stringify(value);
}

/** The arguments of a call in a history, as a call part holds them (contract §8 "Arguments"). */
export function readArguments(text: string): Pick<ToolCallPart, "args" | "rawArgs"> {
  const parsed = parseJson(text);
  const args = isObject(parsed) ? parsed : {};
  return text === JSON.stringify(args) ? { args } : { args, rawArgs: text };
}

/** Whether a finish reason says that the reply was cut by a limit on tokens. */
export function isCutShort(finishReason: string | null): boolean {
  return /length|max_?tokens|context_window/i.test(finishReason ?? "");
}

/**
 * Whether the arguments of a call never arrived whole, so that it must not run: no JSON where a limit or a broken
 * connection cut the reply, or nothing at all where the cut may have come first (`last`).
 */
export function isIncomplete(rawArgs: string, cut: boolean, last: boolean): boolean {
  if (!cut) return false;
  return rawArgs === "" ? last : parseJson(rawArgs) === undefined;
}
