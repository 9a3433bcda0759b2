import { createBatchWriter, openRequest, textFact, textTurn } from "@holdpoint/testing/suites";
import { expect, test, vi } from "vitest";
import { createTestDatabase } from "./test-database.fixture.ts";

const database = createTestDatabase("reading");

/** Counts the records all requests bring, while something is done. */
async function recordsRead(action: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hear = (request: IDBRequest): IDBRequest => {
    request.addEventListener("success", () => {
      const { result } = request as IDBRequest<unknown>;
      count += Array.isArray(result) ? result.length : result ? 1 : 0;
    });
    return request;
  };
  for (const prototype of [IDBObjectStore.prototype, IDBIndex.prototype] as readonly object[]) {
    for (const method of ["get", "getAll", "getAllKeys", "getAllRecords", "getKey", "openCursor"]) {
      const real: unknown = Reflect.get(prototype, method);
      if (typeof real !== "function") continue;
      vi.spyOn(prototype as Record<string, () => void>, method).mockImplementation(function (
        this: unknown,
        ...args: unknown[]
      ) {
        return hear(real.apply(this, args));
      } as never);
    }
  }
  try {
    await action();
    return count;
  } finally {
    vi.restoreAllMocks();
  }
}

test("opening a run costs what is shown, not what exists", async () => {
  const store = database.open();
  const writer = createBatchWriter("run");
  const turns = Array.from({ length: 3_000 }, (_, index) => textTurn("run", index));
  const answer = { id: "", ok: true };
  const requests = Array.from({ length: 500 }, (_, n) => openRequest("run", `r${n}`, { state: "settled", answer }));
  await store.create(writer.next({ facts: [textFact("a")], turns, requests }));
  await store.append(writer.next({ facts: [textFact("b"), textFact("c")], requests: [openRequest("run", "open")] }));
  // The record, 50 turns, 2 events, 1 Request.
  expect(await recordsRead(() => store.load("run"))).toBe(54);
  expect(await recordsRead(() => store.loadTurns("run", 2_950, 10))).toBe(10);
});

test("the inbox reads open Requests and never the settled ones", async () => {
  const store = database.open();
  const requests = Array.from({ length: 1_000 }, (_, n) =>
    openRequest("run", `r${n}`, { state: n < 3 ? "open" : n % 2 ? "settled" : "closed" }),
  );
  await store.create(createBatchWriter("run").next({ requests }));
  expect(await recordsRead(() => store.listRequests())).toBe(3);
  expect(await recordsRead(() => store.listRequests({ runId: "run" }))).toBe(3);
});

test("a list of ten runs reads ten", async () => {
  const store = database.open();
  for (let n = 0; n < 40; n += 1) await store.create(createBatchWriter(`run-${n}`, { createdAt: n }).next());
  expect(await recordsRead(() => store.listRuns({ limit: 10 }))).toBe(10);
});

test("an append reads the run's record and nothing that grows with the run", async () => {
  const store = database.open();
  const writer = createBatchWriter("run");
  await store.create(writer.next({ turns: Array.from({ length: 1_000 }, (_, index) => textTurn("run", index)) }));
  for (let n = 0; n < 20; n += 1) await store.append(writer.next({ facts: [textFact("x")] }));
  expect(await recordsRead(() => store.append(writer.next({ facts: [textFact("y")] })))).toBe(1);
});
