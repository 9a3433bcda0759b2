import {
  createClient,
  createMemoryStore,
  createRuns,
  createToolkit,
  defineTool,
  type Runs,
  ToolResult,
} from "@holdpoint/core";
import { createScriptedModel, type Script, type ScriptedModel } from "@holdpoint/testing";
import type { DevtoolsTap } from "../devtools/tap.ts";

/** A page for tests: real runs over a store in memory, real tools, and a model that says what it is told. */
export interface ShopPage {
  readonly runs: Runs;
  readonly model: ScriptedModel;
  /** What the tools did. */
  readonly effects: readonly string[];
}

/** Opens one; with the `store` of another it is a second tab of it. A tap sees what it stores and sends. */
export function openShop(
  script: Script,
  store: ReturnType<typeof createMemoryStore> = createMemoryStore(),
  tap?: DevtoolsTap,
): ShopPage {
  const model = createScriptedModel({ script, style: "openai" });
  const effects: string[] = [];
  const refund = defineTool({
    name: "refund",
    description: "Refunds an order",
    inputSchema: { type: "object", properties: { order: { type: "string" } }, required: ["order"] },
    run: ({ order }) => {
      effects.push(`refund ${String(order)}`);
      return `refunded ${String(order)}`;
    },
  });
  const lookup = defineTool({ name: "lookup", description: "Looks something up", run: () => "found" });
  const deploy = defineTool({
    name: "deploy",
    description: "Deploys",
    run: (_args, context) =>
      context?.answer === undefined
        ? ToolResult.pending({
            id: "",
            kind: "input",
            prompt: "Which environment?",
            data: {
              schema: {
                type: "object",
                properties: {
                  environment: { enum: ["staging", "production"] },
                  note: { type: "string", pattern: "^[a-z]+$" },
                },
                required: ["environment"],
              },
            },
          })
        : `deployed ${JSON.stringify(context.answer.data)}`,
  });
  const runs = createRuns({
    store: tap?.store(store) ?? store,
    agents: [
      {
        name: "shop",
        client: createClient({
          baseUrl: "https://model.test/v1",
          style: "openai",
          model: "scripted",
          retries: 0,
          apiKey: "sk-CANARY-0123456789",
          fetch: tap?.fetch(model.fetch) ?? model.fetch,
        }),
        toolkit: createToolkit({ extraTools: [refund, lookup, deploy] }),
        policy: ({ toolName }) => (toolName === "refund" ? "ask" : "allow"),
      },
    ],
  });
  return { runs, model, effects };
}

/** Refunds that ask first. */
export function refundScript(times = 1): Script {
  return [
    {
      when: { user: "refund" },
      reply: { text: "Let me do that.", calls: [{ name: "refund", args: { order: "A-17" } }] },
      times,
    },
    { when: { results: ["refund"] }, reply: "All done.", times },
  ];
}
