import { createBatchWriter, openRequest, textFact } from "@holdpoint/testing/suites";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase } from "./test-database.fixture.ts";

/**
 * Against the real quota of Chromium, in a storage bucket with some megabytes of room. (A quota set from outside comes too late:
 * Chromium trusts for half a minute what it once saw.)
 */
const database = createTestDatabase("full");

const megabyte = 1024 * 1024;

interface StorageBuckets {
  open(name: string, options: { quota: number }): Promise<{ readonly indexedDB: IDBFactory }>;
  delete(name: string): Promise<void>;
}

const { storageBuckets } = navigator as Navigator & { readonly storageBuckets: StorageBuckets };

beforeEach(async () => {
  // The room is counted for all buckets of the page together, other tests' included.
  const { usage = 0 } = await navigator.storage.estimate();
  const bucket = await storageBuckets.open("small", { quota: usage + 24 * megabyte });
  vi.stubGlobal("indexedDB", bucket.indexedDB);
});

afterEach(() => storageBuckets.delete("small"));

/** Chromium compresses: only noise fills a disk. */
function noise(bytes: number): Uint8Array<ArrayBuffer> {
  const random = new Uint8Array(bytes);
  // The platform gives 65,536 bytes of it at a time.
  for (let at = 0; at < bytes; at += 65_536) crypto.getRandomValues(random.subarray(at, at + 65_536));
  return random;
}

test("a blob that has no room fails whole as store-full, and the text is written without it", async () => {
  const store = database.open();
  const writer = createBatchWriter("run");
  await store.create(writer.next({ facts: [textFact("a")] }));
  const before = await store.load("run");
  const blobs = [{ hash: "big", blob: new Blob([noise(40 * megabyte)]) }];
  const { blobs: _blobs, ...text } = writer.next({ facts: [textFact("with a picture")] });

  const full = store.append({ ...text, blobs });

  await expect(full).rejects.toMatchObject({ name: "StoreError", code: "store-full" });
  expect(await store.load("run")).toEqual(before);
  expect(await store.getBlob("big")).toBeUndefined();
  await store.append(text);
  expect((await store.load("run"))?.tail).toHaveLength(2);
});

test("an Answer that has no room is refused, and the Request stays open", async () => {
  const store = database.open();
  const writer = createBatchWriter("run");
  await store.create(writer.next({ requests: [openRequest("run", "ask")] }));
  const data = new TextDecoder("utf-16le").decode(noise(40 * megabyte));
  const code = await store.answer("ask", { id: "ask", ok: true, data }, 5).then(
    () => "accepted",
    (error: { code: string }) => error.code,
  );
  expect(code).toBe("store-full");
  expect(await store.getRequest("ask")).toEqual(openRequest("run", "ask"));
  expect(await store.answer("ask", { id: "ask", ok: true }, 6)).toMatchObject({ accepted: true });
});

test("the browser tells room used and given, and whether it will keep it", async () => {
  const store = database.open();
  expect((await store.estimate()).quota).toBeGreaterThan(0);
  expect(typeof (await store.persist())).toBe("boolean");
});
