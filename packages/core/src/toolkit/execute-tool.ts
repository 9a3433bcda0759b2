import type { JsonObject } from "../contracts/json.ts";
import type { StandardSchemaV1 } from "../contracts/standard-schema.ts";
import { failedResult, returnedResult, thrownResult, toToolResult } from "../contracts/to-tool-result.ts";
import type { Tool, ToolContext } from "../contracts/tool.ts";
import { ToolResult } from "../contracts/tool-result.ts";
import { invalidInputText, parseInput } from "./validate-input.ts";

/**
 * Enters a tool. The boundary never throws (contract §1), also for a bare tool object. Only a real promise is awaited:
 * an object with a `then` is data, and data must not get to run code of its own.
 */
export function executeTool(tool: Tool, args: JsonObject, context?: ToolContext): Promise<ToolResult> {
  return settleResult(() => tool.execute(args, context), toToolResult);
}

/** Calls the function of a defined tool with what its Standard Schema, if it has one, makes of the arguments. */
export async function executeFunction(
  name: string,
  args: JsonObject,
  schema: StandardSchemaV1 | undefined,
  enter: (input: unknown) => unknown,
): Promise<ToolResult> {
  const check = schema === undefined ? { ok: true as const, value: args } : await parseInput(schema, args);
  if (!check.ok) return failedResult(invalidInputText(name, check.issues), { reason: "invalid-input" });
  return settleResult(() => enter(check.value), returnedResult);
}

/** What the model reads when it calls a tool that is not there (contract §4). */
export function unknownTool(name: string): ToolResult {
  return ToolResult.error(`Unknown tool: ${name}`);
}

/** Calls a function and brings what it returns, resolves with, throws or rejects with into a result. */
export async function settleResult(
  enter: () => unknown,
  read: (value: unknown) => ToolResult | Promise<ToolResult>,
): Promise<ToolResult> {
  let returned: unknown;
  try {
    returned = enter();
  } catch (error) {
    return thrownResult(error);
  }
  return asPromise(returned)?.then(read, thrownResult) ?? read(returned);
}

/** The value itself where it is a real promise, of this realm or another one (a frame). */
function asPromise(value: unknown): Promise<unknown> | undefined {
  try {
    if (Object.prototype.toString.call(value) !== "[object Promise]") return undefined;
    // Only what was born a promise passes; an object that was dressed up as one is refused by the platform itself.
    return Promise.prototype.then.call(value);
  } catch {
    // No promise, or nothing that can be looked at: it is data, and read as such.
    return undefined;
  }
}
