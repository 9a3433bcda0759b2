import { HoldpointError } from "../contracts/errors.ts";
import type { JsonObject, JsonSchema } from "../contracts/json.ts";
import type { StandardSchemaV1 } from "../contracts/standard-schema.ts";
import type { Tool, ToolContext, ToolSource } from "../contracts/tool.ts";
import type { ToolResult } from "../contracts/tool-result.ts";
import type { FromJsonSchema } from "./json-schema-type.ts";
import { executionAtHand, loadExecution } from "./load-execution.ts";

/** The default of `inputSchema` (contract §6): no arguments. */
export const NO_ARGUMENTS: JsonSchema = Object.freeze({
  type: "object",
  properties: Object.freeze({}),
  additionalProperties: false,
});

/** The type a tool's function gets: what `schema` makes of the arguments, else what `inputSchema` describes. */
export type ArgsOf<Input, Schema = never> = [Schema] extends [never]
  ? Input extends StandardSchemaV1
    ? StandardSchemaV1.InferOutput<Input>
    : FromJsonSchema<Input>
  : Schema extends StandardSchemaV1
    ? StandardSchemaV1.InferOutput<Schema>
    : never;

/** What a tool's function gives, seen as data: a result of its own making is text. */
export type OutputOf<Returned> = DataOf<Awaited<Returned>>;

/** Member by member: a function that sometimes asks first, and then returns data, has both. */
type DataOf<Value> = Value extends ToolResult ? string : Value;

/** A tool made by {@link defineTool}, which remembers what it was made from. */
export interface DefinedTool<Name extends string = string, Args = unknown, Output = unknown> extends Tool {
  readonly name: Name;
  /** Types only; never there at run time. */
  readonly "~types"?: { readonly args: Args; readonly output: Output };
}

/** The arguments a tool takes; plain JSON where nothing more is known. */
export type ToolArgs<T> = "~types" extends keyof T
  ? T extends DefinedTool<string, infer Args, unknown>
    ? Args
    : JsonObject
  : JsonObject;

/** What a tool's function returns. */
export type ToolOutput<T> = "~types" extends keyof T
  ? T extends DefinedTool<string, unknown, infer Output>
    ? Output
    : unknown
  : unknown;

/** What {@link defineTool} takes. */
export interface ToolDefinition<Name extends string, Input, Schema, Output> {
  readonly name: Name;
  readonly description: string;
  /**
   * What the tool takes: a JSON Schema, or a Standard Schema that can say itself as JSON Schema (zod 4, arktype). One
   * that cannot (valibot) goes into `schema`, with the JSON Schema for the model here.
   *
   * @default an object without properties
   */
  readonly inputSchema?: Input;
  /** Checks and types the arguments in place of `inputSchema`; the tool gets what it makes of them. */
  readonly schema?: Schema;
  /** @default "native" */
  readonly source?: ToolSource;
  /** Running it twice with one `ctx.idempotencyKey` is harmless, so a call in doubt may run again. @default false */
  readonly idempotent?: boolean;
  /** A successful call ends the run. @default false */
  readonly endsRun?: boolean;
  /** Milliseconds one execution may take. @default no limit */
  readonly timeoutMs?: number;
  /** Shown with a warning and asked twice. @default false */
  readonly destructive?: boolean;
  /**
   * Does the work. Text is the output, an object with `output` and `isError` is the whole result, anything else is its
   * JSON text; a throw is an error the model reads.
   */
  run(args: ArgsOf<Input, Schema>, context: ToolContext): Output;
}

/**
 * Makes a tool from a function (contract §6).
 *
 * @throws HoldpointError `invalid-argument` without a name, or with a schema the model cannot be told.
 * @example
 * const refund = defineTool({
 *   name: "refund",
 *   description: "Pays an order back",
 *   inputSchema: z.object({ order: z.string(), amount: z.number() }),
 *   run: ({ order, amount }, { idempotencyKey }) => pay(order, amount, idempotencyKey),
 * });
 */
export function defineTool<
  const Name extends string,
  const Input extends object = JsonObject,
  Schema extends StandardSchemaV1 = never,
  Output = unknown,
>(definition: ToolDefinition<Name, Input, Schema, Output>): DefinedTool<Name, ArgsOf<Input, Schema>, OutputOf<Output>> {
  const { name, description, source = "native", idempotent, endsRun, timeoutMs, destructive, run } = definition;
  if (typeof name !== "string" || name === "") {
    throw new HoldpointError("invalid-argument", "A tool needs a name by which the model can call it.");
  }
  const standardSchema = definition.schema ?? asStandardSchema(definition.inputSchema);
  return Object.freeze({
    name,
    description,
    inputSchema: jsonSchemaOf(name, definition.inputSchema),
    source,
    async execute(args: JsonObject, context: ToolContext = {}) {
      const { executeFunction } = executionAtHand() ?? (await loadExecution());
      const enter = (input: unknown) => run.call(definition, input as ArgsOf<Input, Schema>, context);
      return executeFunction(name, args, standardSchema, enter);
    },
    ...(idempotent && { idempotent }),
    ...(endsRun && { endsRun }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(destructive && { destructive }),
    ...(standardSchema !== undefined && { standardSchema }),
  });
}

function asStandardSchema(schema: unknown): StandardSchemaV1 | undefined {
  const isOne =
    ((typeof schema === "object" && schema !== null) || typeof schema === "function") && "~standard" in schema;
  return isOne ? (schema as StandardSchemaV1) : undefined;
}

/** What a Standard Schema offers that can say itself as JSON Schema (Standard JSON Schema, as zod 4 and arktype do). */
interface JsonSchemaConverter {
  readonly jsonSchema?: { readonly input?: (options: { readonly target: string }) => JsonSchema };
}

function jsonSchemaOf(name: string, schema: unknown): JsonSchema {
  const standard = asStandardSchema(schema);
  if (standard === undefined) return (schema as JsonSchema | undefined) ?? NO_ARGUMENTS;
  const convert = (standard["~standard"] as JsonSchemaConverter).jsonSchema?.input;
  if (convert === undefined) {
    throw new HoldpointError(
      "invalid-argument",
      `The inputSchema of "${name}" cannot say itself as JSON Schema (${standard["~standard"].vendor} does not offer it), and the model needs one. Pass it as \`schema\`, and a JSON Schema as \`inputSchema\`.`,
      { path: "inputSchema" },
    );
  }
  try {
    const { $schema: _dialect, ...converted } = convert({ target: "draft-2020-12" });
    return converted;
  } catch (cause) {
    throw new HoldpointError(
      "invalid-argument",
      `The inputSchema of "${name}" holds something JSON Schema has no word for. Pass it as \`schema\`, and a JSON Schema as \`inputSchema\`.`,
      { path: "inputSchema", cause },
    );
  }
}
