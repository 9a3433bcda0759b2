import type {
  CallProgress,
  JsonObject,
  Tool,
  ToolArgs,
  ToolOutput,
  ToolResultPart,
  TurnContent,
  ViewCallPart,
} from "@holdpoint/core";
import { parsePartialJson } from "./partial-json.ts";

/** As much of something as has come. */
export type Partially<Value> = Value extends readonly (infer Item)[]
  ? readonly Partially<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]?: Partially<Value[Key]> }
    : Value;

interface CallFacts<Name> {
  readonly toolName: Name;
  readonly callId: string;
  /** The call as the view has it. */
  readonly call: ViewCallPart;
}

/**
 * One call of a tool with what is known of it in each state. Its arguments are the model's (or what a person made of
 * them): only from `running` on it is known that they fit the tool's schema.
 */
export type ToolCall<Args = JsonObject, Output = unknown, Name extends string = string> = CallFacts<Name> &
  (
    | { readonly state: "writing"; readonly args: Partially<Args> }
    | { readonly state: "waiting" | "asking" | "in_doubt"; readonly args: Args }
    | { readonly state: "running"; readonly args: Args; readonly progress?: CallProgress }
    | {
        readonly state: "done" | "ended_run";
        readonly args: Args;
        /** What the tool returned: text, or the value its JSON text stands for. */
        readonly output: Output;
        readonly parts: readonly TurnContent[];
      }
    | {
        readonly state: "failed";
        readonly args: Args;
        readonly error: string;
        readonly errorCode?: number | string;
      }
    | {
        readonly state: "rejected" | "denied";
        readonly args: Args;
        /** The person's or the policy's words; may be empty. */
        readonly reason: string;
      }
  );

/** The call of a tool made with `defineTool`, typed by it. */
export type ToolCallOf<T extends Tool> = T extends Tool ? ToolCall<ToolArgs<T>, ToolOutput<T>, T["name"]> : never;

const calls = new WeakMap<ViewCallPart, ToolCall>();

/** A call of the view as a card shows it. The same object for the same part. */
export function toolCallOf(call: ViewCallPart): ToolCall {
  const known = calls.get(call) ?? readCall(call);
  calls.set(call, known);
  return known;
}

function readCall(call: ViewCallPart): ToolCall {
  const { toolName, callId, state, result } = call;
  const facts = { toolName, callId, call };
  const args = result?.editedArgs ?? call.args;
  switch (state) {
    case "writing":
      return { ...facts, state, args: readDraft(call.argsText) };
    case "waiting":
    case "asking":
    case "in_doubt":
      return { ...facts, state, args };
    case "running":
      return { ...facts, state, args, ...(call.progress && { progress: call.progress }) };
    case "done":
    case "ended_run":
      return { ...facts, state, args, output: readOutput(result), parts: result?.parts ?? [] };
    case "failed": {
      const code = result?.errorCode;
      return { ...facts, state, args, error: resultText(result), ...(code !== undefined && { errorCode: code }) };
    }
    case "rejected":
    case "denied":
      return { ...facts, state, args, reason: resultText(result) };
    default:
      // A state of a later version: it is shown as one that has not begun.
      return { ...facts, state: state satisfies never, args };
  }
}

function readDraft(argsText = ""): JsonObject {
  const read = parsePartialJson(argsText);
  return typeof read === "object" && read !== null && !Array.isArray(read) ? (read as JsonObject) : {};
}

/** The words of a result, whatever became of the call. */
export function resultText(result: ToolResultPart | undefined): string {
  const output: unknown = result?.output;
  if (typeof output === "string") return output;
  const error = typeof output === "object" && output !== null && "error" in output ? output.error : undefined;
  return typeof error === "string" ? error : "";
}

/** A tool that returns no text has its JSON text in the transcript: here it is the value again. */
function readOutput(result: ToolResultPart | undefined): unknown {
  const text = resultText(result);
  if (!/^\s*(?:[[{\d-]|true\b|false\b|null\b)/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
