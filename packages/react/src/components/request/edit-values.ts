import type { JsonObject } from "@holdpoint/core";
import { readOwn } from "../text/read-own.ts";
import type { FieldProblem } from "./form-labels.ts";
import { type FormDraft, initialDraft, readField } from "./form-values.ts";
import { type FormField, readForm } from "./schema-fields.ts";

/** Changed arguments, or what is wrong with them field by field. */
export type EditedArgs =
  | { readonly args: JsonObject; readonly problems?: undefined }
  | { readonly args?: undefined; readonly problems: ReadonlyMap<string, FieldProblem> };

/** Where the arguments stand in a draft that is one text. */
export const jsonKey = "";

/**
 * The form the arguments of a call are changed in: the fields of the tool's schema with what the call holds. One text
 * of JSON where there is no schema, or where the form could not show all that is there.
 */
export function editFields(schema: unknown, args: JsonObject): readonly FormField[] | undefined {
  const form = readForm(schema);
  // A form that asks for a secret is no form; as text, what the model wrote stays what it is.
  if (!form.ok || form.shape !== "object" || form.fields.length === 0) return undefined;
  const known = new Set(form.fields.map(({ key }) => key));
  if (Object.keys(args).some((key) => !known.has(key))) return undefined;
  const fields = form.fields.map(({ initial: _default, ...field }): FormField => {
    return Object.hasOwn(args, field.key) ? { ...field, initial: args[field.key] } : field;
  });
  return fields.every((field) => holds(field, args)) ? fields : undefined;
}

/** Whether a field can show what the call holds. */
function holds(field: FormField, args: JsonObject): boolean {
  if (!Object.hasOwn(args, field.key)) return true;
  const value = args[field.key];
  switch (field.control) {
    case "json":
      return true;
    case "checkbox":
      return typeof value === "boolean";
    case "number":
    case "integer":
      return typeof value === "number";
    case "choice":
      return initialDraft(field) !== null;
    case "choices": {
      const chosen = initialDraft(field);
      return Array.isArray(value) && Array.isArray(chosen) && chosen.length === value.length;
    }
    // Local time would come back as another text.
    case "date-time":
      return false;
    default:
      return typeof value === "string" && !/[\r\n]/.test(value);
  }
}

/** Reads what was changed: fields nobody touched stay exactly what they were. */
export function readEdited(fields: readonly FormField[] | undefined, args: JsonObject, draft: FormDraft): EditedArgs {
  if (fields === undefined) return readText(args, draft);
  const problems = new Map<string, FieldProblem>();
  const changed = new Map<string, unknown>(Object.entries(args));
  for (const field of fields) {
    if (!Object.hasOwn(draft, field.key)) continue;
    const read = readField(field, draft[field.key] ?? null);
    if (read.problem !== undefined) problems.set(field.key, read.problem);
    else if (read.value === undefined) changed.delete(field.key);
    else changed.set(field.key, read.value);
  }
  // `fromEntries` makes own properties of any name, `__proto__` too.
  return problems.size > 0 ? { problems } : { args: Object.fromEntries(changed) as JsonObject };
}

function readText(args: JsonObject, draft: FormDraft): EditedArgs {
  const text = readOwn(draft, jsonKey);
  if (typeof text !== "string") return { args };
  const read = readField({ key: jsonKey, label: "", required: true, control: "json" }, text);
  if (read.problem !== undefined) return { problems: new Map([[jsonKey, read.problem]]) };
  const { value } = read;
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? { args: value as JsonObject } : { problems: new Map([[jsonKey, { kind: "object" }]]) };
}
