import { readOwn } from "../text/read-own.ts";
import type { FormDraft } from "./form-values.ts";

/** A form as it was kept; an empty one where something else was. */
export function readFormDraft(stored: unknown): FormDraft {
  return typeof stored === "object" && stored !== null && !Array.isArray(stored) ? (stored as FormDraft) : {};
}

/** A text as it was kept. */
export function readTextDraft(stored: unknown, key: string): string | undefined {
  const text = readOwn(stored, key);
  return typeof text === "string" ? text : undefined;
}
