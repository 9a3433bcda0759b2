import { createFaultyStore, createScriptedModel, type Reply } from "@holdpoint/testing";
import { describe, expect, it } from "vitest";
import { ToolResult } from "../contracts/tool-result.ts";
import { defineTool } from "../toolkit/define-tool.ts";
import { createToolkit } from "../toolkit/toolkit.ts";
import type { Agent } from "./agent.ts";
import { createClient } from "./client.ts";
import type { JournalStore } from "./journal.ts";
import { createMemoryStore } from "./memory-store.ts";
import { createRuns } from "./runs.ts";
import { until } from "./until.fixture.ts";
import type { RunView } from "./view.ts";

/** A shop: `refund` needs a word of policy, `deploy` asks for itself, `pay` just pays. */
function setUp(calls: readonly string[], hooks?: Agent["hooks"]) {
  const disk = createMemoryStore();
  const entered: string[] = [];
  const acting = (name: string) =>
    defineTool({
      name,
      description: name,
      run: (_args, context) => {
        entered.push(context?.answer ? `${name} answered` : name);
        if (name !== "deploy" || context?.answer !== undefined) return `${name} done`;
        return ToolResult.pending({ kind: "input", prompt: "Where to?" });
      },
    });
  const reply: Reply = { calls: calls.map((name) => ({ name })) };
  const { fetch, requests } = createScriptedModel({
    style: "openai",
    script: [
      { when: { results: [...calls] }, reply: "All done.", times: 9 },
      { when: { user: "go" }, reply, times: 9 },
      { when: { user: "never mind" }, reply: "Fine.", times: 9 },
    ],
  });
  const client = createClient({ baseUrl: "https://model.test/v1", style: "openai", model: "scripted", fetch });
  const shop: Agent = {
    name: "shop",
    client,
    toolkit: createToolkit({ extraTools: ["refund", "deploy", "pay"].map(acting) }),
    policy: ({ toolName }) => (toolName === "refund" ? "ask" : "allow"),
    ...(hooks && { hooks }),
  };
  const openPage = (store: JournalStore = disk.fork()) => createRuns({ store, agents: [shop] });
  return { disk, entered, requests, openPage };
}

const asks = ({ pending }: RunView): boolean => pending.length > 0;
const is = (status: RunView["status"]) => (view: RunView) => view.status === status;

describe("a run that was cancelled at a Request, and goes on", () => {
  it.each([
    ["refund", ["refund answered"]],
    ["deploy", ["deploy", "deploy answered"]],
  ])("asks anew before %s is entered: the old Request is closed for good", async (name, entries) => {
    const { openPage, entered } = setUp([name]);
    const page = openPage();
    const run = await page.start({ agent: "shop", prompt: "go" });
    const [old] = (await until(run, asks)).pending;
    await run.cancel();
    const cancelled = await until(run, is("cancelled"));
    expect(cancelled.turns.at(-1)?.parts.at(-1)).toMatchObject({ state: "waiting" });
    await run.retry();
    const [asked] = (await until(run, asks)).pending;
    expect(asked?.requestId).not.toBe(old?.requestId);
    expect({ ...asked?.request, id: "" }).toEqual({ ...old?.request, id: "" });
    expect(asked?.call).toEqual(old?.call);
    expect(await page.answer(old?.requestId ?? "", { ok: true })).toMatchObject({ accepted: false });
    await run.answer(asked?.requestId ?? "", { ok: true });
    await until(run, is("done"));
    expect(entered).toEqual(entries);
    await page.close();
  });

  it("asks again about a doubt, and enters nothing before it is settled", async () => {
    const { disk, openPage, entered } = setUp(["pay"]);
    const dying = createFaultyStore(disk.fork(), { at: "call.finished", kind: "kill-before" });
    await openPage(dying.store).start({ agent: "shop", prompt: "go", runId: "run" });
    await dying.whenStruck;
    const page = openPage();
    const run = page.open("run");
    await until(run, asks);
    await run.cancel();
    await until(run, is("cancelled"));
    await run.retry();
    const [doubt] = (await until(run, asks)).pending;
    expect(doubt).toMatchObject({ origin: "in_doubt" });
    await run.answer(doubt?.requestId ?? "", { ok: true, data: { outcome: "ran" } });
    await until(run, is("done"));
    expect(entered).toEqual(["pay"]);
    await page.close();
  });
});

describe("a run that is stopped", () => {
  it("stays so, whatever was to be tried again before that", async () => {
    const { disk, openPage } = setUp(["refund"]);
    const page = openPage();
    const run = await page.start({ agent: "shop", prompt: "go" });
    await until(run, asks);
    // Pressed twice while it did not run, and the second came late.
    await disk.fork().enqueue(run.runId, { id: "late", type: "retry", at: 1 });
    await run.cancel();
    await until(run, is("cancelled"));
    await expect.poll(() => disk.isDriven(run.runId)).toBe(false);
    expect(run.getView()).toMatchObject({ status: "cancelled", pending: [] });
    expect(await disk.load(run.runId)).toMatchObject({ commands: [] });
    await page.close();
  });

  it("goes on when it was to be tried again and the page died in that moment", async () => {
    const { disk, openPage, entered } = setUp(["refund"]);
    const first = openPage();
    const { runId } = await first.start({ agent: "shop", prompt: "go" });
    await until(first.open(runId), asks);
    await first.open(runId).cancel();
    await until(first.open(runId), is("cancelled"));
    await first.close();

    const dying = disk.fork();
    let died = (): void => undefined;
    const death = new Promise<void>((resolve) => {
      died = resolve;
    });
    // The command is consumed, and nothing is written after it.
    const append: JournalStore["append"] = async (batch) => {
      await dying.append(batch);
      died();
      await new Promise(() => undefined);
    };
    await openPage({ ...dying, append })
      .open(runId)
      .retry();
    await death;
    await dying.close();

    const page = openPage();
    await page.resume();
    const run = page.open(runId);
    const [asked] = (await until(run, asks)).pending;
    await run.answer(asked?.requestId ?? "", { ok: true });
    await until(run, is("done"));
    expect(entered).toEqual(["refund answered"]);
    await page.close();
  });

  it("is stopped also where something else was said before that, while nobody was there", async () => {
    const { disk, openPage, entered } = setUp(["refund"]);
    const first = openPage();
    const { runId } = await first.start({ agent: "shop", prompt: "go" });
    await until(first.open(runId), asks);
    await first.close();
    const absent = disk.fork();
    await absent.enqueue(runId, { id: "1", type: "message", parts: [{ kind: "TEXT", text: "never mind" }], at: 1 });
    await absent.enqueue(runId, { id: "2", type: "cancel", at: 2 });
    const page = openPage();
    const run = page.open(runId);
    await until(run, ({ status, queued }) => status === "cancelled" && queued === 0);
    await expect.poll(() => disk.isDriven(runId)).toBe(false);
    expect(run.getView()).toMatchObject({ status: "cancelled", pending: [] });
    expect(entered).toEqual([]);
    await page.close();
  });
});

describe("a Request of a call that is given up for a message", () => {
  it("is closed, and its call is not entered whatever is answered", async () => {
    let fail = (): void => undefined;
    const failing = new Promise<undefined>((_resolve, reject) => {
      fail = () => reject(new Error("The hook fails."));
    });
    const beforeTool = ({ name }: { readonly name: string }) => (name === "pay" ? failing : undefined);
    const { openPage, entered, requests } = setUp(["refund", "pay"], { beforeTool });
    const page = openPage();
    const run = await page.start({ agent: "shop", prompt: "go" });
    const [request] = (await until(run, asks)).pending;
    fail();
    await until(run, is("failed"));
    await run.send("never mind");
    const done = await until(run, is("done"));
    expect(done.pending).toEqual([]);
    expect(await page.requests()).toEqual([]);
    expect(await page.answer(request?.requestId ?? "", { ok: true })).toMatchObject({ accepted: false });
    expect(entered).toEqual([]);
    expect(requests).toHaveLength(2);
    await page.close();
  });
});
