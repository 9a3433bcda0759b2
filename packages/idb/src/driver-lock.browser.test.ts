import { createBatchWriter, textFact } from "@holdpoint/testing/suites";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createTestDatabase } from "./test-database.fixture.ts";

const database = createTestDatabase("locks");

async function lockNames(): Promise<{ held: string[]; pending: string[] }> {
  const { held = [], pending = [] } = await navigator.locks.query();
  const names = (locks: LockInfo[]) =>
    locks.map(({ name = "" }) => name).filter((name) => name.startsWith(`holdpoint:${database.name}:`));
  return { held: names(held), pending: names(pending) };
}

describe("with Web Locks", () => {
  test("the lock is the browser's, named after database and run", async () => {
    const store = database.open();
    await store.create(createBatchWriter("run").next());
    await store.drive("run");
    expect(await lockNames()).toEqual({ held: [`holdpoint:${database.name}:run:run`], pending: [] });
    expect(store.capabilities).toEqual({ durable: true, locks: true, channel: true });
  });

  test("fifty waits that are called off leave no pending request, one that goes on leaves one", async () => {
    const [store, other] = [database.open(), database.open()];
    await store.create(createBatchWriter("run").next());
    const lease = await store.drive("run");
    const waits = Array.from({ length: 50 }, () => {
      const stop = new AbortController();
      return { stop, waiting: other.drive("run", { signal: stop.signal }) };
    });
    await vi.waitFor(async () => expect((await lockNames()).pending).toHaveLength(50));
    const kept = waits.pop();
    const stopped = Promise.allSettled(waits.map(({ waiting }) => waiting));
    for (const { stop } of waits) stop.abort("unmounted");
    expect((await stopped).map((outcome) => outcome.status)).toEqual(waits.map(() => "rejected"));
    expect((await lockNames()).pending).toHaveLength(1);
    await lease?.release();
    await (await kept?.waiting)?.release();
    expect(await lockNames()).toEqual({ held: [], pending: [] });
  });

  test("an epoch that cannot be raised gives the lock back", async () => {
    const store = database.open();
    await store.create(createBatchWriter("run").next());
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    await expect(store.drive("run")).rejects.toMatchObject({ code: "store-full" });
    vi.restoreAllMocks();
    expect(await lockNames()).toEqual({ held: [], pending: [] });
  });

  test("stolen by a page we know nothing of, a lease is lost all the same", async () => {
    const store = database.open();
    await store.create(createBatchWriter("run").next());
    const lease = await store.drive("run");
    await navigator.locks.request(`holdpoint:${database.name}:run:run`, { steal: true }, () => undefined);
    await vi.waitFor(() => expect(lease?.lost.aborted).toBe(true));
    await lease?.release();
  });

  test("a lock manager that refuses is a typed error", async () => {
    const store = database.open();
    await store.create(createBatchWriter("run").next());
    vi.spyOn(LockManager.prototype, "request").mockRejectedValue(new DOMException("no", "SecurityError"));
    await expect(store.drive("run")).rejects.toMatchObject({ code: "store-unavailable" });
  });
});

describe("without Web Locks", () => {
  const own = Object.getOwnPropertyDescriptor(navigator, "locks");
  const hide = () => Object.defineProperty(navigator, "locks", { value: undefined, configurable: true });

  afterEach(() => {
    Reflect.deleteProperty(navigator, "locks");
    if (own !== undefined) Object.defineProperty(navigator, "locks", own);
  });

  test("the store says so, and within one page drivers exclude each other still", async () => {
    hide();
    const [store, other] = [database.open(), database.open()];
    expect(store.capabilities).toEqual({ durable: true, locks: false, channel: true });
    await store.create(createBatchWriter("run").next());
    const lease = await store.drive("run");
    expect(await other.drive("run", { mode: "try" })).toBeUndefined();
    expect(await other.isDriven("run")).toBe(true);
    const waiting = other.drive("run");
    await lease?.release();
    expect((await waiting)?.epoch).toBe((lease?.epoch ?? 0) + 1);
  });

  test("another tab that drives too is kept apart by the epoch", async () => {
    hide();
    const store = database.open();
    const writer = createBatchWriter("run");
    await store.create(writer.next());
    const lease = await store.drive("run");
    // The other tab has locks of its own, as a page in another process would.
    Reflect.deleteProperty(navigator, "locks");
    const other = database.open();
    const later = await other.drive("run");
    expect(later?.epoch).toBe((lease?.epoch ?? 0) + 1);
    const batch = writer.next({ facts: [textFact("x")] });
    await expect(store.append({ ...batch, epoch: lease?.epoch ?? 0 })).rejects.toMatchObject({ code: "stale-epoch" });
    await other.append({ ...batch, epoch: later?.epoch ?? 0 });
  });
});
