import {
  createAgentClient,
  createOpenAIWire,
  createRuns,
  createToolkit,
  defineTool,
  type RunHandle,
  type RunView,
} from "@holdpoint/core";
import { createScriptedModel } from "@holdpoint/testing";
import { createBatchWriter } from "@holdpoint/testing/suites";
import { describe, expect, test, vi } from "vitest";
import type { IdbStore } from "./idb-store.ts";
import { createTestDatabase, dump, settled } from "./test-database.fixture.ts";

const database = createTestDatabase("faults");

/** A page whose agent looks, asks before it pays, and then says so. */
function openPage() {
  const store = database.open();
  const effects: string[] = [];
  const { fetch } = createScriptedModel({
    style: "openai",
    script: [
      { when: { user: "go" }, reply: { text: "Let me see.", calls: [{ name: "look" }, { name: "pay" }] } },
      { when: { results: ["look", "pay"] }, reply: "All done." },
    ],
  });
  const tool = (name: string) => defineTool({ name, description: name, run: () => `${name} ${effects.push(name)}` });
  const shop = {
    name: "shop",
    client: createAgentClient(createOpenAIWire({ baseUrl: "https://model.test/v1", model: "scripted", fetch })),
    toolkit: createToolkit({ extraTools: [tool("look"), tool("pay")] }),
    policy: ({ toolName }: { readonly toolName: string }) =>
      toolName === "pay" ? ("ask" as const) : ("allow" as const),
  };
  return { store, effects, runs: createRuns({ store, agents: [shop] }) };
}

function until(run: RunHandle, condition: (view: RunView) => boolean): Promise<RunView> {
  return new Promise((resolve) => {
    const look = () => {
      if (!condition(run.getView())) return;
      queueMicrotask(() => stop());
      resolve(run.getView());
    };
    const stop = run.subscribe(look);
    look();
  });
}

/** Says yes to what is asked until the run is done or cannot go on. */
async function attend(run: RunHandle): Promise<RunView> {
  for (;;) {
    const { pending, status, error } = await until(
      run,
      (view) => view.pending.length > 0 || view.status === "done" || view.error !== undefined,
    );
    if (status === "done" || error !== undefined) return run.getView();
    await run.answer(pending[0]?.requestId ?? "", { ok: true });
    await until(run, (view) => view.pending.length === 0 || view.error !== undefined);
  }
}

/** What goes wrong with a write of the journal, on the browser's own database. */
type Breaks = (transaction: IDBTransaction) => void;

const throwing =
  (name: string): Breaks =>
  (transaction) => {
    const objectStore = transaction.objectStore.bind(transaction);
    transaction.objectStore = (storeName) => {
      const store = objectStore(storeName);
      store.put = () => {
        throw new DOMException("As the test wants it.", name);
      };
      return store;
    };
  };

const FAULTS: readonly (readonly [string, Breaks, string])[] = [
  ["QuotaExceededError", throwing("QuotaExceededError"), "store-full"],
  ["UnknownError", throwing("UnknownError"), "store-unavailable"],
  ["AbortError", (transaction) => transaction.abort(), "store-unavailable"],
  [
    "a connection that is closed each time",
    ({ db }) => {
      db.close();
      throw new DOMException("The database connection is closing.", "InvalidStateError");
    },
    "store-unavailable",
  ],
];

/** Breaks the journal's writes from one on, until mended. Counts them. */
function breakWrites(from: number, breaks: Breaks) {
  const state = { writes: 0, isBroken: true };
  const open = IDBDatabase.prototype.transaction;
  vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function (
    this: IDBDatabase,
    stores,
    mode,
    options,
  ) {
    const transaction = open.call(this, stores, mode, options);
    const isJournal =
      mode === "readwrite" &&
      [...transaction.objectStoreNames].includes("events") &&
      transaction.objectStoreNames.length < 7;
    if (!isJournal) return transaction;
    if (state.isBroken && state.writes >= from) breaks(transaction);
    else state.writes += 1;
    return transaction;
  });
  return state;
}

describe("a run in the browser whose store fails at a write", () => {
  test.each(FAULTS)(
    "%s: it rests at any of them, says why, and goes on with nothing lost, doubled or doubted",
    async (_name, breaks, code) => {
      const counting = openPage();
      const count = breakWrites(Number.POSITIVE_INFINITY, breaks);
      expect((await attend(await counting.runs.start({ agent: "shop", prompt: "go" }))).status).toBe("done");
      vi.restoreAllMocks();
      await counting.runs.close();
      expect(count.writes).toBeGreaterThan(8);

      // The first write begins the run: where it fails there is none, and whoever began it is told.
      const first = openPage();
      breakWrites(0, breaks);
      await expect(first.runs.start({ agent: "shop", prompt: "go" })).rejects.toMatchObject({
        name: "StoreError",
        code,
      });
      vi.restoreAllMocks();
      await first.runs.close();

      for (let struck = 1; struck < count.writes; struck += 1) {
        const { runs, effects, store } = openPage();
        const state = breakWrites(struck, breaks);
        const run = await runs.start({ agent: "shop", prompt: "go" });
        const held = await attend(run);
        expect([struck, held.status, held.error?.code]).toEqual([struck, "paused", code]);
        const started = JSON.stringify((await store.load(run.runId))?.tail).split('"call.started"').length - 1;
        const settledTurns = (await store.load(run.runId))?.turns.length ?? 0;
        if (settledTurns < 3) expect(effects.length).toBeLessThanOrEqual(started);
        state.isBroken = false;
        await run.retry();
        await until(run, (view) => view.error === undefined);
        const done = await attend(run);
        expect([struck, done.status, [...effects].sort()]).toEqual([struck, "done", ["look", "pay"]]);
        vi.restoreAllMocks();
        await runs.close();
      }
    },
    240_000,
  );

  test("a connection that is closed once under it is opened again, and nobody notices", async () => {
    const { runs, effects } = openPage();
    const state = breakWrites(3, ({ db }) => {
      state.isBroken = false;
      db.close();
      throw new DOMException("The database connection is closing.", "InvalidStateError");
    });
    const view = await attend(await runs.start({ agent: "shop", prompt: "go" }));
    expect([view.status, view.error, effects]).toEqual(["done", undefined, ["look", "pay"]]);
    await runs.close();
  });
});

describe("a database that is deleted under an open page", () => {
  async function paused() {
    const page = openPage();
    const run = await page.runs.start({ agent: "shop", prompt: "go" });
    await until(run, ({ pending }) => pending.length === 1);
    return { ...page, run };
  }

  async function expectGone({ runs, run, store, effects }: Awaited<ReturnType<typeof paused>>): Promise<void> {
    const view = await until(run, ({ error, status }) => error?.code === "store-emptied" && status === "missing");
    expect(view.error?.message).toContain("has been deleted");
    // What was said is still to be read, and nothing goes on in memory.
    expect(view.turns.length).toBeGreaterThan(1);
    expect(view.pending).toEqual([]);
    expect(effects).toEqual(["look"]);
    expect((await store.condition()).fault?.code).toBe("store-emptied");
    expect(database.notices.map(({ code }) => code)).toContain("deleted");
    // The place is empty, and works.
    expect(await runs.list()).toEqual([]);
    expect((await attend(await runs.start({ agent: "shop", prompt: "go" }))).status).toBe("failed");
  }

  test("by another tab, or by clearing the site's data: the run says so", async () => {
    const page = await paused();
    await settled(indexedDB.deleteDatabase(database.name));
    await expectGone(page);
    await page.runs.close();
  });

  test("by the browser, which closes the connection first: the run says so when it is next written", async () => {
    const page = await paused();
    const open = IDBDatabase.prototype.transaction;
    let connection: IDBDatabase | undefined;
    vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function (this: IDBDatabase, ...given) {
      connection = this;
      return open.apply(this, given);
    });
    await page.store.listRuns();
    vi.restoreAllMocks();
    connection?.close();
    connection?.dispatchEvent(new Event("close"));
    await settled(indexedDB.deleteDatabase(database.name));
    await page.store.listRuns();
    await expectGone(page);
    await page.runs.close();
  });
});

describe("without a database", () => {
  test("a run is not begun in memory: whoever begins it is told, and the place says why", async () => {
    vi.stubGlobal("indexedDB", undefined);
    const { runs, store, effects } = openPage();
    await expect(runs.start({ agent: "shop", prompt: "go" })).rejects.toMatchObject({ code: "store-unavailable" });
    expect((await store.condition()).fault).toMatchObject({
      code: "store-unavailable",
      message: expect.stringContaining("private mode"),
    });
    expect(effects).toEqual([]);
    await runs.close();
  });
});

describe("records of another program or version, between ours", () => {
  async function putRaw(name: string, record: unknown): Promise<void> {
    const raw = await database.openRaw();
    const transaction = raw.transaction(name, "readwrite");
    transaction.objectStore(name).put(record);
    await new Promise((resolve) => transaction.addEventListener("complete", resolve));
    raw.close();
  }

  test("a run that lacks even the time it began stands in lists, with and without a limit", async () => {
    const store: IdbStore = database.open();
    await store.create(createBatchWriter("ours").next());
    await putRaw("runs", { runId: "stray", hello: "world" });
    const before = await dump(database.name);
    for (const filter of [{}, { limit: 5 }]) {
      const runs = await store.listRuns(filter);
      expect(runs.map(({ runId, unreadable }) => [runId, unreadable?.code])).toEqual([
        ["ours", undefined],
        ["stray", "damaged"],
      ]);
    }
    expect(await dump(database.name)).toEqual(before);
  });
});

describe("what nothing refers to", () => {
  test("is swept away, and nothing else is", async () => {
    const store = database.open();
    const blobs = [{ hash: "kept", blob: new Blob(["x"]) }];
    await store.create(createBatchWriter("run").next({ blobs }));
    const before = await dump(database.name);
    const raw = await database.openRaw();
    const transaction = raw.transaction([...raw.objectStoreNames], "readwrite");
    transaction.objectStore("blobs").put({ v: 1, hash: "orphan", type: "", data: new Blob(["y"]) });
    transaction.objectStore("blobs").put({ v: 1, hash: "lost", type: "", data: new Blob(["z"]) });
    transaction.objectStore("blobRefs").put({ v: 1, hash: "lost", runId: "gone" });
    transaction.objectStore("turns").put({ v: 1, runId: "gone", index: 0 });
    transaction.objectStore("events").put({ v: 1 }, ["gone", 0]);
    transaction.objectStore("requests").put({ v: 1, requestId: "ask", runId: "gone", state: "open", raisedAt: 1 });
    transaction.objectStore("commands").put({ v: 1, runId: "gone", id: "c" });
    await new Promise((resolve) => transaction.addEventListener("complete", resolve));
    raw.close();
    expect(await store.sweep()).toEqual({ blobs: 2, records: 5 });
    expect(await dump(database.name)).toEqual(before);
    expect(await store.sweep()).toEqual({ blobs: 0, records: 0 });
  });
});
