import { createBatchWriter, textFact } from "@holdpoint/testing/suites";
import { expect, test, vi } from "vitest";
import { createTestDatabase, dump } from "./test-database.fixture.ts";

const database = createTestDatabase("blobs");

function blobOf(text: string, type = "image/png"): { hash: string; blob: Blob } {
  return { hash: `hash of ${text}`, blob: new Blob([text], { type }) };
}

function spyOnBlobWrites(): { readonly count: number } {
  const put = IDBObjectStore.prototype.put;
  const seen = { count: 0 };
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, ...args) {
    if (this.name === "blobs") seen.count += 1;
    return put.apply(this, args);
  });
  return seen;
}

test("equal bytes are written once, over batches and runs", async () => {
  const store = database.open();
  const writes = spyOnBlobWrites();
  const writer = createBatchWriter("one");
  await store.create(writer.next({ blobs: [blobOf("a"), blobOf("a"), blobOf("b")] }));
  await store.append(writer.next({ facts: [textFact("x")], blobs: [blobOf("a")] }));
  await store.create(createBatchWriter("two").next({ blobs: [blobOf("b")] }));
  expect(writes.count).toBe(2);
  expect((await dump(database.name)).blobRefs?.map(([key]) => key)).toEqual([
    ["hash of a", "one"],
    ["hash of b", "one"],
    ["hash of b", "two"],
  ]);
});

test("a browser that refuses blobs in records gets their bytes, and gives the same blob back", async () => {
  const put = IDBObjectStore.prototype.put;
  let refused = 0;
  const refuse = () =>
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, value, ...rest) {
      if ((value as { data?: unknown }).data instanceof Blob) {
        refused += 1;
        throw new DOMException("BlobURLs are not yet supported", "DataCloneError");
      }
      return put.call(this, value, ...rest);
    });
  refuse();
  const store = database.open();
  const writer = createBatchWriter("run");
  await store.create(writer.next({ blobs: [blobOf("a", "application/pdf")] }));
  await store.append(writer.next({ facts: [textFact("x")], blobs: [blobOf("b")] }));
  expect(refused).toBe(1);
  const blob = await store.getBlob("hash of a");
  expect([blob?.type, await blob?.text()]).toEqual(["application/pdf", "a"]);
  expect((await store.load("run"))?.tail).toHaveLength(1);
});

test("of two runs that bring the same bytes in one moment, the last to go takes them along", async () => {
  const [one, two] = [database.open(), database.open()];
  await Promise.all([
    one.create(createBatchWriter("one").next({ blobs: [blobOf("a")] })),
    two.create(createBatchWriter("two").next({ blobs: [blobOf("a")] })),
  ]);
  await Promise.all([one.removeRun("one"), two.create(createBatchWriter("three").next({ blobs: [blobOf("a")] }))]);
  expect(await (await one.getBlob("hash of a"))?.text()).toBe("a");
  await Promise.all([one.removeRun("two"), two.removeRun("three")]);
  expect(await one.getBlob("hash of a")).toBeUndefined();
  expect((await dump(database.name)).blobRefs).toEqual([]);
});
