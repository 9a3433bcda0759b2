import { createBatchWriter, openRequest } from "@holdpoint/testing/suites";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase } from "./test-database.fixture.ts";

const database = createTestDatabase("persistence");

// Other files of the session may have been refused before.
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  sessionStorage.clear();
  vi.resetModules();
});

/** A page as after a reload: nothing is remembered but what its session holds. The browser answers as told. */
async function reloaded(answer: boolean) {
  vi.resetModules();
  vi.spyOn(navigator.storage, "persisted").mockImplementation(async () => persist.mock.calls.length > 0 && answer);
  const persist = vi.spyOn(navigator.storage, "persist").mockImplementation(async () => answer);
  persist.mockClear();
  const { createIdbStore } = await import("./idb-store.ts");
  return { store: createIdbStore({ name: database.name }), persist };
}

test("the browser is asked when the first thing worth keeping is written, not before, and once", async () => {
  const { store, persist } = await reloaded(true);
  await store.listRuns();
  expect(persist).not.toHaveBeenCalled();
  expect((await store.condition()).persistence).toBe("unasked");
  const writer = createBatchWriter("run");
  await store.create(writer.next());
  await store.append(writer.next({ requests: [openRequest("run", "ask")] }));
  await vi.waitFor(async () => expect((await store.condition()).persistence).toBe("granted"));
  expect(persist).toHaveBeenCalledTimes(1);
  expect(await store.persist()).toBe(true);
  expect(persist).toHaveBeenCalledTimes(1);
  await store.close();
});

test("a browser that refused is not asked again in this session, not even after a reload", async () => {
  const first = await reloaded(false);
  await first.store.create(createBatchWriter("one").next());
  await vi.waitFor(async () => expect((await first.store.condition()).persistence).toBe("refused"));
  expect(await first.store.persist()).toBe(false);
  expect(first.persist).toHaveBeenCalledTimes(1);
  await first.store.close();
  const second = await reloaded(false);
  expect((await second.store.condition()).persistence).toBe("refused");
  await second.store.create(createBatchWriter("two").next());
  expect(await second.store.persist()).toBe(false);
  expect(second.persist).not.toHaveBeenCalled();
  await second.store.close();
});
