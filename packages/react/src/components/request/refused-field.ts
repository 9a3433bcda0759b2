import type { FieldProblem } from "./form-labels.ts";
import type { FormField } from "./schema-fields.ts";

/**
 * What a refused Answer says of the fields it was made of: its path is `data.amount`, `amount` or, for the one value,
 * `data`. Empty where it names none of them.
 *
 * @param inside where the fields stand in the data, as in `args`
 */
export function refusedField(
  error: Error,
  fields: readonly FormField[],
  inside = "",
): ReadonlyMap<string, FieldProblem> {
  if (!("path" in error) || typeof error.path !== "string") return new Map();
  const path = below(below(error.path, "data"), inside);
  const field = fields.find(({ key }) => path === key || (key !== "" && below(path, key) !== path));
  if (field === undefined) return new Map();
  // What this page checks by itself was right, and patterns are the one thing it leaves to others.
  return new Map([[field.key, field.hasPattern ? { kind: "pattern" } : { kind: "said", message: error.message }]]);
}

/** The rest of a path below a name; the path itself where it does not begin with it. */
function below(path: string, name: string): string {
  if (name === "" || !path.startsWith(name)) return path;
  const rest = path.slice(name.length);
  return rest === "" || rest.startsWith("[") ? rest : rest.startsWith(".") ? rest.slice(1) : path;
}
