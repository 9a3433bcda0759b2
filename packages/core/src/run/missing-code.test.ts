import { createScriptedModel, type Script } from "@holdpoint/testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ToolResult } from "../contracts/tool-result.ts";
import { defineTool } from "../toolkit/define-tool.ts";
import { createToolkit } from "../toolkit/toolkit.ts";
import { createClient } from "./client.ts";
import { createMemoryStore } from "./memory-store.ts";
import { createRuns } from "./runs.ts";

const SCRIPT: Script = [
  {
    when: { user: "refund" },
    reply: {
      calls: [
        { name: "refund", args: { order: "A-17" } },
        { name: "ask", args: {} },
      ],
    },
  },
  { when: { results: ["refund", "ask"] }, reply: "All done." },
];

function openPage(effects: string[]) {
  const model = createScriptedModel({ script: SCRIPT, style: "openai" });
  const refund = defineTool({
    name: "refund",
    description: "Refunds an order",
    inputSchema: { type: "object", properties: { order: { type: "string" } }, required: ["order"] },
    run: ({ order }) => {
      effects.push(`refund ${order}`);
      return "refunded";
    },
  });
  const ask = defineTool({
    name: "ask",
    description: "Asks a person",
    run: (_args, { answer }) =>
      answer === undefined
        ? ToolResult.pending({ kind: "input", prompt: "How many?", data: { schema: { type: "integer" } } })
        : `there are ${String(answer.data)}`,
  });
  const client = createClient({ baseUrl: "https://model.test/v1", style: "openai", model: "m", fetch: model.fetch });
  const agent = { name: "shop", client, toolkit: createToolkit({ extraTools: [refund, ask] }) };
  return createRuns({ store: createMemoryStore(), agents: [agent] });
}

/** As after a new deployment: the file is not on the server any more. */
function takeAway(): void {
  vi.doMock("../primitives/json-schema.ts", () => {
    throw new TypeError("Failed to fetch dynamically imported module");
  });
}

describe("code that cannot be loaded", () => {
  afterEach(() => {
    vi.doUnmock("../primitives/json-schema.ts");
  });

  it("stops the run before any of its calls, says so, and a retry goes on", async () => {
    takeAway();
    const effects: string[] = [];
    const runs = openPage(effects);
    const run = await runs.start({ agent: "shop", prompt: "refund" });
    const stopped = await run.settled();
    expect(stopped).toMatchObject({ status: "failed", error: { code: "code-missing" } });
    expect(effects).toEqual([]);

    vi.doUnmock("../primitives/json-schema.ts");
    await run.retry();
    await expect.poll(() => run.getView().status).toBe("paused");
    expect(effects).toEqual(["refund A-17"]);
    await runs.close();
  });

  it("takes no Answer that it cannot check, and leaves the Request open", async () => {
    const effects: string[] = [];
    const runs = openPage(effects);
    const run = await runs.start({ agent: "shop", prompt: "refund" });
    const { pending } = await run.settled();
    const requestId = pending[0]?.requestId ?? "";

    takeAway();
    await expect(run.answer(requestId, { ok: true, data: 3 })).rejects.toMatchObject({ code: "code-missing" });
    expect(await runs.requests()).toMatchObject([{ requestId, state: "open" }]);

    vi.doUnmock("../primitives/json-schema.ts");
    expect(await run.answer(requestId, { ok: true, data: 3 })).toMatchObject({ accepted: true });
    await expect.poll(() => run.getView().status).toBe("done");
    expect(effects).toEqual(["refund A-17"]);
    await runs.close();
  });
});
