import { type AgentClient, agent, createToolkit, defineTool, type JsonObject } from "@holdpoint/core";
import { Component, type ComponentType } from "react";
import { describe, expectTypeOf, test } from "vitest";
import type { RenderersOf, ToolCard, ToolCardProps, ToolRenderers } from "../components/tool-renderers.ts";
import { useAgentRun } from "./use-agent-run.ts";

const refund = defineTool({
  name: "refund",
  description: "",
  inputSchema: {
    type: "object",
    properties: { order: { type: "string" }, amount: { type: "number" } },
    required: ["order"],
  },
  run: () => ({ paid: true }),
});
const lookup = defineTool({ name: "lookup", description: "", run: () => "found" });
declare const client: AgentClient;
const toolkit = createToolkit({ extraTools: [refund, lookup] });
const shop = { name: "shop", client, toolkit };

declare const RefundCard: ComponentType<ToolCardProps<typeof refund>>;

describe("an agent's tools type what is shown of them", () => {
  test("calls read by name", () => {
    const { tool } = useAgentRun({ agent: shop });
    const call = tool("refund").at(-1);
    if (call?.state === "done") {
      expectTypeOf(call.args).toEqualTypeOf<{ order: string; amount?: number }>();
      expectTypeOf(call.output).toEqualTypeOf<{ paid: boolean }>();
    }
    if (call?.state === "writing") expectTypeOf(call.args.order).toEqualTypeOf<string | undefined>();
    if (call?.state === "running") expectTypeOf(call.progress?.fraction).toEqualTypeOf<number | undefined>();
    if (call?.state === "waiting") {
      // @ts-expect-error: there is no output before it is done
      call.output;
    }
    // @ts-expect-error: no tool of this agent
    tool("refnud");
  });

  test("an agent made with `agent` as well", () => {
    const { tool } = useAgentRun({ agent: agent("shop", { client, toolkit }) });
    const found = tool("lookup").at(-1);
    if (found?.state === "done") expectTypeOf(found.output).toEqualTypeOf<string>();
  });

  test("by name alone nothing more is known", () => {
    const { tool } = useAgentRun({ agent: "shop" });
    const call = tool("anything").at(-1);
    if (call?.state === "done") {
      expectTypeOf(call.args).toEqualTypeOf<JsonObject>();
      expectTypeOf(call.output).toEqualTypeOf<unknown>();
    }
  });

  test("cards", () => {
    const renderers: RenderersOf<typeof shop> = { refund: RefundCard };
    expectTypeOf(renderers.refund).not.toBeAny();
    expectTypeOf<RenderersOf<typeof shop>>().toExtend<ToolRenderers>();
    expectTypeOf(class Card extends Component<ToolCardProps<typeof refund>> {}).toExtend<ToolCard>();
    // @ts-expect-error: a card for another tool's arguments
    const wrong: RenderersOf<typeof shop> = { lookup: RefundCard };
    // @ts-expect-error: no tool of this agent
    const unknown: RenderersOf<typeof shop> = { refnud: RefundCard };
    expectTypeOf([wrong, unknown]).not.toBeAny();
  });
});
