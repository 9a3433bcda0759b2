import { createBatchWriter, openRequest, textFact, textTurn } from "@holdpoint/testing/suites";
import { describe, expect, test, vi } from "vitest";
import { createTestDatabase, dump } from "./test-database.fixture.ts";

const database = createTestDatabase("transact");

/** A batch that touches every store. */
function settlingBatch(writer: ReturnType<typeof createBatchWriter>): ReturnType<typeof writer.next> {
  return writer.next({
    facts: [textFact("b"), { type: "turn.finished", turn: 0, role: "TOOL" }],
    turns: [textTurn("run", 0)],
    requests: [
      openRequest("run", "ask", { state: "settled", answer: { id: "ask", ok: true } }),
      openRequest("run", "next"),
    ],
    blobs: [{ hash: "aa", blob: new Blob(["bytes"]) }],
    consumed: ["c"],
    strict: true,
  });
}

async function begun(store = database.open()): Promise<ReturnType<typeof createBatchWriter>> {
  const writer = createBatchWriter("run");
  await store.create(writer.next({ facts: [textFact("a")], requests: [openRequest("run", "ask")] }));
  await store.answer("ask", { id: "ask", ok: true }, 5);
  await store.enqueue("run", { id: "c", type: "retry", at: 1 });
  return writer;
}

/** Calls back at each request a transaction makes, before it is made. */
function onEachRequest(callback: (transaction: IDBTransaction, method: string, store: string) => void): void {
  const methods = ["get", "getKey", "getAll", "put", "add", "delete", "count"] as const;
  for (const method of methods) {
    const real = IDBObjectStore.prototype[method] as (...args: unknown[]) => IDBRequest;
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (this: IDBObjectStore, ...args: unknown[]) {
      callback(this.transaction, method, this.name);
      return real.apply(this, args);
    } as never);
  }
}

describe("a step that fails", () => {
  test("aborted at any request of a settling batch, it has changed nothing; tried again, it has happened once", async () => {
    const first = database.open();
    const writer = await begun(first);
    const batch = settlingBatch(writer);
    const before = await dump(database.name);
    let requests = Number.POSITIVE_INFINITY;
    let cells = 0;
    for (let position = 0; position < requests; position += 1) {
      let count = 0;
      onEachRequest((transaction) => {
        // From this request on every transaction dies here, also that of the second and the third try.
        if (count % 100 === position) transaction.abort();
        count += 1;
      });
      const transaction = IDBDatabase.prototype.transaction;
      vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function (this: IDBDatabase, ...args) {
        count = Math.ceil(count / 100) * 100;
        return transaction.apply(this, args);
      });
      const outcome = await first.append(batch).then(
        () => "written",
        (error: { code: string }) => error.code,
      );
      vi.restoreAllMocks();
      if (outcome === "written") requests = position;
      else {
        cells += 1;
        expect(outcome).toBe("store-unavailable");
        expect(await dump(database.name)).toEqual(before);
      }
    }
    expect(cells).toBeGreaterThan(10);
    const after = await first.load("run");
    expect(after).toMatchObject({ tail: [], turns: [textTurn("run", 0)], commands: [] });
    await first.append(batch);
    expect(await first.load("run")).toEqual(after);
  });

  test("a step aborted once is tried again, and has happened once", async () => {
    const store = database.open();
    const writer = await begun(store);
    let isDue = true;
    onEachRequest((transaction, method, name) => {
      if (isDue && method === "put" && name === "turns") {
        isDue = false;
        transaction.abort();
      }
    });
    await store.append(settlingBatch(writer));
    expect(isDue).toBe(false);
    expect((await store.load("run"))?.turns).toHaveLength(1);
  });

  test("a success that was never told is found at the second try: written once, accepted once", async () => {
    const store = database.open();
    const writer = await begun(store);
    await store.append(writer.next({ facts: [textFact("x")], requests: [openRequest("run", "second")] }));
    /** The next transaction that writes commits, but whoever waits for it hears an abort. */
    const withLostSuccess = async <Value>(action: () => Promise<Value>): Promise<Value> => {
      const listen = IDBTransaction.prototype.addEventListener;
      const writes = new Set<IDBTransaction>();
      vi.spyOn(IDBTransaction.prototype, "addEventListener").mockImplementation(function (
        this: IDBTransaction,
        type: string,
        listener: unknown,
      ) {
        if (this.mode === "readwrite") writes.add(this);
        const isUnlucky = this === [...writes][0];
        if (isUnlucky && type === "complete") return;
        listen.call(this, isUnlucky && type === "abort" ? "complete" : type, listener as EventListener);
      } as never);
      try {
        return await action();
      } finally {
        vi.restoreAllMocks();
        expect(writes.size).toBe(2);
      }
    };
    await withLostSuccess(() => store.append(settlingBatch(writer)));
    expect((await store.load("run"))?.turns).toHaveLength(1);
    const outcome = await withLostSuccess(() => store.answer("second", { id: "second", ok: true }, 9));
    expect(outcome).toMatchObject({ accepted: true, record: { answeredAt: 9 } });
    await withLostSuccess(() => store.create(createBatchWriter("other").next()));
    await withLostSuccess(() => store.enqueue("run", { id: "d", type: "retry", at: 1 }));
    expect((await store.load("run"))?.commands).toHaveLength(1);
  });

  test("a connection that stays dead is given up after three tries, with a typed error, and works again later", async () => {
    const store = database.open();
    const writer = await begun(store);
    const transaction = vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(() => {
      throw new DOMException("The database connection is closing.", "InvalidStateError");
    });
    const batch = writer.next({ facts: [textFact("x")] });
    await expect(store.append(batch)).rejects.toMatchObject({
      code: "store-unavailable",
      cause: { name: "InvalidStateError" },
    });
    expect(transaction).toHaveBeenCalledTimes(3);
    await expect(store.drive("run")).rejects.toMatchObject({ code: "store-unavailable" });
    vi.restoreAllMocks();
    expect(await store.isDriven("run")).toBe(false);
    await store.append(batch);
    expect((await store.load("run"))?.tail).toHaveLength(2);
  });

  test("a transaction that never ends is given up, and writes nothing later", async () => {
    const store = database.open({ transactionTimeoutMs: 80 });
    const writer = await begun(store);
    // Another connection keeps the stores to itself, as a tab that sleeps in the middle of a write.
    const other = await database.openRaw();
    const holder = other.transaction(["runs", "events"], "readwrite");
    const runs = holder.objectStore("runs");
    let isHeld = true;
    const keep = () => {
      if (isHeld) runs.get("nothing").onsuccess = keep;
    };
    keep();
    await expect(store.append(writer.next({ facts: [textFact("x")] }))).rejects.toMatchObject({
      code: "store-unavailable",
      message: expect.stringContaining("80 ms"),
    });
    isHeld = false;
    await new Promise((resolve) => {
      holder.oncomplete = resolve;
    });
    expect((await database.open().load("run"))?.tail).toHaveLength(1);
  });

  test.each([
    ["QuotaExceededError", "store-full"],
    ["UnknownError", "store-unavailable"],
    ["ConstraintError", "invalid-record"],
  ])("a request that fails with %s is %s, with its cause", async (name, code) => {
    const store = database.open();
    const writer = await begun(store);
    const before = await dump(database.name);
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("no", name);
    });
    const failure = store.append(settlingBatch(writer));
    await expect(failure).rejects.toMatchObject({ name: "StoreError", code, cause: { name } });
    vi.restoreAllMocks();
    expect(await dump(database.name)).toEqual(before);
  });
});

describe("durability", () => {
  test("what must be on the disk itself is strict, text is relaxed", async () => {
    const store = database.open();
    const writer = createBatchWriter("run");
    await store.create(writer.next({ requests: [openRequest("run", "ask")], strict: true }));
    const durabilities: string[] = [];
    const transaction = IDBDatabase.prototype.transaction;
    vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function (this: IDBDatabase, ...args) {
      const made = transaction.apply(this, args);
      if (made.mode === "readwrite") durabilities.push(made.durability);
      return made;
    });
    await store.append(writer.next({ facts: [textFact("x")] }));
    await store.append(writer.next({ facts: [textFact("x")], strict: true }));
    await store.answer("ask", { id: "ask", ok: true }, 5);
    await store.retractAnswer("ask");
    await store.enqueue("run", { id: "c", type: "retry", at: 1 });
    await store.drive("run");
    expect(durabilities).toEqual(["relaxed", "strict", "strict", "strict", "strict", "relaxed"]);
  });

  test("a write is not done when its requests succeeded, but when its transaction is complete", async () => {
    const store = database.open();
    const writer = await begun(store);
    const events: string[] = [];
    const transaction = IDBDatabase.prototype.transaction;
    vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function (this: IDBDatabase, ...args) {
      const made = transaction.apply(this, args);
      made.addEventListener("complete", () => events.push("complete"));
      return made;
    });
    await store.append(writer.next({ facts: [textFact("x")] }));
    events.push("told");
    expect(events).toEqual(["complete", "told"]);
  });

  test("a transaction touches exactly the stores it needs", async () => {
    const store = database.open();
    const writer = await begun(store);
    const stores: string[][] = [];
    const transaction = IDBDatabase.prototype.transaction;
    vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function (this: IDBDatabase, ...args) {
      const made = transaction.apply(this, args);
      stores.push([...made.objectStoreNames]);
      return made;
    });
    await store.append(writer.next({ facts: [textFact("x")] }));
    await store.append(writer.next({ facts: [textFact("x")], requests: [openRequest("run", "b")] }));
    await store.answer("b", { id: "b", ok: true }, 5);
    await store.append(settlingBatch(writer));
    expect(stores).toEqual([
      ["events", "runs"],
      ["events", "requests", "runs"],
      ["requests"],
      ["blobRefs", "blobs", "commands", "events", "requests", "runs", "turns"],
    ]);
  });
});
