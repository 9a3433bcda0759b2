import { createMemoryStore, type JournalBatch, RECORD_VERSION, type RunEvent, type RunRecord } from "@holdpoint/core";
import { expect, it } from "vitest";
import { watchStore } from "./watch-store.ts";

const record: RunRecord = {
  v: RECORD_VERSION,
  runId: "run",
  agent: "a",
  model: "m",
  title: "t",
  status: "running",
  createdAt: 0,
  updatedAt: 0,
  turnCount: 0,
  nextSeq: 1,
  settledSeq: 0,
  usage: { promptTokens: 0, completionTokens: 0, totalTokens: 0 },
  modelCalls: 0,
  epoch: 0,
};

function batch(events: readonly RunEvent[], change: Partial<RunRecord> = {}): JournalBatch {
  return { runId: "run", epoch: 0, events, record: { ...record, ...change }, strict: false };
}

const started: RunEvent = { type: "run.started", agent: "a", model: "m", runId: "run", seq: 0, at: 0 };
const begun: RunEvent = { type: "turn.started", turn: 1, role: "ASSISTANT", runId: "run", seq: 1, at: 0 };

function watched() {
  let heard = 0;
  const { wrap, log } = watchStore(() => {
    heard += 1;
  });
  const inner = createMemoryStore();
  return { inner, store: wrap(inner), log, heard: () => heard };
}

it("events that go through the store are seen once each, in order, and told of", async () => {
  const { store, log, heard } = watched();
  await store.create(batch([started]));
  await store.append(batch([begun], { nextSeq: 2 }));
  await store.load("run");
  expect(log.of("run")).toEqual([started, begun]);
  expect(heard()).toBeGreaterThanOrEqual(2);
  expect(log.of("another")).toEqual([]);
});

it("a tab that only reads sees what it reads", async () => {
  const { inner, store, log } = watched();
  await inner.create(batch([started]));
  await inner.append(batch([begun], { nextSeq: 2 }));
  expect(log.of("run")).toEqual([]);
  await store.load("run");
  expect(log.of("run")).toEqual([started, begun]);
});

it("an event the store refused is not seen, the write is, with its code, and the host gets the error", async () => {
  const { store, log } = watched();
  await store.create(batch([started]));
  await expect(store.append({ ...batch([begun]), epoch: -1 })).rejects.toMatchObject({ code: "invalid-record" });
  expect(log.of("run")).toEqual([started]);
  expect(log.writes()).toMatchObject([{ runId: "run", seqs: [0, 0], strict: false }, { problem: "invalid-record" }]);
});

it("all else is the inner store's, private state and all", async () => {
  const { inner, store } = watched();
  await store.create(batch([started]));
  expect(await inner.getRun("run")).toMatchObject({ runId: "run" });
  expect(await store.listRuns()).toHaveLength(1);
  expect(store.durable).toBe(inner.durable);
});
