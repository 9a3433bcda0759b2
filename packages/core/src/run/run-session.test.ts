import { createScriptedModel, createVirtualClock } from "@holdpoint/testing";
import { describe, expect, it } from "vitest";
import { defineTool } from "../toolkit/define-tool.ts";
import { createToolkit } from "../toolkit/toolkit.ts";
import { createClient } from "./client.ts";
import type { DriverLease, JournalStore } from "./journal.ts";
import { createMemoryStore } from "./memory-store.ts";
import { createRuns } from "./runs.ts";
import { until } from "./until.fixture.ts";

/** A page whose agent asks before it pays. */
function openPage(store: JournalStore, clock = createVirtualClock(), effects: string[] = []) {
  const { fetch } = createScriptedModel({
    style: "openai",
    script: [
      { when: { user: "go" }, reply: { calls: [{ name: "pay" }] }, times: 9 },
      { when: { results: ["pay"] }, reply: "All done.", times: 9 },
    ],
  });
  const client = createClient({ baseUrl: "https://model.test/v1", style: "openai", model: "scripted", fetch });
  const pay = defineTool({ name: "pay", description: "pays", run: () => `paid ${effects.push("pay")}` });
  const shop = { name: "shop", client, toolkit: createToolkit({ extraTools: [pay] }), policy: () => "ask" as const };
  return createRuns({ store, clock, agents: [shop] });
}

/** A store in which one method does something else. */
function withMethod<Name extends keyof JournalStore>(store: JournalStore, name: Name, method: JournalStore[Name]) {
  return new Proxy(store, {
    get(target, key) {
      if (key === name) return method;
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

describe("a tab of a run", () => {
  it("drives by one lease only: one that comes when it has asked for another by force is given back", async () => {
    const disk = createMemoryStore();
    const first = openPage(disk.fork());
    await (await first.start({ agent: "shop", prompt: "go", runId: "run" })).settled();
    await first.close();

    const inner = disk.fork();
    let deliver = (): void => undefined;
    const slow = new Promise<void>((resolve) => {
      deliver = resolve;
    });
    let asked = (): void => undefined;
    const whenAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const late: (DriverLease | undefined)[] = [];
    const store = withMethod(inner, "drive", async (runId, options) => {
      const lease = await inner.drive(runId, options);
      if (options?.mode === "steal") return lease;
      late.push(lease);
      asked();
      await slow;
      return lease;
    });
    const page = openPage(store);
    const run = page.open("run");
    run.subscribe(() => undefined);
    await whenAsked;
    void run.takeOver();
    await until(run, ({ role, pending }) => role === "driver" && pending.length === 1);
    deliver();
    // A cancel reaches whoever drives, without looking again.
    await run.cancel("enough");
    const { status } = await until(run, (view) => view.status !== "paused" && view.status !== "running");
    expect(status).toBe("cancelled");
    expect(late).toHaveLength(1);
    await page.close();
  });

  it("follows when its write is refused for another driver, though the news of the lock has not come", async () => {
    const disk = createMemoryStore();
    const inner = disk.fork();
    const store = withMethod(inner, "drive", async (runId, options) => {
      const lease = await inner.drive(runId, options);
      return lease && { ...lease, lost: new AbortController().signal };
    });
    const page = openPage(store);
    const run = await page.start({ agent: "shop", prompt: "go", runId: "run" });
    await until(run, ({ pending }) => pending.length === 1);
    const other = openPage(disk.fork());
    const theirs = other.open("run");
    void theirs.takeOver();
    const { pending } = await until(theirs, ({ role }) => role === "driver");
    // The tab that was robbed hears of the Answer too, and tries to write it down.
    await theirs.answer(pending[0]?.requestId ?? "", { ok: true });
    await until(theirs, ({ status }) => status === "done");
    const view = await until(run, ({ status }) => status === "done");
    expect(view.error).toBeUndefined();
    await page.close();
    await other.close();
  });

  it("asks again when an Answer that was there as it began to drive is taken back", async () => {
    const disk = createMemoryStore();
    const first = openPage(disk.fork());
    const paused = await (await first.start({ agent: "shop", prompt: "go", runId: "run" })).settled();
    await first.close();
    const requestId = paused.pending[0]?.requestId ?? "";
    await disk.answer(requestId, { id: requestId, ok: true }, 0);

    const inner = disk.fork();
    // The loop looks for the Answer, and in that moment it is taken back.
    const store = withMethod(inner, "getRequest", async (id) => {
      await inner.retractAnswer(id);
      return inner.getRequest(id);
    });
    const page = openPage(store);
    const run = page.open("run");
    const { pending } = await until(run, (view) => view.role === "driver" && view.pending.length > 0);
    expect(pending.map((request) => request.requestId)).toEqual([requestId]);
    await page.close();
  });

  it("enters no tool when it slept after the commit and was robbed meanwhile, heard of or not", async () => {
    const disk = createMemoryStore();
    const clock = createVirtualClock();
    const effects: string[] = [];
    let wake = (): void => undefined;
    const asleep = new Promise<void>((resolve) => {
      wake = resolve;
    });
    let committed = (): void => undefined;
    const whenCommitted = new Promise<void>((resolve) => {
      committed = resolve;
    });
    const inner = disk.fork();
    const unheard = withMethod(inner, "drive", async (runId, options) => {
      const lease = await inner.drive(runId, options);
      return lease && { ...lease, lost: new AbortController().signal };
    });
    const store = withMethod(unheard, "append", async (batch) => {
      await inner.append(batch);
      if (!batch.events.some(({ type }) => type === "call.started")) return;
      committed();
      await asleep;
    });
    const page = openPage(store, clock, effects);
    const run = await page.start({ agent: "shop", prompt: "go", runId: "run" });
    const asking = await until(run, ({ pending }) => pending.length === 1);
    await run.answer(asking.pending[0]?.requestId ?? "", { ok: true });
    await whenCommitted;

    const other = openPage(disk.fork(), clock, effects);
    const theirs = other.open("run");
    void theirs.takeOver();
    const doubt = await until(theirs, ({ pending }) => pending[0]?.origin === "in_doubt");
    // A person looks into it, and says that it did not run.
    clock.setNow(clock.now() + 5_000);
    await theirs.answer(doubt.pending[0]?.requestId ?? "", { ok: true, data: { outcome: "run_again" } });
    await until(theirs, ({ status }) => status === "done");
    wake();
    await until(run, ({ status, role }) => status === "done" && role === "idle");
    expect(effects).toEqual(["pay"]);
    await page.close();
    await other.close();
  });

  it("says that nothing moves when a tab that holds a run at rest does not take up what it is asked", async () => {
    const disk = createMemoryStore();
    const clock = createVirtualClock();
    const first = openPage(disk.fork(), clock);
    const run = await first.start({ agent: "shop", prompt: "go", runId: "run" });
    const { pending } = await until(run, (view) => view.pending.length === 1);
    await run.answer(pending[0]?.requestId ?? "", { ok: false });
    await until(run, ({ status, role }) => status === "done" && role === "idle");
    await first.close();

    await disk.fork().drive("run");
    const page = openPage(disk.fork(), clock);
    const again = page.open("run");
    await until(again, ({ status }) => status === "done");
    await again.send("go");
    await clock.advance(10_000);
    await until(again, ({ stalled }) => stalled);
    void again.takeOver();
    await until(again, ({ pending: open }) => open.length === 1);
    await page.close();
  });

  it("does not call it a stall when a message waits for an open Request", async () => {
    const disk = createMemoryStore();
    const clock = createVirtualClock();
    const page = openPage(disk.fork(), clock);
    const run = await page.start({ agent: "shop", prompt: "go", runId: "run" });
    await until(run, ({ pending }) => pending.length === 1);
    const other = openPage(disk.fork(), clock);
    const theirs = other.open("run");
    await until(theirs, ({ role }) => role === "follower");
    await theirs.send("and then?");
    await until(theirs, ({ queued }) => queued === 1);
    await clock.advance(10_000);
    expect(theirs.getView().stalled).toBe(false);
    await page.close();
    await other.close();
  });

  it("shows the time of a turn it has read only to drive, once it is robbed", async () => {
    const disk = createMemoryStore();
    const clock = createVirtualClock();
    const first = openPage(disk.fork(), clock);
    await (await first.start({ agent: "shop", prompt: "go", runId: "run" })).settled();

    const inner = disk.fork();
    // What it reads to show the run is old until the run is done; what it reads to drive is not.
    const store = withMethod(inner, "load", async (runId, options) => {
      const snapshot = await inner.load(runId, options);
      const isDriver = options?.turnLimit === Number.POSITIVE_INFINITY;
      if (isDriver || snapshot === undefined || snapshot.record.status === "done") return snapshot;
      const record = { ...snapshot.record, turnCount: 1, settledSeq: 3, nextSeq: 3 };
      return { ...snapshot, record, turns: snapshot.turns.slice(0, 1), tail: [], requests: [] };
    });
    const page = openPage(store, clock);
    const run = page.open("run");
    await first.close();
    clock.setNow(clock.now() + 60_000);
    const { pending } = await until(run, (view) => view.role === "driver" && view.pending.length > 0);
    const other = openPage(disk.fork(), clock);
    const theirs = other.open("run");
    void theirs.takeOver();
    await until(run, ({ role }) => role !== "driver");
    await theirs.answer(pending[0]?.requestId ?? "", { ok: true });
    const { turns } = await until(run, ({ status }) => status === "done");
    const begun = clock.now() - 60_000;
    expect(turns.map(({ at }) => at)).toEqual([begun, begun, clock.now()]);
    await page.close();
    await other.close();
  });

  it("shows the time of a turn as it is stored, however long the write took", async () => {
    const disk = createMemoryStore();
    const clock = createVirtualClock();
    const inner = disk.fork();
    const store = withMethod(inner, "append", async (batch) => {
      await inner.append(batch);
      clock.setNow(clock.now() + 60_000);
    });
    const page = openPage(store, clock);
    const run = await page.start({ agent: "shop", prompt: "go", runId: "run" });
    const { turns } = await until(run, ({ pending }) => pending.length === 1);
    const stored = await disk.load("run");
    expect(turns.map(({ index, at }) => ({ index, at }))).toEqual(
      stored?.turns.map(({ index, at }) => ({ index, at })),
    );
    await page.close();
  });
});
