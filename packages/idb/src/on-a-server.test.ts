import { expect, test } from "vitest";
import { createIdbStore } from "./idb-store.ts";

test("where there is no browser the store can be made, and its first use says what is missing", async () => {
  const store = createIdbStore({ onNotice: () => undefined });
  expect(typeof indexedDB).toBe("undefined");
  const missing = { name: "StoreError", code: "store-unavailable", message: expect.stringContaining("IndexedDB") };
  await expect(store.listRuns()).rejects.toMatchObject(missing);
  await expect(store.drive("run")).rejects.toMatchObject(missing);
  expect(store.capabilities.locks).toBe(globalThis.navigator?.locks !== undefined);
  expect(await store.estimate()).toEqual({});
  expect(await store.persist()).toBe(false);
  const stop = store.subscribe(() => undefined);
  stop();
  await store.close();
});
