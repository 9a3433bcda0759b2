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
    case "date-time":
      return localMoment(initial);
    case "time":
      return localMoment(`1970-01-01T${String(initial)}`).slice(11);
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

/** The value of a field, or what is wrong with it. */
export type ReadField =
  | { readonly value: unknown; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: FieldProblem };

/** Reads one field as it stands. `undefined` is no answer: an optional field that is empty. */
export function readField(field: FormField, draft: FieldDraft): ReadField {
  const { control, required } = field;
  if (control === "checkbox") return { value: draft === true };
  if (control === "choice") {
    const choice = typeof draft === "number" ? field.choices?.[draft] : undefined;
    if (choice !== undefined) return { value: choice.value };
    return required ? problem("required") : { value: undefined };
  }
  if (control === "choices") return readChosen(field, Array.isArray(draft) ? draft : []);
  const text = typeof draft === "string" ? draft : "";
  if (text.trim() === "") {
    // A text that may be empty is an answer when it must be there at all.
    const mayBeEmpty = (control === "text" || control === "lines") && field.minLength === 0;
    if (!required) return { value: undefined };
    return mayBeEmpty ? { value: text } : problem("required");
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

/** A number as people type it: digits with a point or a comma before the fraction, no thousands, no other notation. */
const typedNumber = /^[+-]?(?:\d+(?:[.,]\d+)?|[.,]\d+)(?:e[+-]?\d{1,3})?$/i;

function readNumber(field: FormField, typed: string): ReadField {
  const { control, min, max, moreThan, lessThan, multipleOf } = field;
  const text = typed.trim();
  const value = Number(text.replace(",", "."));
  // "1,234" is a thousand and more to one reader and a little more than one to the next: nobody guesses.
  const isUnclear = /^[+-]?\d{1,3},\d{3}$/.test(text);
  // More digits than a number holds would send another number than the one that was typed.
  const isRounded = /^[+-]?\d+$/.test(text) && !Number.isSafeInteger(value);
  if (!typedNumber.test(text) || isUnclear || !Number.isFinite(value)) return problem("number");
  if (isRounded) return problem("digits");
  if (control === "integer" && !Number.isSafeInteger(value)) return problem("integer");
  if (min !== undefined && value < min) return { problem: { kind: "min", limit: min } };
  if (max !== undefined && value > max) return { problem: { kind: "max", limit: max } };
  if (moreThan !== undefined && value <= moreThan) return { problem: { kind: "more-than", limit: moreThan } };
  if (lessThan !== undefined && value >= lessThan) return { problem: { kind: "less-than", limit: lessThan } };
  if (multipleOf !== undefined && multipleOf > 0 && !isMultiple(value, multipleOf)) {
    return { problem: { kind: "multiple-of", limit: multipleOf } };
  }
  return { value };
}

/** 0.3 is a multiple of 0.1, whatever binary fractions make of it. */
function isMultiple(value: number, of: number): boolean {
  const times = value / of;
  return Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times));
}

function problem(
  kind: Exclude<FieldProblem, { readonly limit: number } | { readonly message: string }>["kind"],
): ReadField {
  return { problem: { kind } };
}

function readJson(text: string): ReadField {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError) return problem("json");
    throw error;
  }
}

function readText({ control, minLength, maxLength }: FormField, text: string): ReadField {
  // JSON Schema counts characters, not halves of them.
  const length = [...text].length;
  if (minLength !== undefined && length < minLength) return { problem: { kind: "min-length", limit: minLength } };
  if (maxLength !== undefined && length > maxLength) return { problem: { kind: "max-length", limit: maxLength } };
  if (control === "email" && !/^[^\s@]+@[^\s@]+$/.test(text.trim())) return problem("email");
  if (control === "url" && !URL.canParse(text.trim())) return problem("url");
  if (control === "date-time") {
    // The field knows local time; the answer is a moment (RFC 3339).
    const moment = new Date(text);
    return Number.isNaN(moment.getTime()) ? problem("date") : { value: moment.toISOString() };
  }
  if (control === "time") {
    // RFC 3339 has no time without a zone, and a field has none with: it is this one.
    const [, minutes = "", seconds = ":00"] = /^(\d{2}:\d{2})(:\d{2})?$/.exec(text) ?? [];
    return minutes === "" ? problem("time") : { value: `${minutes}${seconds}${zoneNow()}` };
  }
  if (control === "date" && Number.isNaN(Date.parse(text))) return problem("date");
  return { value: control === "email" || control === "url" ? text.trim() : text };
}

function sameValue(left: unknown, right: unknown): boolean {
  return Object.is(left, right) || JSON.stringify(left) === JSON.stringify(right);
}

/** A moment as the field for it knows it: local time, without a zone. */
function localMoment(value: unknown): string {
  const moment = new Date(typeof value === "string" ? value : Number.NaN);
  if (Number.isNaN(moment.getTime())) return "";
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** How far local time is from UTC, as RFC 3339 writes it: "+02:00". */
function zoneNow(): string {
  const minutes = -new Date().getTimezoneOffset();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
}
