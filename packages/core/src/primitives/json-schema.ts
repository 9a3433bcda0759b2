import { Validator } from "@cfworker/json-schema";

/** One thing a value has wrong, in words. */
export interface SchemaIssue {
  /** As in `items[2].name`; empty for the value itself. */
  readonly path: string;
  readonly message: string;
}

/** What a check against a JSON Schema gave. `unusable`: the schema is at fault, not the value. */
export type SchemaCheck =
  | { readonly ok: true }
  | { readonly ok: false; readonly issues: readonly SchemaIssue[]; readonly unusable?: true };

/** Checks a value against a JSON Schema. Never throws. */
export function validateJson(schema: unknown, value: unknown): SchemaCheck {
  try {
    const { valid, errors } = new Validator(structuredClone(schema) as object, "2020-12", false).validate(value);
    if (valid) return { ok: true };
    return {
      ok: false,
      issues: errors.map(({ instanceLocation, error }) => ({
        path: instanceLocation.replace(/^#\/?/, "").replaceAll("/", "."),
        message: error,
      })),
    };
  } catch {
    return {
      ok: false,
      issues: [{ path: "", message: "cannot be checked: its schema cannot be used" }],
      unusable: true,
    };
  }
}
