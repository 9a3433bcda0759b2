import { createScriptedModel, createVirtualClock } from "@holdpoint/testing";
import { describe, expect, it } from "vitest";
import { ToolResult } from "../contracts/tool-result.ts";
import { defineTool } from "../toolkit/define-tool.ts";
import { createToolkit } from "../toolkit/toolkit.ts";
import type { Agent } from "./agent.ts";
import { createClient } from "./client.ts";
import { createMemoryStore } from "./memory-store.ts";
import { createRuns, type RunHandle } from "./runs.ts";
import type { RunView } from "./view.ts";

const HOUR_MS = 3_600_000;

/** Pages over one store, and a tool that gives a person one minute. */
function setUp(agent: Partial<Agent> = {}) {
  const clock = createVirtualClock();
  const disk = createMemoryStore();
  const entered: unknown[] = [];
  const ask = defineTool({
    name: "ask",
    description: "asks a person, who has a minute",
    run: (_args, ctx) => {
      entered.push(ctx?.answer?.data);
      if (ctx?.answer !== undefined) return "thank you";
      return ToolResult.pending({ kind: "input", prompt: "Quick!", expiresAt: clock.now() + 60_000 });
    },
  });
  const openPage = (knows: "the agent" | "no agent" = "the agent") => {
    const { fetch } = createScriptedModel({
      style: "openai",
      script: [
        { when: { user: "go" }, reply: { calls: [{ name: "ask" }] } },
        { when: { results: ["ask"] }, reply: "All done.", times: 9 },
        { when: { user: "go on" }, reply: "Going on.", times: 9 },
      ],
    });
    const client = createClient({ baseUrl: "https://model.test/v1", style: "openai", model: "scripted", fetch });
    const shop: Agent = { name: "shop", client, toolkit: createToolkit({ extraTools: [ask] }), ...agent };
    return createRuns({ store: disk.fork(), clock, agents: knows === "no agent" ? [] : [shop] });
  };
  return { clock, entered, openPage };
}

/** A run whose page was closed while it asked. */
async function leaveAsking({ openPage }: ReturnType<typeof setUp>): Promise<string> {
  const page = openPage();
  const run = await page.start({ agent: "shop", prompt: "go", runId: "run" });
  const [request] = (await run.settled()).pending;
  await page.close();
  return request?.requestId ?? "";
}

function whenDone(run: RunHandle): Promise<RunView> {
  return new Promise((resolve) => {
    const look = () => {
      if (run.getView().status === "done") resolve(run.getView());
    };
    run.subscribe(look);
    look();
  });
}

function outputOf(view: RunView): unknown {
  const [call] = view.turns.flatMap(({ parts }) => parts).filter((part) => part.kind === "TOOL_CALL");
  return call?.kind === "TOOL_CALL" ? call.result?.output : undefined;
}

describe("a Request whose time passed while no page was open", () => {
  it("answers itself once when a page opens, and its tool is not entered again", async () => {
    const stage = setUp();
    const requestId = await leaveAsking(stage);
    stage.clock.setNow(stage.clock.now() + HOUR_MS);
    const page = stage.openPage();
    expect(outputOf(await whenDone(page.open("run")))).toEqual({ error: "declined/expired: Quick!" });
    expect(await page.store.getRequest(requestId)).toMatchObject({ state: "settled", answer: { reason: "expired" } });
    expect(stage.entered).toEqual([undefined]);
    await page.close();
  });

  it("keeps the Answer that was accepted in time", async () => {
    const stage = setUp();
    const requestId = await leaveAsking(stage);
    const other = stage.openPage("no agent");
    expect(await other.answer(requestId, { ok: true, data: "here" })).toMatchObject({ accepted: true });
    await other.close();
    stage.clock.setNow(stage.clock.now() + HOUR_MS);
    const page = stage.openPage();
    expect(outputOf(await whenDone(page.open("run")))).toBe("thank you");
    expect(stage.entered).toEqual([undefined, "here"]);
    await page.close();
  });

  it("is open no more in a page that cannot drive its run, and a late Answer is refused there with the reason", async () => {
    const stage = setUp();
    const requestId = await leaveAsking(stage);
    stage.clock.setNow(stage.clock.now() + HOUR_MS);
    const page = stage.openPage("no agent");
    expect(await page.requests()).toEqual([]);
    const [expired] = await page.requests({ state: ["answered"] });
    expect(expired).toMatchObject({ requestId, answer: { ok: false, reason: "expired" } });
    // Setting the clock back makes nothing of it undone.
    stage.clock.setNow(stage.clock.now() - 2 * HOUR_MS);
    await expect(page.answer(requestId, { ok: true })).rejects.toMatchObject({ code: "request-expired" });
    expect(await page.retractAnswer(requestId)).toBe(false);
    expect(await page.requests()).toEqual([]);
    await page.close();
  });

  it("refuses a late Answer with the reason also once its run has gone on", async () => {
    const stage = setUp();
    const requestId = await leaveAsking(stage);
    stage.clock.setNow(stage.clock.now() + HOUR_MS);
    const page = stage.openPage();
    await whenDone(page.open("run"));
    await expect(page.answer(requestId, { ok: true })).rejects.toMatchObject({ code: "request-expired" });
    expect(stage.entered).toEqual([undefined]);
    await page.close();
  });

  it.each(["decline", "refuse"] as const)(
    "is in the way of no message where the agent would %s",
    async (whilePending) => {
      const stage = setUp({ whilePending });
      await leaveAsking(stage);
      stage.clock.setNow(stage.clock.now() + HOUR_MS);
      const page = stage.openPage();
      await page.open("run").send("go on");
      const view = await whenDone(page.open("run"));
      expect(outputOf(view)).toEqual({ error: "declined/expired: Quick!" });
      await page.close();
    },
  );
});
