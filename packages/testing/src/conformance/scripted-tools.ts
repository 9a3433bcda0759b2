import {
  type Answer,
  defineTool,
  httpTool,
  questionTool,
  type Request,
  relayTool,
  type Tool,
  type ToolContext,
  ToolResult,
} from "@holdpoint/core";
import type { Behaviour, Fields, ToolScript } from "./scenario.ts";

/** One entry into a scripted tool. */
export interface Execution {
  readonly name: string;
  readonly args: unknown;
  readonly answer?: Answer;
}

/** What scripted tools need from around them. */
export interface ToolSurroundings {
  /** Told of every entry, as it happens. */
  readonly record: (execution: Execution) => void;
  /** Waits without being one of the program's own pauses. */
  readonly delay: (ms: number) => Promise<void>;
  /** For HTTP tools. */
  readonly fetch: typeof globalThis.fetch;
}

/** Makes the tool a script describes. @throws Error for a script nobody understands. */
export function createScriptedTool(script: ToolScript, surroundings: ToolSurroundings): Tool {
  const { name, description, inputSchema, http, options } = script;
  switch (script.kind) {
    case undefined: {
      const run = playback(script, surroundings);
      return {
        ...defineTool({ name, description, inputSchema, run: (args, context) => run(args, context) }),
        ...options,
      };
    }
    case "custom": {
      const run = playback(script, surroundings);
      return {
        name,
        description,
        inputSchema,
        source: "custom",
        execute: async (args, context) => asResult(await run(args, context ?? {})),
        ...options,
      };
    }
    case "http":
      return httpTool({ name, description, inputSchema, ...http, fetch: surroundings.fetch } as Parameters<
        typeof httpTool
      >[0]);
    case "question":
      return recorded(questionTool, surroundings);
    case "relay":
      return relayTool(name, description, inputSchema);
    default:
      throw new Error(`Nobody knows the tool kind ${JSON.stringify(script.kind)}.`);
  }
}

function recorded(tool: Tool, { record }: ToolSurroundings): Tool {
  return {
    ...tool,
    execute(args, context) {
      record(execution(tool.name, args, context ?? {}));
      return tool.execute(args, context);
    },
  };
}

function playback({ name, behaviour }: ToolScript, { record, delay }: ToolSurroundings) {
  const list = [behaviour ?? []].flat();
  let played = 0;
  return async (args: unknown, context: ToolContext): Promise<unknown> => {
    record(execution(name, args, context));
    const entry = list[Math.min(played, list.length - 1)];
    played += 1;
    if (entry === undefined) throw new Error(`The tool ${name} has no behaviour.`);
    if (entry.delayMs !== undefined) await delay(entry.delayMs);
    return behave(entry, args, context.answer);
  };
}

function execution(name: string, args: unknown, { answer }: ToolContext): Execution {
  return { name, args: structuredClone(args), ...(answer && { answer: structuredClone(answer) }) };
}

function behave(entry: Behaviour, args: unknown, answer: Answer | undefined): unknown {
  switch (entry.type) {
    case "string":
    case "value":
      return entry.value;
    case "return":
    case "error":
      return {
        output: entry.output,
        isError: entry.type === "error",
        ...(entry.metadata !== undefined && { metadata: entry.metadata }),
        ...(entry.parts !== undefined && { parts: entry.parts }),
      };
    case "throw":
      throw new Error(String(entry.message));
    case "echo":
      return JSON.stringify(args);
    case "pending":
      if (answer !== undefined) return behaveAfter(entry, args, answer);
      return ToolResult.pending(entry.request as Request);
    case "authRequired":
      if (answer !== undefined) return behaveAfter(entry, args, answer);
      return ToolResult.authRequired(String(entry.url), entry.prompt as string | undefined);
    case "answerData":
      return JSON.stringify(answer?.data);
    case "answerField":
      return String((answer?.data as Fields | undefined)?.[String(entry.field)]);
    default:
      throw new Error(`Nobody knows the behaviour ${JSON.stringify(entry.type)}.`);
  }
}

/** What follows an Answer may suspend again: for that it is as if there were none. */
function behaveAfter({ then }: Behaviour, args: unknown, answer: Answer): unknown {
  const next = then as Behaviour | undefined;
  if (next === undefined) return undefined;
  const suspends = next.type === "pending" || next.type === "authRequired";
  return behave(next, args, suspends ? undefined : answer);
}

/** A bare tool object gives a result; only its throw is left to the boundary. */
function asResult(value: unknown): ToolResult {
  const isResult = typeof value === "object" && value !== null && "output" in value && "isError" in value;
  if (isResult) return value as ToolResult;
  return ToolResult.ok(typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
}
