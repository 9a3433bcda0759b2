import { describeThrown } from "../contracts/errors.ts";
import type { JsonObject } from "../contracts/json.ts";
import { loadCode } from "../contracts/load-code.ts";
import type { StandardSchemaV1 } from "../contracts/standard-schema.ts";
import type { Tool } from "../contracts/tool.ts";
import { pathText, thawJson } from "../primitives/freeze-json.ts";
import type { SchemaCheck, SchemaIssue } from "../primitives/json-schema.ts";

/** Arguments that fit, as the tool gets them, or what is wrong with them. */
export type InputCheck =
  | { readonly ok: true; readonly args: JsonObject }
  | Extract<SchemaCheck, { readonly ok: false }>;

/**
 * What a Standard Schema made of arguments, beside the very object the tool is given: so that a schema with an effect
 * (a look-up) is asked once, and a tool that is executed past the gateway still gets what its types promise.
 */
const parsed = /* @__PURE__ */ new WeakMap<JsonObject, unknown>();

/** What reads JSON Schemas: not in a page whose tools bring schemas that check by themselves. */
export const loadSchemaCheck = () => loadCode(() => import("../primitives/json-schema.ts"));

/** Whether a tool's arguments are checked by its JSON Schema. */
export function needsSchemaCheck(tool: Tool | undefined): boolean {
  return tool !== undefined && tool.standardSchema === undefined;
}

/**
 * Checks arguments before a tool is entered: by its own Standard Schema where it has one, else by its JSON Schema. The
 * tool gets a copy that is its own to change.
 */
export async function validateInput(tool: Tool, args: JsonObject): Promise<InputCheck> {
  const copy = thawJson(args);
  if (tool.standardSchema === undefined) {
    const { validateJson } = await loadSchemaCheck();
    const check = validateJson(tool.inputSchema ?? true, args);
    return check.ok ? { ok: true, args: copy } : check;
  }
  const check = await parseInput(tool.standardSchema, copy);
  return check.ok ? { ok: true, args: copy } : check;
}

/** What a Standard Schema makes of arguments; remembered for the object it was asked about. */
export async function parseInput(
  schema: StandardSchemaV1,
  args: JsonObject,
): Promise<{ readonly ok: true; readonly value: unknown } | Extract<SchemaCheck, { readonly ok: false }>> {
  if (parsed.has(args)) return { ok: true, value: parsed.get(args) };
  let result: StandardSchemaV1.Result<unknown>;
  try {
    result = await schema["~standard"].validate(args);
  } catch (error) {
    const message = `cannot be checked: the schema threw (${describeThrown(error)})`;
    return { ok: false, issues: [{ path: "", message }], unusable: true };
  }
  if (result.issues) return { ok: false, issues: result.issues.map(toIssue) };
  parsed.set(args, result.value);
  return { ok: true, value: result.value };
}

/** What the model reads of arguments that do not fit. */
export function invalidInputText(toolName: string, issues: readonly SchemaIssue[]): string {
  return `Invalid arguments for ${toolName}: ${issuesText(issues)}.`;
}

/** Issues as one line a person and a model can read: `amount must be a number; currency is missing`. */
export function issuesText(issues: readonly SchemaIssue[]): string {
  const shown = issues.slice(0, 8).map(({ path, message }) => `${path === "" ? "the value" : path} ${message}`);
  return shown.join("; ") + (issues.length > shown.length ? `; and ${issues.length - shown.length} more` : "");
}

function toIssue({ message, path = [] }: StandardSchemaV1.Issue): SchemaIssue {
  const steps = path.map((step) => (typeof step === "object" ? step.key : step));
  return {
    path: pathText(steps.map((step) => (typeof step === "number" ? step : String(step)))),
    message: `is wrong: ${message}`,
  };
}
