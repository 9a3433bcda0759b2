import type { JournalStore, RequestRecord, RunRecord, TurnRecord } from "@holdpoint/core";
import { expect, test } from "vitest";
import { createBatchWriter, openRequest, textFact, textTurn } from "./store-batch.ts";
import type { Tabs } from "./store-suite-tabs.ts";

/** What a newer version, an accident or another program may have left: whole records, and one that lacks something. */
const BAD_RUNS: readonly (readonly [string, string, Partial<RunRecord>])[] = [
  ["of a newer version", "store-newer", { v: 2 }],
  ["of a newer version and another shape", "store-newer", { v: 2, title: 7, usage: [] } as never],
  ["without a version", "damaged", { v: undefined } as never],
  ["with a status nobody knows", "damaged", { status: "dreaming" as never }],
  ["without an agent", "damaged", { agent: null } as never],
  ["with numbers that are none", "damaged", { turnCount: "many", epoch: {} } as never],
];

const BAD_REQUESTS: readonly (readonly [string, string, Partial<RequestRecord>])[] = [
  ["of a newer version", "store-newer", { v: 2 }],
  ["without a version", "damaged", { v: undefined } as never],
  ["without the call it is about", "damaged", { call: null } as never],
  ["about another one", "damaged", { request: { id: "other", kind: "approval", prompt: "?" } }],
];

async function bad(store: JournalStore, record: Partial<RunRecord>): Promise<void> {
  const writer = createBatchWriter("bad", { createdAt: 2_000 });
  const batch = writer.next();
  await store.create({ ...batch, record: { ...batch.record, ...record } });
}

/** The rules for records that are there and cannot be read: reported, left as they are, in nobody's way. */
export function unreadableRules({ tab }: Tabs): void {
  test.each(BAD_RUNS)("a run %s stands in lists as such, between the others", async (_name, code, record) => {
    const store = tab();
    await store.create(createBatchWriter("before", { createdAt: 1_000 }).next());
    await bad(store, record);
    await store.create(createBatchWriter("after", { createdAt: 3_000 }).next());
    const runs = await store.listRuns();
    expect(runs.map(({ runId, unreadable }) => [runId, unreadable?.code])).toEqual([
      ["after", undefined],
      ["bad", code],
      ["before", undefined],
    ]);
    expect(runs[1]).toMatchObject({
      status: "failed",
      error: { code, message: expect.stringContaining("left as it is") },
    });
    expect(await store.listRuns({ limit: 2 })).toEqual(runs.slice(0, 2));
    // Nobody takes it up.
    expect(await store.listRuns({ status: ["running", "paused"] })).toHaveLength(2);
  });

  test.each(BAD_RUNS)("a run %s is refused by itself, and keeps every byte", async (_name, code, record) => {
    const store = tab();
    await bad(store, record);
    const listed = await store.listRuns();
    const batch = createBatchWriter("bad").next({ facts: [textFact("x")] });
    for (const call of [
      () => store.getRun("bad"),
      () => store.load("bad"),
      () => store.append(batch),
      () => store.drive("bad"),
    ]) {
      await expect(call()).rejects.toMatchObject({ name: "StoreError", code });
    }
    await expect(store.create(createBatchWriter("bad").next())).rejects.toMatchObject({ code: "invalid-record" });
    expect(await store.listRuns()).toEqual(listed);
  });

  test("a damaged run can be removed, one of a newer version cannot", async () => {
    const store = tab();
    await bad(store, { v: undefined } as never);
    await store.removeRun("bad");
    expect(await store.listRuns()).toEqual([]);
    await bad(store, { v: 2 });
    await expect(store.removeRun("bad")).rejects.toMatchObject({ code: "store-newer" });
    expect(await store.listRuns()).toHaveLength(1);
  });

  test.each(BAD_REQUESTS)(
    "a Request %s stands in the inbox as such, and takes no Answer",
    async (_name, code, record) => {
      const store = tab();
      const requests = [
        openRequest("run", "first", { raisedAt: 1 }),
        openRequest("run", "ask", { raisedAt: 2, ...record }),
        openRequest("run", "last", { raisedAt: 3 }),
      ];
      await store.create(createBatchWriter("run").next({ requests }));
      const listed = await store.listRequests();
      expect(listed.map(({ requestId, unreadable }) => [requestId, unreadable?.code])).toEqual([
        ["first", undefined],
        ["ask", code],
        ["last", undefined],
      ]);
      await expect(store.getRequest("ask")).rejects.toMatchObject({ code });
      await expect(store.answer("ask", { id: "ask", ok: true }, 5)).rejects.toMatchObject({ code });
      await expect(store.retractAnswer("ask")).rejects.toMatchObject({ code });
      // Its run would go on without knowing what it asked.
      await expect(store.load("run")).rejects.toMatchObject({ code });
      expect(await store.answer("last", { id: "last", ok: true }, 5)).toMatchObject({ accepted: true });
      expect(await store.listRequests()).toEqual(listed.slice(0, 2));
    },
  );

  test("a damaged turn is a gap: the others can be read", async () => {
    const store = tab();
    const writer = createBatchWriter("run");
    const turns = [
      textTurn("run", 0),
      { ...textTurn("run", 1), turn: { role: "ASSISTANT" } } as TurnRecord,
      textTurn("run", 2),
    ];
    await store.create(writer.next({ turns }));
    expect((await store.load("run"))?.turns.map(({ index }) => index)).toEqual([0, 2]);
    expect((await store.loadTurns("run", 3, 9)).map(({ index }) => index)).toEqual([0, 2]);
  });

  test("a turn of a newer version is not passed over", async () => {
    const store = tab();
    await store.create(createBatchWriter("run").next({ turns: [{ ...textTurn("run", 0), v: 2 }] }));
    await expect(store.load("run")).rejects.toMatchObject({ code: "store-newer" });
  });
}
