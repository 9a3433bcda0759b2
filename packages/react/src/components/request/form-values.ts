import type { FieldProblem } from "./form-labels.ts";
import type { FormField } from "./schema-fields.ts";

/** What stands in a field: text as typed, a tick, or the places of what was chosen. */
export type FieldDraft = string | boolean | number | readonly number[] | null;

/** What stands in a form, by field. Plain data, so that it can be kept over a reload. */
export type FormDraft = Readonly<Record<string, FieldDraft>>;

/** A form as it was read: the answer, or what is wrong field by field. */
export interface FormValues {
  readonly data: unknown;
  readonly problems: ReadonlyMap<string, FieldProblem>;
}

/** What a field holds before anybody touched it: its default. */
export function initialDraft({ control, choices, initial }: FormField): FieldDraft {
  switch (control) {
    case "checkbox":
      return initial === true;
    case "choice": {
      const place = choices?.findIndex((choice) => sameValue(choice.value, initial)) ?? -1;
      return initial === undefined || place < 0 ? null : place;
    }
    case "choices": {
      const chosen: readonly unknown[] = Array.isArray(initial) ? initial : [];
      return (choices ?? []).flatMap((choice, place) =>
        chosen.some((value) => sameValue(value, choice.value)) ? [place] : [],
      );
    }
    case "json":
      return initial === undefined ? "" : (JSON.stringify(initial, undefined, 2) ?? "");
    default:
      return typeof initial === "string" || typeof initial === "number" ? String(initial) : "";
  }
}

/** Reads a whole form. An optional field that is empty is left out of the answer. */
export function readValues(shape: "object" | "value", fields: readonly FormField[], draft: FormDraft): FormValues {
  const problems = new Map<string, FieldProblem>();
  const entries: [string, unknown][] = [];
  for (const field of fields) {
    const own = Object.hasOwn(draft, field.key) ? draft[field.key] : undefined;
    const read = readField(field, own ?? initialDraft(field));
    if (read.problem !== undefined) problems.set(field.key, read.problem);
    else if (read.value !== undefined) entries.push([field.key, read.value]);
  }
  // `fromEntries` makes own properties of any name, `__proto__` too.
  return { data: shape === "value" ? entries[0]?.[1] : Object.fromEntries(entries), problems };
}

type ReadField =
  | { readonly value: unknown; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: FieldProblem };

function readField(field: FormField, draft: FieldDraft): ReadField {
  const { control, required } = field;
  if (control === "checkbox") return { value: draft === true };
  if (control === "choice") {
    const choice = typeof draft === "number" ? field.choices?.[draft] : undefined;
    if (choice !== undefined) return { value: choice.value };
    return required ? { problem: { kind: "required" } } : { value: undefined };
  }
  if (control === "choices") return readChosen(field, Array.isArray(draft) ? draft : []);
  const text = typeof draft === "string" ? draft : "";
  if (text.trim() === "") {
    // A text that may be empty is an answer when it must be there at all.
    const mayBeEmpty = (control === "text" || control === "lines") && field.minLength === 0;
    if (!required) return { value: undefined };
    return mayBeEmpty ? { value: text } : { problem: { kind: "required" } };
  }
  switch (control) {
    case "number":
    case "integer":
      return readNumber(field, text);
    case "json":
      return readJson(text);
    default:
      return readText(field, text);
  }
}

function readChosen({ choices = [], required, minItems, maxItems }: FormField, places: readonly number[]): ReadField {
  const values = places.flatMap((place) => (choices[place] === undefined ? [] : [choices[place].value]));
  const least = minItems ?? 0;
  if (values.length === 0 && !required) return { value: undefined };
  if (values.length < least) return { problem: { kind: "min-items", limit: least } };
  if (maxItems !== undefined && values.length > maxItems) return { problem: { kind: "max-items", limit: maxItems } };
  return { value: values };
}

function readNumber({ control, min, max }: FormField, text: string): ReadField {
  const value = Number(text.trim().replace(",", "."));
  if (!Number.isFinite(value)) return { problem: { kind: "number" } };
  if (control === "integer" && !Number.isSafeInteger(value)) return { problem: { kind: "integer" } };
  if (min !== undefined && value < min) return { problem: { kind: "min", limit: min } };
  if (max !== undefined && value > max) return { problem: { kind: "max", limit: max } };
  return { value };
}

function readJson(text: string): ReadField {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: { kind: "json" } };
    throw error;
  }
}

function readText({ control, minLength, maxLength }: FormField, text: string): ReadField {
  // JSON Schema counts characters, not halves of them.
  const length = [...text].length;
  if (minLength !== undefined && length < minLength) return { problem: { kind: "min-length", limit: minLength } };
  if (maxLength !== undefined && length > maxLength) return { problem: { kind: "max-length", limit: maxLength } };
  if (control === "email" && !/^[^\s@]+@[^\s@]+$/.test(text.trim())) return { problem: { kind: "email" } };
  if (control === "url" && !URL.canParse(text.trim())) return { problem: { kind: "url" } };
  if (control === "date-time") {
    // The field knows local time; the answer is a moment (RFC 3339).
    const moment = new Date(text);
    return Number.isNaN(moment.getTime()) ? { problem: { kind: "date" } } : { value: moment.toISOString() };
  }
  if (control === "date" && Number.isNaN(Date.parse(text))) return { problem: { kind: "date" } };
  return { value: control === "email" || control === "url" ? text.trim() : text };
}

function sameValue(left: unknown, right: unknown): boolean {
  return Object.is(left, right) || JSON.stringify(left) === JSON.stringify(right);
}
