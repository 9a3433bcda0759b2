import { createFaultyStore, createScriptedModel, type Script } from "@holdpoint/testing";
import { describe, expect, it } from "vitest";
import { ToolResult } from "../contracts/tool-result.ts";
import { defineTool } from "../toolkit/define-tool.ts";
import { createToolkit } from "../toolkit/toolkit.ts";
import type { TeamAgent } from "./agent.ts";
import { createClient } from "./client.ts";
import type { ClientBehaviour } from "./client-options.ts";
import type { JournalStore } from "./journal.ts";
import { agent } from "./make-agent.ts";
import { createMemoryStore } from "./memory-store.ts";
import { stepRunRecord } from "./run-record.ts";
import { createRuns } from "./runs.ts";
import { until } from "./until.fixture.ts";
import type { RunView } from "./view.ts";

const BASE = { baseUrl: "https://model.test/v1", style: "openai", model: "scripted" } as const;
const USAGE = { promptTokens: 10, completionTokens: 5, totalTokens: 15 };

function modelOf(script: Script, options: ClientBehaviour = {}) {
  const model = createScriptedModel({ script, style: "openai" });
  return { model, client: createClient({ ...BASE, ...options, fetch: model.fetch }) };
}

/** A worker that pays after an approval, and a boss that gives it the task. */
function openTeam(options: { effects?: string[]; budget?: { maxTokens?: number }; tasks?: readonly string[] } = {}) {
  const { effects = [], tasks = ["pay 5"] } = options;
  const pay = defineTool({
    name: "pay",
    description: "Pays",
    inputSchema: { type: "object" },
    run: () => {
      effects.push("pay");
      return "paid";
    },
  });
  const worker = modelOf([
    { when: { user: "pay" }, reply: { calls: [{ name: "pay", args: { amount: 5 } }], usage: USAGE }, times: 9 },
    { when: { results: ["pay"] }, reply: { text: "It is paid.", usage: USAGE }, times: 9 },
  ]);
  const boss = modelOf([
    {
      when: { user: "go" },
      reply: { calls: tasks.map((prompt) => ({ name: "task", args: { agent: "worker", prompt } })), usage: USAGE },
      times: 9,
    },
    { when: { results: tasks.map(() => "task") }, reply: { text: "Boss is done.", usage: USAGE }, times: 9 },
  ]);
  const team = agent("worker", {
    does: "Pays things",
    client: worker.client,
    toolkit: createToolkit({ extraTools: [pay] }),
    policy: () => "ask",
  });
  const lead = agent("boss", {
    client: boss.client,
    team: [team],
    ...(options.budget && { budget: options.budget }),
  });
  return { lead, worker, boss, effects };
}

function openRuns(lead: TeamAgent, store: JournalStore) {
  return createRuns({ store, agents: [lead] });
}

describe("a sub-agent in a client's run", () => {
  it("answers through the task tool, and what it used counts as its parent's use", async () => {
    const worker = modelOf([{ when: {}, reply: { text: "42", usage: USAGE } }]);
    const boss = modelOf([
      { when: { user: "go" }, reply: { calls: [{ name: "thinker", args: { prompt: "think" } }], usage: USAGE } },
      { when: { results: ["thinker"] }, reply: { text: "It is 42.", usage: USAGE } },
    ]);
    const thinker = agent("thinker", { does: "Thinks", client: worker.client });
    const result = await boss.client.run("go", { toolkit: createToolkit({ extraTools: [thinker.asTool()] }) });
    expect(result).toMatchObject({ text: "It is 42.", status: "done", toolCallCount: 1, turns: 2 });
    expect(result.toolCalls[0]).toMatchObject({ name: "thinker", output: "42", isError: false });
    expect(result.usage.totalTokens).toBe(45);
  });

  it("asks a person through its parent, by the path to it, and goes on where it was", async () => {
    const { lead, boss, worker, effects } = openTeam();
    const halted = await boss.client.run("go", { toolkit: lead.toolkit });
    expect(halted.status).toBe("pending");
    expect(halted.pending).toMatchObject({ kind: "approval", data: { path: ["worker"], toolName: "pay" } });
    expect(effects).toEqual([]);
    const { pending, messages: history } = halted;
    if (pending === undefined) throw new Error("nothing is pending");
    const done = await boss.client.runWithAnswer({
      toolkit: lead.toolkit,
      history,
      pending: structuredClone(pending),
      answer: { id: pending.id, ok: true },
    });
    expect(done).toMatchObject({ status: "done", text: "Boss is done." });
    expect(effects).toEqual(["pay"]);
    expect(worker.model.requests).toHaveLength(2);
  });

  it("tells the sub-agent, not its parent's call, that a person said no", async () => {
    const { lead, boss, worker, effects } = openTeam();
    const { pending, messages: history } = await boss.client.run("go", { toolkit: lead.toolkit });
    if (pending === undefined) throw new Error("nothing is pending");
    const answer = { id: pending.id, ok: false, reason: "declined" } as const;
    const done = await boss.client.runWithAnswer({ toolkit: lead.toolkit, history, pending, answer });
    expect(done.toolCalls.at(-1)).toMatchObject({ name: "task", output: "It is paid.", isError: false });
    expect(JSON.stringify(worker.model.requests.at(-1)?.body)).toContain("declined/expired: Allow pay?");
    expect(effects).toEqual([]);
  });

  it("hands a failure to the parent's model instead of throwing", async () => {
    const worker = modelOf([{ when: {}, reply: { fault: { kind: "status", status: 400, message: "no" } } }]);
    const boss = modelOf([
      { when: { user: "go" }, reply: { calls: [{ name: "thinker", args: { prompt: "think" } }] } },
      { when: { results: ["thinker"] }, reply: "It failed." },
    ]);
    const thinker = agent("thinker", { does: "Thinks", client: worker.client });
    const result = await boss.client.run("go", { toolkit: createToolkit({ extraTools: [thinker.asTool()] }) });
    expect(result.toolCalls[0]?.isError).toBe(true);
    expect(result.toolCalls[0]?.output).toContain("thinker failed: LLM 400");
    expect(result.text).toBe("It failed.");
  });

  it("lists its team sorted, and gives nobody else a task", async () => {
    const { client } = modelOf([]);
    const lead = agent("lead", {
      client,
      team: [agent("zoe", { does: "Z", client }), agent("al", { does: "A", client })],
    });
    const task = lead.toolkit.get("task");
    expect(task?.description.split("\n").slice(1)).toEqual(["- **al**: A", "- **zoe**: Z"]);
    const result = await lead.toolkit.execute("task", { agent: "__proto__", prompt: "x" });
    expect(result).toMatchObject({ isError: true, output: expect.stringContaining("The team: al, zoe") });
  });

  it("stops at a limit of its parent, whoever spent it, and the parent ends incomplete", async () => {
    const { lead, boss } = openTeam();
    const limited = createClient({ ...BASE, budget: { maxTokens: 20 }, fetch: boss.model.fetch });
    const worker = modelOf([
      { when: { user: "pay" }, reply: { calls: [{ name: "noop" }], usage: USAGE } },
      { when: { results: ["noop"] }, reply: { text: "never said", usage: USAGE } },
    ]);
    const noop = defineTool({ name: "noop", description: "does nothing", run: () => "" });
    const eager = agent("worker", { does: "x", client: worker.client, toolkit: createToolkit({ extraTools: [noop] }) });
    const chief = agent("boss", { client: lead.client, team: [eager] });
    const result = await limited.run("go", { toolkit: chief.toolkit });
    expect(worker.model.requests).toHaveLength(1);
    expect(result).toMatchObject({ status: "incomplete", limit: "maxTokens" });
    expect(result.toolCalls[0]?.output).toContain("worker stopped at a limit (maxTokens)");
  });

  it("has no more model calls than its parent has left", async () => {
    const looping = modelOf([{ when: {}, reply: { calls: [{ name: "noop" }] }, times: 9 }]);
    const noop = defineTool({ name: "noop", description: "does nothing", run: () => "" });
    const worker = agent("worker", {
      does: "x",
      client: looping.client,
      toolkit: createToolkit({ extraTools: [noop] }),
      budget: { maxTurns: 8 },
    });
    const boss = modelOf(
      [
        { when: { user: "go" }, reply: { calls: [{ name: "worker", args: { prompt: "loop" } }] } },
        { when: { results: ["worker"] }, reply: "Enough." },
      ],
      { maxTurns: 3 },
    );
    const result = await boss.client.run("go", { toolkit: createToolkit({ extraTools: [worker.asTool()] }) });
    expect(result.toolCalls[0]?.output).toContain("worker stopped at a limit (maxTurns)");
    expect(looping.model.requests).toHaveLength(2);
  });

  it("runs tasks of one turn side by side and keeps their results in call order", async () => {
    const { lead, boss, effects } = openTeam({ tasks: ["pay 1", "pay 2"] });
    const waiting: string[] = [];
    const client = createClient({
      ...BASE,
      fetch: boss.model.fetch,
      waitFor: async (request) => {
        waiting.push(request.kind);
        return { id: request.id, ok: true };
      },
    });
    const result = await client.run("go", { toolkit: lead.toolkit });
    expect(waiting).toEqual(["approval", "approval"]);
    expect(effects).toEqual(["pay", "pay"]);
    expect(result.toolCalls.map(({ output }) => output)).toEqual(["It is paid.", "It is paid."]);
  });

  it("may ask more than once: a suspension of a sub-agent is never `unresolved`", async () => {
    const worker = modelOf([
      { when: { user: "twice" }, reply: { calls: [{ name: "ask", args: { n: 1 } }] } },
      { when: { results: ["ask"] }, reply: { calls: [{ name: "ask", args: { n: 2 } }] }, times: 1 },
      { when: { results: ["ask"] }, reply: "Asked twice." },
    ]);
    const ask = defineTool({
      name: "ask",
      description: "asks",
      inputSchema: { type: "object" },
      run: (_args, ctx) => (ctx?.answer ? "answered" : ToolResult.pending({ id: "", kind: "input", prompt: "Well?" })),
    });
    const asker = agent("asker", {
      does: "Asks",
      client: worker.client,
      toolkit: createToolkit({ extraTools: [ask] }),
    });
    const boss = modelOf(
      [
        { when: { user: "go" }, reply: { calls: [{ name: "asker", args: { prompt: "twice" } }] } },
        { when: { results: ["asker"] }, reply: "Fine." },
      ],
      { waitFor: async ({ id }) => ({ id, ok: true }) },
    );
    const result = await boss.client.run("go", { toolkit: createToolkit({ extraTools: [asker.asTool()] }) });
    expect(result.toolCalls[0]).toMatchObject({ output: "Asked twice.", isError: false });
  });
});

describe("a sub-agent in a durable run", () => {
  it("asks through its parent, shows the exact call that waits, and runs it once", async () => {
    const { lead, effects } = openTeam();
    const runs = openRuns(lead, createMemoryStore());
    const run = await runs.start({ agent: "boss", prompt: "go" });
    const paused = await until(run, ({ status, pending }) => status === "paused" && pending.length > 0);
    expect(await runs.list()).toHaveLength(1);
    const open = await runs.requests();
    expect(open).toHaveLength(1);
    expect(open[0]).toMatchObject({
      runId: run.runId,
      request: { kind: "approval", data: { path: ["worker"] } },
      child: { path: ["worker"], origin: "policy", call: { toolName: "pay", args: { amount: 5 } } },
    });
    await run.answer(paused.pending[0]?.requestId ?? "", { ok: true });
    const done = await until(run, ({ status }) => status === "done");
    expect(lastText(done)).toBe("Boss is done.");
    expect(effects).toEqual(["pay"]);
    expect(done.usage.totalTokens).toBe(60);
    expect(await runs.requests()).toEqual([]);
    await runs.remove(run.runId);
    expect(await runs.list({ parent: run.runId })).toEqual([]);
    await runs.close();
  });

  it("keeps what the sub-agent had done when the page dies, and never begins its task again", async () => {
    const store = createMemoryStore();
    const effects: string[] = [];
    const first = openTeam({ effects });
    const before = openRuns(first.lead, store.fork());
    const run = await before.start({ agent: "boss", prompt: "go" });
    await until(run, ({ status, pending }) => status === "paused" && pending.length > 0);
    await before.close();

    const second = openTeam({ effects });
    const after = openRuns(second.lead, store.fork());
    const again = after.open(run.runId);
    const view = await until(again, ({ pending }) => pending.length > 0);
    await again.answer(view.pending[0]?.requestId ?? "", { ok: true });
    const done = await until(again, ({ status }) => status === "done");
    expect(lastText(done)).toBe("Boss is done.");
    expect(effects).toEqual(["pay"]);
    // The second page's worker was never asked for the task, only for what follows its call.
    expect(second.worker.model.requests).toHaveLength(1);
    expect(await after.list({ parent: run.runId })).toHaveLength(1);
    await after.close();
  });

  it("is taken over with its parent", async () => {
    const store = createMemoryStore();
    const effects: string[] = [];
    // A tab that froze as the sub-agent was about to pay: it holds both runs, and nothing of it moves.
    const frozen = createFaultyStore(store.fork(), { at: "call.finished", kind: "hang" });
    const before = openRuns(openTeam({ effects }).lead, frozen.store);
    const run = await before.start({ agent: "boss", prompt: "go" });
    const asking = await until(run, ({ pending }) => pending.length > 0);
    await run.answer(asking.pending[0]?.requestId ?? "", { ok: true });
    await frozen.whenStruck;

    const after = openRuns(openTeam({ effects }).lead, store.fork());
    const again = after.open(run.runId);
    void again.takeOver();
    const { pending } = await until(again, (view) => view.pending.length > 0);
    expect(pending[0]).toMatchObject({ child: { origin: "in_doubt", call: { toolName: "pay" } } });
    await again.answer(pending[0]?.requestId ?? "", { ok: true, data: { outcome: "ran", output: "paid" } });
    expect(lastText(await until(again, ({ status }) => status === "done"))).toBe("Boss is done.");
    expect(effects).toEqual(["pay"]);
    await after.close();
  });

  it("is driven by whoever drives its parent, though a tab that froze holds it", async () => {
    const store = createMemoryStore();
    const effects: string[] = [];
    const frozen = createFaultyStore(store.fork(), { at: "call.finished", kind: "hang" });
    const run = await openRuns(openTeam({ effects }).lead, frozen.store).start({ agent: "boss", prompt: "go" });
    const asking = await until(run, ({ pending }) => pending.length > 0);
    await run.answer(asking.pending[0]?.requestId ?? "", { ok: true });
    await frozen.whenStruck;
    // Another tab took the parent over, and is gone again.
    await (await store.drive(run.runId, { mode: "steal" }))?.release();

    const after = openRuns(openTeam({ effects }).lead, store.fork());
    const again = after.open(run.runId);
    const { pending } = await until(again, (view) => view.pending.length > 0);
    await again.answer(pending[0]?.requestId ?? "", { ok: true, data: { outcome: "ran", output: "paid" } });
    expect(lastText(await until(again, ({ status }) => status === "done"))).toBe("Boss is done.");
    expect(effects).toEqual(["pay"]);
    await after.close();
  });

  it("is cancelled with its parent", async () => {
    const { lead } = openTeam();
    const runs = openRuns(lead, createMemoryStore());
    const run = await runs.start({ agent: "boss", prompt: "go" });
    await until(run, ({ pending }) => pending.length > 0);
    await run.cancel();
    await until(run, ({ status }) => status === "cancelled");
    expect(await runs.requests()).toEqual([]);
    const [child] = await runs.list({ parent: run.runId });
    expect(child?.status).toBe("cancelled");
    await runs.close();
  });

  it("ends with its parent, though whoever cancelled it is gone and nobody drives it", async () => {
    const { store, runId } = await leftAsking();
    await store.enqueue(runId, { id: "c", type: "cancel", at: 1 });
    const after = openRuns(openTeam().lead, store.fork());
    await until(after.open(runId), ({ status }) => status === "cancelled");
    expect(await after.list({ parent: runId })).toMatchObject([{ status: "cancelled" }]);
    expect(await after.requests({ runId: `${runId}/call_0_0` })).toEqual([]);
    await after.close();
  });

  it("ends before its parent says so, and is ended by the next driver where the first one dies in between", async () => {
    const { store, runId } = await leftAsking();
    const dying = createFaultyStore(store.fork(), { at: "run.cancelled", kind: "kill-before", nth: 1 });
    const before = openRuns(openTeam().lead, dying.store);
    void before.open(runId).cancel();
    await dying.whenStruck;
    expect(await store.getRun(runId)).toMatchObject({ status: "paused" });
    expect(await store.listRuns({ parent: runId })).toMatchObject([{ status: "cancelled" }]);
    const after = openRuns(openTeam().lead, store.fork());
    await until(after.open(runId), ({ status }) => status === "cancelled");
    await after.close();
  });

  it("ends when a message goes on without the call it works for", async () => {
    const { store, runId } = await leftAsking();
    // As a driver leaves it that could not go on.
    const snapshot = await store.load(runId);
    const lease = await store.drive(runId);
    if (snapshot === undefined || lease === undefined) throw new Error("nothing to drive");
    const { record } = snapshot;
    const event = {
      type: "run.failed",
      error: { name: "Error", code: "error", message: "no" },
      runId,
      seq: record.nextSeq,
      at: 1,
    } as const;
    await store.append({
      runId,
      epoch: lease.epoch,
      events: [event],
      record: stepRunRecord(record, event),
      strict: false,
    });
    await lease.release();
    const after = openRuns(openTeam().lead, store.fork());
    await after.open(runId).send("go");
    await until(after.open(runId), ({ status }) => status === "done");
    expect(await after.list({ parent: runId })).toMatchObject([{ status: "cancelled" }]);
    expect(await after.requests()).toEqual([]);
    await after.close();
  });
});

/** A run whose page was closed while its sub-agent waited for a person. */
async function leftAsking() {
  const store = createMemoryStore();
  const before = openRuns(openTeam().lead, store.fork());
  const run = await before.start({ agent: "boss", prompt: "go" });
  await until(run, ({ status, pending }) => status === "paused" && pending.length > 0);
  await before.close();
  return { store, runId: run.runId };
}

function lastText(view: RunView): string {
  const parts = view.turns.at(-1)?.parts ?? [];
  return parts.map((part) => (part.kind === "TEXT" ? part.text : "")).join("");
}
