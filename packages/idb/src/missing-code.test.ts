import "fake-indexeddb/auto";
import { createBatchWriter, openRequest } from "@holdpoint/testing/suites";
import { afterEach, expect, test, vi } from "vitest";
import { createIdbStore } from "./idb-store.ts";

const RUN_WRITES = "./run-writes.ts";
const REQUEST_WRITES = "./request-writes.ts";

/** As after a new deployment: the file is not on the server any more. */
function takeAway(file: string): void {
  vi.doMock(file, () => {
    throw new TypeError("Failed to fetch dynamically imported module");
  });
}

async function giveBack(file: string): Promise<void> {
  await vi.dynamicImportSettled();
  vi.doUnmock(file);
}

afterEach(() => {
  for (const file of [RUN_WRITES, REQUEST_WRITES]) vi.doUnmock(file);
});

test("a write whose code cannot be loaded says so and changes nothing; reading goes on, and the same write works later", async () => {
  const store = createIdbStore({ name: "missing-run-writes" });
  const batch = createBatchWriter("run").next();
  takeAway(RUN_WRITES);
  await expect(store.create(batch)).rejects.toMatchObject({ code: "code-missing" });
  expect(await store.load("run")).toBeUndefined();
  expect(await store.listRuns()).toEqual([]);

  await giveBack(RUN_WRITES);
  await store.create(batch);
  expect(await store.getRun("run")).toMatchObject({ runId: "run" });
  await store.close();
});

test("an Answer whose code cannot be loaded is not taken, and its Request stays open", async () => {
  const store = createIdbStore({ name: "missing-request-writes" });
  await store.create(createBatchWriter("run").next({ requests: [openRequest("run", "ask")] }));
  takeAway(REQUEST_WRITES);
  await expect(store.answer("ask", { id: "ask", ok: true }, 1)).rejects.toMatchObject({ code: "code-missing" });
  expect(await store.getRequest("ask")).toMatchObject({ state: "open" });

  await giveBack(REQUEST_WRITES);
  expect(await store.answer("ask", { id: "ask", ok: true }, 2)).toMatchObject({ accepted: true });
  await store.close();
});
