import { createScriptedModel, createVirtualClock } from "@holdpoint/testing";
import { describe, expect, it } from "vitest";
import { type ErrorCode, StoreError } from "../contracts/errors.ts";
import { defineTool } from "../toolkit/define-tool.ts";
import { createToolkit } from "../toolkit/toolkit.ts";
import { createClient } from "./client.ts";
import type { JournalBatch, JournalStore } from "./journal.ts";
import { createMemoryStore } from "./memory-store.ts";
import { createRuns, type RunHandle } from "./runs.ts";
import { until } from "./until.fixture.ts";
import type { RunView } from "./view.ts";

/** A store whose writes are refused while it is told so. */
function withRefusals(inner: JournalStore) {
  let refused: ((batch: JournalBatch, index: number) => ErrorCode | undefined) | undefined;
  let writes = 0;
  const store = new Proxy(inner, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (name !== "append") return value.bind(target);
      return async (batch: JournalBatch) => {
        const code = refused?.(batch, writes);
        if (code !== undefined) throw new StoreError(code, "The store refuses, as the test wants it.");
        writes += 1;
        return target.append(batch);
      };
    },
  });
  return {
    store,
    refuse(rule: typeof refused) {
      refused = rule;
    },
  };
}

/** A page whose agent reads, asks before it pays, and then says so. */
function openPage(store: JournalStore, effects: string[] = []) {
  const clock = createVirtualClock();
  const model = createScriptedModel({
    style: "openai",
    script: [
      { when: { user: "go" }, reply: { text: "Let me see.", calls: [{ name: "look" }, { name: "pay" }] }, times: 9 },
      { when: { results: ["look", "pay"] }, reply: "All done.", times: 9 },
    ],
  });
  const client = createClient({
    baseUrl: "https://model.test/v1",
    style: "openai",
    model: "scripted",
    fetch: model.fetch,
  });
  const tool = (name: string) => defineTool({ name, description: name, run: () => `${name} ${effects.push(name)}` });
  const runs = createRuns({
    store,
    clock,
    agents: [
      {
        name: "shop",
        client,
        toolkit: createToolkit({ extraTools: [tool("look"), tool("pay")] }),
        policy: ({ toolName }) => (toolName === "pay" ? "ask" : "allow"),
      },
    ],
  });
  return { runs, clock, effects, model };
}

/** What was said and done, without ids and times. */
function words({ turns }: RunView): string {
  return JSON.stringify(
    turns.map(({ role, parts }) => [
      role,
      parts.map((part) => (part.kind === "TOOL_CALL" ? [part.toolName, part.state, part.result?.output] : part)),
    ]),
  );
}

/** Lets a run come to its end, with a person who says yes to what is asked, and no to nothing. */
async function finish(run: RunHandle): Promise<RunView> {
  const { pending, status } = await until(run, (view) => view.pending.length > 0 || view.status === "done");
  if (status !== "done") await run.answer(pending[0]?.requestId ?? "", { ok: true });
  return until(run, (view) => view.status === "done");
}

async function undisturbed() {
  let count = 0;
  const { store, refuse } = withRefusals(createMemoryStore());
  refuse((_batch, index) => {
    count = index + 1;
    return undefined;
  });
  const { runs } = openPage(store);
  const view = await finish(await runs.start({ agent: "shop", prompt: "go" }));
  await runs.close();
  return { count, said: words(view) };
}

describe("a run whose store refuses a write", () => {
  it.each<ErrorCode>(["store-full", "store-unavailable", "store-blocked"])(
    "rests at every one of its writes with %s, says so, and goes on from there with nothing lost, doubled or doubted",
    async (code) => {
      const { count, said } = await undisturbed();
      expect(count).toBeGreaterThan(8);
      for (let struck = 0; struck < count; struck += 1) {
        const inner = createMemoryStore();
        const { store, refuse } = withRefusals(inner);
        const { runs, effects } = openPage(store);
        let isFull = true;
        refuse((_batch, index) => (isFull && index === struck ? code : undefined));
        const run = await runs.start({ agent: "shop", prompt: "go" });
        let held: RunView | undefined;
        while (held === undefined) {
          const view = await until(
            run,
            ({ held: isHeld, pending, error }) => isHeld === true || error !== undefined || pending.length > 0,
          );
          if (view.error !== undefined) held = view;
          else {
            await run.answer(view.pending[0]?.requestId ?? "", { ok: true });
            await until(run, ({ pending, error }) => pending.length === 0 || error !== undefined);
          }
        }
        expect([struck, held.error?.code]).toEqual([struck, code]);
        // A person is told, and finds it at rest; by its record it may wait for them already.
        expect(held.status).toBe("paused");
        expect(held.role).toBe("driver");
        const before = [...effects];
        const stored = (await inner.getRun(run.runId))?.nextSeq;
        await run.retry();
        expect((await inner.getRun(run.runId))?.nextSeq).toBe(stored);
        expect(effects).toEqual(before);
        isFull = false;
        await run.retry();
        const done = await finish(run);
        expect(words(done)).toBe(said);
        expect(done.error).toBeUndefined();
        expect([...effects].sort()).toEqual(["look", "pay"]);
        expect(await inner.listRequests({ state: ["open", "answered"] })).toEqual([]);
        await runs.close();
      }
    },
    60_000,
  );

  it("goes on by itself when there is room again", async () => {
    const { store, refuse } = withRefusals(createMemoryStore());
    const { runs, clock } = openPage(store);
    refuse(({ events }) => (events.some(({ type }) => type === "call.finished") ? "store-full" : undefined));
    const run = await runs.start({ agent: "shop", prompt: "go" });
    await until(run, ({ held }) => held === true);
    refuse(undefined);
    await clock.advance(60_000);
    await until(run, ({ pending, held }) => pending.length === 1 && held === undefined);
    await runs.close();
  });

  it("goes on at once when a run is removed, since that makes room", async () => {
    const inner = createMemoryStore();
    const { store, refuse } = withRefusals(inner);
    const { runs } = openPage(store);
    const other = await runs.start({ agent: "shop", prompt: "go", runId: "other" });
    await until(other, ({ pending }) => pending.length === 1);
    let isFull = true;
    refuse(({ runId }) => (isFull && runId === "run" ? "store-full" : undefined));
    const run = await runs.start({ agent: "shop", prompt: "go", runId: "run" });
    await until(run, ({ held }) => held === true);
    isFull = false;
    await runs.remove("other");
    await until(run, ({ pending, held }) => pending.length === 1 && held === undefined);
    await runs.close();
  });

  it("enters no tool whose start is not written, and sends no result that is not", async () => {
    const { store, refuse } = withRefusals(createMemoryStore());
    const { runs, effects, model } = openPage(store);
    refuse(({ events }) => (events.some(({ type }) => type === "call.started") ? "store-full" : undefined));
    const run = await runs.start({ agent: "shop", prompt: "go" });
    await until(run, ({ held }) => held === true);
    expect(effects).toEqual([]);
    refuse(({ events }) => (events.some(({ type }) => type === "call.finished") ? "store-full" : undefined));
    await run.retry();
    await until(run, ({ held }) => held === true && effects.length > 0);
    expect(effects).toEqual(["look"]);
    expect(model.requests).toHaveLength(1);
    await runs.close();
  });

  it("is in doubt only when the tab that held its result died", async () => {
    const disk = createMemoryStore();
    const { store, refuse } = withRefusals(disk.fork());
    const first = openPage(store);
    refuse(({ events }) => (events.some(({ type }) => type === "call.finished") ? "store-full" : undefined));
    const run = await first.runs.start({ agent: "shop", prompt: "go", runId: "run" });
    await until(run, ({ held }) => held === true);
    await first.runs.close();
    const second = openPage(disk.fork());
    const view = await until(second.runs.open("run"), ({ pending }) => pending.length > 0);
    expect(view.pending.map(({ request }) => request.kind)).toContain("in_doubt");
    expect(second.effects).toEqual([]);
    await second.runs.close();
  });

  it("stops with what is no matter of room or time, and rests; retry tries to go on", async () => {
    const { store, refuse } = withRefusals(createMemoryStore());
    const { runs } = openPage(store);
    refuse(() => "store-newer");
    const run = await runs.start({ agent: "shop", prompt: "go" });
    const view = await until(run, ({ error }) => error !== undefined);
    expect([view.status, view.held, view.error?.code]).toEqual(["paused", true, "store-newer"]);
    refuse(undefined);
    await run.retry();
    expect((await finish(run)).status).toBe("done");
    await runs.close();
  });
});

describe("a command", () => {
  it("that comes again after it was consumed, since its success was never told, is not obeyed twice", async () => {
    const disk = createMemoryStore();
    const { runs } = openPage(disk);
    const run = await runs.start({ agent: "shop", prompt: "go", runId: "run" });
    await finish(run);
    const command = { id: "cmd_1", type: "message", parts: [{ kind: "TEXT", text: "go" }], at: 1 } as const;
    await disk.enqueue("run", command);
    await run.retry();
    void run.settled();
    await until(run, ({ pending }) => pending.length === 1);
    await disk.enqueue("run", command);
    expect((await disk.load("run"))?.commands).toEqual([]);
    await runs.close();
  });
});
