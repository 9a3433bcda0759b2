import "fake-indexeddb/auto";
import {
  createMemoryStore,
  HoldpointError,
  type JournalBatch,
  type JournalStore,
  type RunRecord,
} from "@holdpoint/core";
import { openRequest, textTurn } from "@holdpoint/testing/suites";
import fc from "fast-check";
import { deleteDB } from "idb";
import { expect, test } from "vitest";
import { createIdbStore } from "./idb-store.ts";

/**
 * The memory store and the durable one are twins: whatever is done to both, right or wrong, both say the same and hold
 * the same. (On a fake IndexedDB, for thousands of steps; the store suite runs in the real one.)
 */
type Step = (store: JournalStore) => Promise<unknown>;

const runId = fc.constantFrom("one", "two");
const requestId = fc.constantFrom("a", "b", "c");
const at = fc.integer({ min: 0, max: 20 });
const epoch = fc.integer({ min: 0, max: 3 });
const answer = fc.record({
  ok: fc.boolean(),
  data: fc.constantFrom<unknown>(undefined, false, null, { a: 1, b: [2] }, { b: [2], a: 1 }),
});
const expiresAt = fc.constantFrom(undefined, undefined, 10);

const written = fc.record({
  run: runId,
  fits: fc.boolean(),
  epoch,
  from: fc.integer({ min: 0, max: 6 }),
  count: fc.integer({ min: 0, max: 3 }),
  settles: fc.boolean(),
  turn: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
  requests: fc.array(
    fc.record({
      requestId,
      expiresAt,
      answer: fc.option(answer, { nil: undefined }),
      state: fc.constantFrom("open", "answered", "settled", "closed"),
    }),
    { maxLength: 2 },
  ),
  hash: fc.option(fc.constantFrom("h1", "h2"), { nil: undefined }),
  consumed: fc.subarray(["x", "y"]),
  status: fc.constantFrom("running", "paused", "done"),
  bad: fc.constantFrom<unknown>(1, 1, 1, 1, new Date(0), () => 1),
});

type Written = typeof written extends fc.Arbitrary<infer Made> ? Made : never;

/** One that `fits` goes on where the run stands: by chance alone hardly any would. */
function toBatch(made: Written, stored?: RunRecord): JournalBatch {
  const { run, count, settles } = made;
  const fitting = made.fits ? stored : undefined;
  const {
    epoch: atEpoch,
    nextSeq: from,
    turnCount,
  } = fitting ?? { epoch: made.epoch, nextSeq: made.from, turnCount: made.turn };
  const turn = made.turn === undefined ? undefined : turnCount;
  const nextSeq = from + count;
  return {
    runId: run,
    epoch: atEpoch,
    strict: false,
    events: Array.from({ length: count }, (_, n) => ({
      type: "run.cancelled",
      runId: run,
      seq: from + n,
      at: 1,
      reason: made.bad as string,
    })),
    record: {
      v: 1,
      runId: run,
      agent: "clerk",
      model: "m",
      title: "t",
      status: made.status,
      createdAt: run === "one" ? 1 : 2,
      updatedAt: 1,
      turnCount: turn === undefined ? (fitting?.turnCount ?? 0) : turn + 1,
      nextSeq,
      settledSeq: settles ? nextSeq : from,
      usage: { promptTokens: 0, completionTokens: 0, totalTokens: 0 },
      modelCalls: 0,
      epoch: 0,
    },
    ...(turn !== undefined && { turns: [textTurn(run, turn)] }),
    requests: made.requests.map((request) =>
      openRequest(run, request.requestId, {
        state: request.state,
        request: {
          id: request.requestId,
          kind: "approval",
          prompt: "?",
          ...(request.expiresAt !== undefined && { expiresAt: request.expiresAt }),
        },
        ...(request.answer && { answer: { id: request.requestId, ...request.answer } }),
      }),
    ),
    ...(made.hash !== undefined && { blobs: [{ hash: made.hash, blob: new Blob([made.hash]) }] }),
    consumed: made.consumed,
  };
}

const step: fc.Arbitrary<readonly [name: string, step: Step]> = fc.oneof(
  {
    weight: 2,
    arbitrary: written.map((made) => ["create", (store: JournalStore) => store.create(toBatch(made))] as const),
  },
  {
    weight: 6,
    arbitrary: written.map(
      (made) =>
        ["append", async (store: JournalStore) => store.append(toBatch(made, await store.getRun(made.run)))] as const,
    ),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(requestId, answer, at)
      .map(([id, said, when]) => ["answer", (store: JournalStore) => store.answer(id, { id, ...said }, when)] as const),
  },
  {
    weight: 2,
    arbitrary: requestId.map((id) => ["retract", (store: JournalStore) => store.retractAnswer(id)] as const),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(runId, fc.constantFrom("x", "y"))
      .map(
        ([run, id]) => ["enqueue", (store: JournalStore) => store.enqueue(run, { id, type: "retry", at: 1 })] as const,
      ),
  },
  {
    weight: 1,
    arbitrary: runId.map(
      (run) =>
        [
          "drive",
          async (store: JournalStore) => {
            const lease = await store.drive(run, { mode: "try" });
            await lease?.release();
            return lease?.epoch;
          },
        ] as const,
    ),
  },
  { weight: 1, arbitrary: runId.map((run) => ["remove", (store: JournalStore) => store.removeRun(run)] as const) },
);

/** How every walk begins: there is one run, and a question in it. */
const beginning: Written = {
  ...{ run: "one", fits: false, epoch: 0, from: 0, count: 1, settles: false, turn: undefined, hash: undefined },
  ...{ requests: [{ requestId: "a", state: "open", answer: undefined, expiresAt: undefined }] },
  ...{ consumed: [], status: "running", bad: 1 },
};

/** What a step gave: its value, or the code and path of its error. */
async function outcome(store: JournalStore, run: Step): Promise<unknown> {
  try {
    return { value: await run(store) };
  } catch (error) {
    if (!HoldpointError.is(error)) throw error;
    return { code: error.code, path: error.path };
  }
}

/** All that can be read. */
async function everything(store: JournalStore): Promise<unknown> {
  const runs = ["one", "two"];
  return {
    loaded: await Promise.all(runs.map((run) => store.load(run, { turnLimit: 2 }))),
    older: await Promise.all(runs.map((run) => store.loadTurns(run, 3, 2))),
    runs: await store.listRuns(),
    requests: await store.listRequests({ state: ["open", "answered", "settled", "closed"] }),
    blobs: await Promise.all(["h1", "h2"].map(async (hash) => (await store.getBlob(hash))?.text())),
  };
}

test("both stores say and hold the same after every step, right or wrong", async () => {
  let count = 0;
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25, size: "max" }), async (steps) => {
      count += 1;
      const name = `twins-${count}`;
      const [memory, durable] = [createMemoryStore(), createIdbStore({ name })];
      try {
        for (const store of [memory, durable]) await store.create(toBatch(beginning));
        for (const [kind, run] of steps) {
          const [expected, actual] = [await outcome(memory, run), await outcome(durable, run)];
          expect([kind, actual]).toEqual([kind, expected]);
          seen.add(`${kind} ${(expected as { code?: string }).code ?? "done"}`);
        }
        expect(await everything(durable)).toEqual(await everything(memory));
      } finally {
        await Promise.all([memory.close(), durable.close()]);
        await deleteDB(name);
      }
    }),
    { numRuns: 300 },
  );
  // The steps have been to where it matters.
  expect([...seen]).toEqual(
    expect.arrayContaining([
      "append done",
      "append stale-epoch",
      "append request-changed",
      "append unknown-run",
      "append invalid-record",
      "answer done",
      "create invalid-record",
      "drive done",
      "drive unknown-run",
    ]),
  );
}, 60_000);
