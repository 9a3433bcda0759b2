import { createScriptedModel, type Script } from "@holdpoint/testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ToolResult } from "../contracts/tool-result.ts";
import { defineTool } from "../toolkit/define-tool.ts";
import { createToolkit } from "../toolkit/toolkit.ts";
import { createClient } from "./client.ts";
import type { JournalStore } from "./journal.ts";
import { createMemoryStore } from "./memory-store.ts";
import { createRuns } from "./runs.ts";
import { until } from "./until.fixture.ts";

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

/** As after a retry that reaches the server. */
async function giveBack(file: string): Promise<void> {
  await vi.dynamicImportSettled();
  vi.doUnmock(file);
}

function openPage(effects: string[], store: JournalStore = createMemoryStore()) {
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
  return createRuns({ store, agents: [agent] });
}

const SCHEMA_CHECK = "../primitives/json-schema.ts";
const WIRE = "../wire/openai/make-wire.ts";
const DRIVING = "./driving.ts";

/** As after a new deployment: the file is not on the server any more. */
function takeAway(file: string): void {
  vi.doMock(file, () => {
    throw new TypeError("Failed to fetch dynamically imported module");
  });
}

describe("code that cannot be loaded", () => {
  afterEach(() => {
    for (const file of [SCHEMA_CHECK, WIRE, DRIVING]) vi.doUnmock(file);
  });

  it("stops the run before any of its calls, says so, and a retry goes on", async () => {
    takeAway(SCHEMA_CHECK);
    const effects: string[] = [];
    const runs = openPage(effects);
    const run = await runs.start({ agent: "shop", prompt: "refund" });
    const stopped = await run.settled();
    expect(stopped).toMatchObject({ status: "failed", error: { code: "code-missing" } });
    expect(effects).toEqual([]);

    await giveBack(SCHEMA_CHECK);
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

    takeAway(SCHEMA_CHECK);
    await expect(run.answer(requestId, { ok: true, data: 3 })).rejects.toMatchObject({ code: "code-missing" });
    expect(await runs.requests()).toMatchObject([{ requestId, state: "open" }]);

    await giveBack(SCHEMA_CHECK);
    expect(await run.answer(requestId, { ok: true, data: 3 })).toMatchObject({ accepted: true });
    await expect.poll(() => run.getView().status).toBe("done");
    expect(effects).toEqual(["refund A-17"]);
    await runs.close();
  });

  it.each([["what drives it", DRIVING] as const, ["what speaks to its model", WIRE] as const])(
    "begins no run without %s",
    async (_, file) => {
      takeAway(file);
      const runs = openPage([]);
      await expect(runs.start({ agent: "shop", prompt: "refund" })).rejects.toMatchObject({ code: "code-missing" });
      expect(await runs.list()).toEqual([]);

      await giveBack(file);
      const run = await runs.start({ agent: "shop", prompt: "refund" });
      expect(await run.settled()).toMatchObject({ status: "paused" });
      await runs.close();
    },
  );

  it.each([["what drives it", DRIVING] as const, ["what speaks to its model", WIRE] as const])(
    "shows a run that waits without %s, keeps its Answer, and a retry goes on",
    async (_, file) => {
      const store = createMemoryStore();
      const effects: string[] = [];
      const before = openPage(effects, store.fork());
      const { runId } = await before.start({ agent: "shop", prompt: "refund" });
      await until(before.open(runId), ({ pending }) => pending.length === 1);
      await before.close();

      takeAway(file);
      const runs = openPage(effects, store.fork());
      const run = runs.open(runId);
      const stop = run.subscribe(() => undefined);
      const view = await until(run, ({ error }) => error !== undefined);
      expect(view).toMatchObject({ status: "paused", error: { code: "code-missing" } });
      expect(await run.answer(view.pending[0]?.requestId ?? "", { ok: true, data: 3 })).toMatchObject({
        accepted: true,
      });
      await until(run, ({ error, pending }) => error !== undefined && pending.length === 0);

      await giveBack(file);
      await run.retry();
      await until(run, ({ status }) => status === "done");
      expect(effects).toEqual(["refund A-17"]);
      stop();
      await runs.close();
    },
  );

  it("does not keep a tab from following another that drives", async () => {
    const store = createMemoryStore();
    const driving = openPage([], store.fork());
    const { runId } = await driving.start({ agent: "shop", prompt: "refund" });
    await until(driving.open(runId), ({ pending }) => pending.length === 1);

    takeAway(DRIVING);
    const following = openPage([], store.fork());
    const run = following.open(runId);
    const { pending } = await until(run, ({ role, pending: asked }) => role === "follower" && asked.length === 1);
    await run.answer(pending[0]?.requestId ?? "", { ok: true, data: 3 });
    expect(await until(run, ({ status }) => status === "done")).not.toHaveProperty("error");
    await following.close();
    await driving.close();
  });

  it("can be asked for before it is needed", async () => {
    const runs = openPage([]);
    takeAway(WIRE);
    await expect(runs.prepare("shop")).rejects.toMatchObject({ code: "code-missing" });
    await expect(runs.prepare()).rejects.toMatchObject({ code: "code-missing" });
    await runs.prepare("somebody else");

    await giveBack(WIRE);
    await runs.prepare("shop");
    await runs.close();
  });
});
