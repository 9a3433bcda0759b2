import { createFaultyStore, createScriptedModel, type Reply } from "@holdpoint/testing";
import { describe, expect, it } from "vitest";
import { defineTool } from "../toolkit/define-tool.ts";
import { createToolkit } from "../toolkit/toolkit.ts";
import type { Agent } from "./agent.ts";
import { createClient } from "./client.ts";
import { exportRuns } from "./export-runs.ts";
import { importRuns } from "./import-runs.ts";
import type { JournalStore } from "./journal.ts";
import { createMemoryStore } from "./memory-store.ts";
import { createRuns } from "./runs.ts";
import { until } from "./until.fixture.ts";
import type { RunView } from "./view.ts";

/** Pages over one store, each with tools and a model of its own; `refund`, `deploy` and `wipe` need a person's word. */
function setUp(calls: readonly string[], agent: Partial<Agent> = {}) {
  const disk = createMemoryStore();
  const entered: string[] = [];
  const acting = (name: string) =>
    defineTool({
      name,
      description: name,
      run: () => {
        entered.push(name);
        return `${name} done`;
      },
    });
  const tools = ["refund", "deploy", "wipe", "lookup"].map(acting);
  const reply: Reply = { calls: calls.map((name) => ({ name })) };
  const model = createScriptedModel({
    style: "openai",
    script: [
      { when: { results: [...calls] }, reply: "All done.", times: 99 },
      { when: { user: "go" }, reply, times: 99 },
      { when: { user: "something else" }, reply: "Something else.", times: 99 },
    ],
  });
  const client = createClient({ baseUrl: "https://m.test/v1", style: "openai", model: "scripted", fetch: model.fetch });
  const openPage = ({ store = disk.fork() as JournalStore, order = tools } = {}) => {
    const shop: Agent = {
      name: "shop",
      client,
      toolkit: createToolkit({ extraTools: order }),
      policy: ({ toolName }) => (toolName === "lookup" ? "allow" : "ask"),
      ...agent,
    };
    return createRuns({ store, agents: [shop] });
  };
  return { disk, entered, model, tools, openPage };
}

const isDone = ({ status, queued }: RunView): boolean => status === "done" && queued === 0;
const asks =
  (count: number) =>
  ({ pending }: RunView): boolean =>
    pending.length === count;

describe("hold points of a run", () => {
  it("a yes to a Request that was written over in the store runs nothing: it showed another call", async () => {
    const { disk, openPage, entered } = setUp(["refund"]);
    const honest = disk.fork() as JournalStore;
    const store = new Proxy(honest, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        if (name !== "getRequest") return member.bind(target);
        return async (requestId: string) => {
          const record = await target.getRequest(requestId);
          return record && { ...record, call: { ...record.call, args: { note: "harmless" } } };
        };
      },
    });
    const page = openPage({ store });
    const run = await page.start({ agent: "shop", prompt: "go" });
    const { pending } = await until(run, asks(1));
    await run.answer(pending[0]?.requestId ?? "", { ok: true });
    const failed = await until(run, ({ status }) => status === "failed");
    expect(failed.error?.code).toBe("damaged");
    await run.retry();
    await until(run, ({ status }) => status === "failed");
    expect(entered).toEqual([]);
    await page.close();
  });

  it("a finished run that is opened again asks nothing, here or in another profile", async () => {
    const { disk, openPage, entered } = setUp(["refund"]);
    const page = openPage();
    const run = await page.start({ agent: "shop", prompt: "go", runId: "run" });
    const [request] = (await until(run, asks(1))).pending;
    await run.answer(request?.requestId ?? "", { ok: true });
    await until(run, isDone);
    await page.close();

    const again = openPage();
    expect((await until(again.open("run"), isDone)).pending).toEqual([]);
    expect(await again.requests()).toEqual([]);
    await again.close();
    const elsewhere = createMemoryStore();
    await importRuns(elsewhere, await exportRuns(disk, ["run"]));
    expect(await elsewhere.listRequests({ state: ["open", "answered"] })).toEqual([]);
    expect(entered).toEqual(["refund"]);
  });

  it("a decline is final: after a reload, with the tools registered in another order, nothing is entered", async () => {
    const { disk, openPage, entered, tools, model } = setUp(["refund"]);
    const dying = createFaultyStore(disk.fork(), { at: "request.answered", kind: "kill-before" });
    const run = await openPage({ store: dying.store }).start({ agent: "shop", prompt: "go", runId: "run" });
    const [request] = (await until(run, asks(1))).pending;
    // The page dies over it: nobody hears how it ended.
    void run.answer(request?.requestId ?? "", { ok: false, reason: "declined" });
    await dying.whenStruck;

    const again = openPage({ order: tools.toReversed() });
    await until(again.open("run"), isDone);
    expect(entered).toEqual([]);
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain("declined/expired: Allow refund?");
    await again.close();
  });

  it("of three that wait two remain when one is answered, also after a reload; the model hears of none before all", async () => {
    const { openPage, entered, model } = setUp(["refund", "deploy", "lookup", "wipe"]);
    const page = openPage();
    const run = await page.start({ agent: "shop", prompt: "go", runId: "run" });
    const all = (await until(run, asks(3))).pending;
    // What needs nobody's word ran at once.
    await until(run, ({ status }) => status === "paused");
    expect(entered).toEqual(["lookup"]);
    const named = (name: string) => all.find(({ call }) => call.toolName === name)?.requestId ?? "";
    await run.answer(named("deploy"), { ok: true });
    const left = await until(run, ({ pending, status }) => pending.length === 2 && status === "paused");
    expect(left.pending.map(({ call }) => call.toolName)).toEqual(["refund", "wipe"]);
    await page.close();

    const again = openPage();
    const resumed = again.open("run");
    expect((await until(resumed, asks(2))).pending).toEqual(left.pending);
    expect(await again.requests()).toHaveLength(2);
    await resumed.answer(named("wipe"), { ok: false, reason: "declined" });
    expect(model.requests).toHaveLength(1);
    await resumed.answer(named("refund"), { ok: true });
    await until(resumed, isDone);
    expect(entered).toEqual(["lookup", "deploy", "refund"]);
    expect(model.requests).toHaveLength(2);
    await again.close();
  });

  it("a question in one run is in the way of no other, and stands in its own alone", async () => {
    const { openPage, entered } = setUp(["refund"]);
    const page = openPage();
    const asking = await page.start({ agent: "shop", prompt: "go" });
    const [request] = (await until(asking, asks(1))).pending;
    const other = await page.start({ agent: "shop", prompt: "something else" });
    expect((await until(other, isDone)).pending).toEqual([]);
    expect(asking.getView().pending).toEqual([request]);
    expect(entered).toEqual([]);
    await page.close();
  });
});

describe("a message while a Request is open", () => {
  it("waits by default, and is said once the run has come to rest", async () => {
    const { openPage, model } = setUp(["refund"]);
    const page = openPage();
    const run = await page.start({ agent: "shop", prompt: "go" });
    const [request] = (await until(run, asks(1))).pending;
    await run.send("something else");
    expect(await until(run, ({ queued }) => queued === 1)).toMatchObject({ pending: [request] });
    expect(model.requests).toHaveLength(1);
    await run.answer(request?.requestId ?? "", { ok: true });
    await until(run, isDone);
    expect(model.requests.map(({ body }) => openCalls(body))).toEqual([[], [], []]);
    await page.close();
  });

  it("declines what is open where the agent says so: the model reads that, and the tool is not entered", async () => {
    const { openPage, entered, model } = setUp(["refund"], { whilePending: "decline" });
    const page = openPage();
    const run = await page.start({ agent: "shop", prompt: "go" });
    const [request] = (await until(run, asks(1))).pending;
    await run.send("something else");
    await until(run, isDone);
    expect(await page.store.getRequest(request?.requestId ?? "")).toMatchObject({ answer: { reason: "cancelled" } });
    expect(entered).toEqual([]);
    expect(model.requests.map(({ body }) => openCalls(body))).toEqual([[], [], []]);
    await page.close();
  });

  it("is refused where the agent says so, and changes nothing", async () => {
    const { openPage, model } = setUp(["refund"], { whilePending: "refuse" });
    const page = openPage();
    const run = await page.start({ agent: "shop", prompt: "go" });
    const { pending } = await until(run, asks(1));
    await expect(run.send("something else")).rejects.toMatchObject({ code: "run-busy" });
    expect(run.getView()).toMatchObject({ queued: 0, pending });
    expect(model.requests).toHaveLength(1);
    await page.close();
  });
});

it("of four tabs on a paused run one drives; when it dies another does, a follower approves, and the tool is entered once", async () => {
  const { disk, openPage, entered, model } = setUp(["refund"]);
  const driver = createFaultyStore(disk.fork());
  const first = await openPage({ store: driver.store }).start({ agent: "shop", prompt: "go", runId: "run" });
  await until(first, asks(1));
  const others = [openPage(), openPage(), openPage()];
  const tabs = others.map((page) => page.open("run"));
  await Promise.all(tabs.map((run) => until(run, ({ role, pending }) => role === "follower" && pending.length === 1)));
  driver.kill();
  const heir = await Promise.race(
    tabs.map(async (run) => {
      await until(run, ({ role }) => role === "driver");
      return run;
    }),
  );
  const follower = tabs.find((run) => run !== heir);
  expect(tabs.filter((run) => run.getView().role === "driver")).toEqual([heir]);
  await follower?.answer(follower.getView().pending[0]?.requestId ?? "", { ok: true });
  await Promise.all(tabs.map((run) => until(run, isDone)));
  expect(entered).toEqual(["refund"]);
  expect(model.requests).toHaveLength(2);
  for (const page of others) await page.close();
});

/** The calls of a request that have not exactly one result. */
function openCalls(body: unknown): readonly string[] {
  const { messages } = body as { messages: { tool_calls?: { id: string }[]; tool_call_id?: string }[] };
  const asked = messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id));
  const told = messages.flatMap(({ tool_call_id: id }) => (id === undefined ? [] : [id]));
  return asked.filter((id) => told.filter((other) => other === id).length !== 1);
}

describe("what was deployed while a run waited", () => {
  it("may have lost the tool: the approved call fails, says so, and the run goes on", async () => {
    const { disk, openPage, entered, tools } = setUp(["refund"]);
    const before = openPage();
    const { runId } = await before.start({ agent: "shop", prompt: "go" });
    await until(before.open(runId), asks(1));
    await before.close();
    const after = openPage({ store: disk.fork(), order: tools.filter(({ name }) => name !== "refund") });
    const run = after.open(runId);
    const { pending } = await until(run, asks(1));
    await run.answer(pending[0]?.requestId ?? "", { ok: true });
    const view = await until(run, isDone);
    expect(entered).toEqual([]);
    expect(view.turns[1]?.parts[0]).toMatchObject({ toolName: "refund", state: "failed" });
    await after.close();
  });

  it("may have lost the agent: the question can still be seen, and goes when it is declined or its run is removed", async () => {
    const { disk, openPage, entered } = setUp(["refund"]);
    const before = openPage();
    const { runId } = await before.start({ agent: "shop", prompt: "go" });
    await until(before.open(runId), asks(1));
    await before.close();
    const after = createRuns({ store: disk.fork(), agents: [] });
    const open = await after.requests({ state: ["open"] });
    expect(open).toHaveLength(1);
    await after.answer(open[0]?.requestId ?? "", { ok: false });
    expect(await after.requests({ state: ["open"] })).toEqual([]);
    await after.remove(runId);
    expect(await after.list()).toEqual([]);
    expect(entered).toEqual([]);
    await after.close();
  });

  it("may have lost the agent: its run can be cancelled, and what it asked is closed; nothing else is done with it", async () => {
    const { disk, openPage, entered, model } = setUp(["refund"]);
    const before = openPage();
    const { runId } = await before.start({ agent: "shop", prompt: "go" });
    await until(before.open(runId), asks(1));
    await before.close();
    const after = createRuns({ store: disk.fork(), agents: [] });
    const run = after.open(runId);
    await run.send("are you there?");
    expect(run.getView()).toMatchObject({ queued: 1 });
    await run.cancel("its agent is gone");
    const view = await until(run, ({ status }) => status === "cancelled");
    expect(view).toMatchObject({ pending: [], queued: 1 });
    expect(await after.requests({ state: ["open", "answered"] })).toEqual([]);
    expect(entered).toEqual([]);
    expect(model.requests).toHaveLength(1);
    await after.close();

    // Somebody who has it again takes up what was said meanwhile.
    const again = openPage({ store: disk.fork() });
    await again.resume();
    const said = await until(again.open(runId), ({ queued, turns }) => queued === 0 && turns.length > 2);
    expect(said.turns.map(({ parts }) => parts[0])).toContainEqual(expect.objectContaining({ text: "are you there?" }));
    await again.close();
  });

  it("may ask more of the arguments: they are checked again, and what was approved does not run as it is", async () => {
    const { disk, openPage, entered, tools } = setUp(["refund"]);
    const before = openPage();
    const { runId } = await before.start({ agent: "shop", prompt: "go" });
    await until(before.open(runId), asks(1));
    await before.close();
    const stricter = defineTool({
      name: "refund",
      description: "refund",
      inputSchema: { type: "object", required: ["amount"], properties: { amount: { type: "number" } } },
      run: () => {
        entered.push("refund");
        return "refund done";
      },
    });
    const after = openPage({ store: disk.fork(), order: [stricter, ...tools.slice(1)] });
    const run = after.open(runId);
    const { pending } = await until(run, asks(1));
    await run.answer(pending[0]?.requestId ?? "", { ok: true });
    const view = await until(run, isDone);
    expect(entered).toEqual([]);
    expect(view.turns[1]?.parts[0]).toMatchObject({ toolName: "refund", state: "failed", result: { errorCode: 104 } });
    await after.close();
  });
});
