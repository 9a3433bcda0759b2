import {
  type Agent,
  type AgentClient,
  type Answer,
  agent,
  ContentPart,
  createToolkit,
  defineTool,
  type JsonObject,
  questionTool,
  type Tool,
  type ToolContext,
  ToolResult,
} from "@holdpoint/core";
import type { Script } from "../script.ts";
import { PNG, type Scenario, WORKER_SCRIPT } from "./scenario.ts";

/** A tool is being entered. */
export interface Entry {
  /** The idempotency key of its call: `runId/callId`. */
  readonly key: string;
  readonly tool: string;
  readonly args: JsonObject;
  readonly answer?: Answer;
}

/** What the page of a scenario stands in. */
export interface Surroundings {
  /** A client whose model says this. */
  client(script: Script, agentName: string): AgentClient;
  /** Makes the effect of a call in the world. Settles when the world has told so. */
  enact(entry: Entry): Promise<void>;
  /** Hears of every entry of a tool, before it does anything. */
  onEntry?(entry: Entry): void;
  /** What time it is, in milliseconds since the epoch. @default the system's */
  now?(): number;
}

/** How long a person has to answer the tool `quick`, in milliseconds. */
export const PATIENCE_MS = 60_000;

/** What a call of a tool gives when nothing disturbs it; also what a person says of one that ran. */
export function outputOf(tool: string, args: JsonObject): string {
  return `${tool} did ${JSON.stringify(args)}`;
}

/** The agents of a page on which a scenario runs: `shop`, and `worker` behind its tool. */
export function scenarioAgents(scenario: Scenario, surroundings: Surroundings): readonly Agent[] {
  const { client } = surroundings;
  const worker = agent("worker", {
    does: "Refunds",
    client: client(WORKER_SCRIPT, "worker"),
    toolkit: createToolkit({ extraTools: [acting("refund", surroundings)] }),
    policy: () => "ask",
  });
  const shop = agent("shop", {
    client: client(scenario.script, "shop"),
    toolkit: createToolkit({ extraTools: [...tools(surroundings), worker.asTool()] }),
    policy: ({ toolName }) => {
      if (toolName === "refund") return "ask";
      return toolName === "transfer" ? { ask: { data: { editable: true } } } : "allow";
    },
  });
  return [shop];
}

function tools(surroundings: Surroundings): readonly Tool[] {
  const { now = Date.now } = surroundings;
  return [
    acting("pay", surroundings),
    acting("lookup", surroundings),
    acting("refund", surroundings),
    acting("transfer", surroundings),
    acting("sync", surroundings, { idempotent: true }),
    acting("hangup", surroundings, { endsRun: true }),
    acting("photo", surroundings, {
      result: (output) => ToolResult.ok(output, [ContentPart.image({ mimeType: "image/png", data: PNG })]),
    }),
    acting("deploy", surroundings, {
      ask: (answer) =>
        answer === undefined ? ToolResult.pending({ kind: "input", prompt: "Which environment?" }) : undefined,
    }),
    acting("connect", surroundings, {
      ask: (answer) => (answer === undefined ? ToolResult.authRequired("https://login.example.test/") : undefined),
    }),
    acting("calendar", surroundings, {
      ask(answer) {
        if (answer === undefined) return ToolResult.authRequired("https://login.example.test/", "Log in");
        const { step } = answer.data as { step?: string };
        return step === "in" ? ToolResult.pending({ kind: "approval", prompt: "Add it?" }) : undefined;
      },
    }),
    acting("quick", surroundings, {
      ask: (answer) =>
        answer === undefined
          ? ToolResult.pending({ kind: "input", prompt: "Quick!", expiresAt: now() + PATIENCE_MS })
          : undefined,
    }),
    questionTool,
  ];
}

interface Acting {
  readonly idempotent?: true;
  readonly endsRun?: true;
  /** What it asks before it acts. */
  readonly ask?: (answer: Answer | undefined) => ToolResult | undefined;
  readonly result?: (output: string) => ToolResult;
}

/** A tool that acts in the world, once it has asked what it needs to know. */
function acting(name: string, { enact, onEntry }: Surroundings, { ask, result, ...marks }: Acting = {}): Tool {
  return defineTool({
    name,
    description: name,
    inputSchema: { type: "object" },
    ...marks,
    run: async (args: JsonObject, context: ToolContext = {}) => {
      const { answer, idempotencyKey = "" } = context;
      const entry: Entry = { key: idempotencyKey, tool: name, args, ...(answer && { answer }) };
      onEntry?.(entry);
      const asked = ask?.(answer);
      if (asked !== undefined) return asked;
      await enact(entry);
      const output = outputOf(name, args);
      return result?.(output) ?? output;
    },
  });
}
