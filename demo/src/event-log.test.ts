import { createMemoryStore, type JournalBatch, RECORD_VERSION, type RunEvent, type RunRecord } from "@holdpoint/core";
import { expect, test } from "vitest";
import { logEvents } from "./event-log.ts";

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

test("events that go through the store are seen once each, in order, and told of", async () => {
  const { store, log } = logEvents(createMemoryStore());
  let heard = 0;
  const stop = log.subscribe(() => {
    heard += 1;
  });
  await store.create(batch([started]));
  await store.append(batch([begun], { nextSeq: 2 }));
  await store.load("run");
  expect(log.of("run")).toEqual([started, begun]);
  expect(heard).toBeGreaterThanOrEqual(2);
  stop();
  expect(log.of("another")).toEqual([]);
});

test("an event the store refused is not seen", async () => {
  const { store, log } = logEvents(createMemoryStore());
  await store.create(batch([started]));
  await expect(store.append({ ...batch([begun]), epoch: -1 })).rejects.toThrow();
  expect(log.of("run")).toEqual([started]);
});

test("all else is the inner store's, private state and all", async () => {
  const inner = createMemoryStore();
  const { store } = logEvents(inner);
  await store.create(batch([started]));
  expect(await inner.getRun("run")).toMatchObject({ runId: "run" });
  expect(await store.listRuns()).toHaveLength(1);
  expect(store.durable).toBe(inner.durable);
});
