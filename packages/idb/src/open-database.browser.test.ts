import { createBatchWriter, textFact } from "@holdpoint/testing/suites";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createConnection } from "./open-database.ts";
import { createPageLife } from "./page-life.ts";
import { createTestDatabase, dump, settled } from "./test-database.fixture.ts";

const database = createTestDatabase("opening");

async function created(store = database.open()): Promise<ReturnType<typeof createBatchWriter>> {
  const writer = createBatchWriter("run");
  await store.create(writer.next());
  return writer;
}

describe("opening", () => {
  test("making a store opens nothing", () => {
    const open = vi.spyOn(IDBFactory.prototype, "open");
    const channel = vi.spyOn(globalThis, "BroadcastChannel");
    const lock = vi.spyOn(LockManager.prototype, "request");
    database.open();
    expect([open, channel, lock].map((spy) => spy.mock.calls.length)).toEqual([0, 0, 0]);
  });

  test("twenty callers at once share one opening", async () => {
    const open = vi.spyOn(IDBFactory.prototype, "open");
    const store = database.open();
    await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? store.listRuns() : store.getRun("x"))));
    expect(open).toHaveBeenCalledTimes(1);
  });

  test("an opening that never settles is a typed error, the next call tries anew, and a late success is closed", async () => {
    let late: IDBOpenDBRequest | undefined;
    const listeners: (() => void)[] = [];
    const open = IDBFactory.prototype.open;
    vi.spyOn(IDBFactory.prototype, "open").mockImplementationOnce(function (this: IDBFactory, name, version) {
      // The real request, but nobody hears of its success until we say so.
      const request = open.call(this, name, version);
      late = request;
      const listen = request.addEventListener.bind(request);
      vi.spyOn(request, "addEventListener").mockImplementation((type: string, listener: unknown) => {
        if (type === "success") listeners.push(() => (listener as EventListener)(new Event("success")));
        else listen(type, listener as EventListener);
      });
      return request;
    });
    const store = database.open({ openTimeoutMs: 50 });
    await expect(store.listRuns()).rejects.toMatchObject({ name: "StoreError", code: "store-unavailable" });
    await created(store);
    const result = late?.result;
    if (result === undefined) throw new Error("was not opened");
    const close = vi.spyOn(result, "close");
    for (const tell of listeners) tell();
    await vi.waitFor(() => expect(close).toHaveBeenCalled());
    expect(await store.getRun("run")).toBeDefined();
  });

  test("an upgrade blocked by an older tab says so, and goes on when that tab closes", async () => {
    const old = await database.openRaw(1);
    const notices: string[] = [];
    const connection = createConnection({
      page: createPageLife(),
      name: database.name,
      version: 2,
      migrations: [() => undefined, (upgraded) => upgraded.createObjectStore("blobs")],
      openTimeoutMs: 2_000,
      onNotice: ({ code }) => notices.push(code),
      onLost: () => notices.push("lost"),
    });
    const opening = connection.use();
    await vi.waitFor(() => expect(notices).toEqual(["blocked"]));
    old.close();
    expect([...(await opening).objectStoreNames]).toEqual(["blobs"]);
    connection.close();
  });

  test("blocked for too long it is a typed error; a later try succeeds once the older tab is gone", async () => {
    const old = await database.openRaw(1);
    const connection = createConnection({
      page: createPageLife(),
      name: database.name,
      version: 2,
      migrations: [() => undefined, () => undefined],
      openTimeoutMs: 50,
      onNotice: () => undefined,
      onLost: () => undefined,
    });
    await expect(connection.use()).rejects.toMatchObject({ code: "store-blocked" });
    old.close();
    await vi.waitFor(async () => expect((await connection.use()).version).toBe(2));
    connection.close();
    // Nothing that came late was left open: the database can be upgraded further.
    expect((await database.openRaw(3)).version).toBe(3);
  });

  test("a migration that throws leaves the old version intact", async () => {
    (await database.openRaw(1)).close();
    const connection = createConnection({
      page: createPageLife(),
      name: database.name,
      version: 2,
      migrations: [
        () => undefined,
        (upgraded) => {
          upgraded.createObjectStore("runs");
          throw new TypeError("a mistake of ours");
        },
      ],
      openTimeoutMs: 2_000,
      onNotice: () => undefined,
      onLost: () => undefined,
    });
    await expect(connection.use()).rejects.toThrow("a mistake of ours");
    const raw = await database.openRaw();
    expect([raw.version, raw.objectStoreNames.length]).toEqual([1, 0]);
  });

  test("a newer database is refused and left as it is", async () => {
    await created();
    (await database.openRaw(9)).close();
    const before = await dump(database.name);
    const store = database.open();
    await expect(store.listRuns()).rejects.toMatchObject({ code: "store-newer" });
    const batch = createBatchWriter("other").next();
    await expect(store.create(batch)).rejects.toMatchObject({ code: "store-newer" });
    expect(await dump(database.name)).toEqual(before);
    expect((await database.openRaw()).version).toBe(9);
  });

  test("closing while it opens leaves nothing open", async () => {
    const store = database.open();
    const reading = expect(store.listRuns()).rejects.toMatchObject({ code: "store-closed" });
    await store.close();
    await reading;
    expect((await database.openRaw(7)).version).toBe(7);
  });
});

describe("without a database", () => {
  afterEach(() => vi.unstubAllGlobals());

  test("where there is no IndexedDB the error says so, and no notice claims otherwise", async () => {
    vi.stubGlobal("indexedDB", undefined);
    const store = database.open();
    await expect(store.listRuns()).rejects.toMatchObject({ code: "store-unavailable" });
    await expect(store.listRuns()).rejects.toThrow(/private mode/);
    await expect(store.drive("run")).rejects.toMatchObject({ code: "store-unavailable" });
  });

  test.each(["SecurityError", "UnknownError", "InvalidStateError"])(
    "an opening that throws %s is a typed error with its cause, tried three times at most",
    async (name) => {
      const open = vi.spyOn(IDBFactory.prototype, "open").mockImplementation(() => {
        throw new DOMException("no", name);
      });
      const failure = database.open().listRuns();
      await expect(failure).rejects.toMatchObject({ code: "store-unavailable", cause: { name } });
      expect(open.mock.calls.length).toBe(name === "SecurityError" ? 1 : 3);
    },
  );
});

describe("a database that is taken away", () => {
  test("an upgrade elsewhere: the write under way settles, leases are lost, further calls say reload", async () => {
    const store = database.open();
    const writer = await created(store);
    const lease = await store.drive("run");
    const batch = { ...writer.next({ facts: [textFact("last words")] }), epoch: lease?.epoch ?? 0 };
    const writing = store.append(batch);
    await new Promise<void>((resolve) => {
      // Not before the write's transaction exists.
      const transaction = IDBDatabase.prototype.transaction;
      vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function (this: IDBDatabase, ...args) {
        resolve();
        return transaction.apply(this, args);
      });
    });
    const upgraded = database.openRaw(2);
    await writing;
    await upgraded;
    expect(lease?.lost.aborted).toBe(true);
    expect(lease?.lost.reason).toMatchObject({ code: "store-newer" });
    expect(database.notices.map(({ code }) => code)).toEqual(["upgraded"]);
    for (const call of [store.load("run"), store.drive("run"), store.append(batch), store.isDriven("run")]) {
      await expect(call).rejects.toMatchObject({ code: "store-newer", message: expect.stringContaining("Reload") });
    }
    const tail = (await dump(database.name)).events;
    expect(tail).toHaveLength(1);
    // The lock is free for the new version's driver.
    const { held = [] } = await navigator.locks.query();
    expect(held.filter(({ name }) => name?.includes(database.name))).toEqual([]);
  });

  test("deleted elsewhere: leases are lost, and the next use begins an empty one", async () => {
    const store = database.open();
    await created(store);
    const lease = await store.drive("run");
    await settled(indexedDB.deleteDatabase(database.name));
    expect(lease?.lost.aborted).toBe(true);
    expect(database.notices.map(({ code }) => code)).toEqual(["deleted"]);
    expect(await store.getRun("run")).toBeUndefined();
    await created(store);
  });

  test("closed by the browser: opened again on next use, and nobody notices", async () => {
    const store = database.open();
    const writer = await created(store);
    const lease = await store.drive("run");
    const connections: IDBDatabase[] = [];
    const transaction = IDBDatabase.prototype.transaction;
    vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function (this: IDBDatabase, ...args) {
      connections.push(this);
      return transaction.apply(this, args);
    });
    for (let round = 0; round < 3; round += 1) {
      await store.append({ ...writer.next({ facts: [textFact(`${round}`)] }), epoch: lease?.epoch ?? 0 });
      const last = connections.at(-1);
      // As the browser does: first the event, or only a handle that is dead.
      last?.close();
      if (round % 2 === 0) last?.dispatchEvent(new Event("close"));
    }
    expect((await store.load("run"))?.tail).toHaveLength(3);
    expect(new Set(connections).size).toBe(4);
    expect(lease?.lost.aborted).toBe(false);
    expect(database.notices).toEqual([]);
  });
});
