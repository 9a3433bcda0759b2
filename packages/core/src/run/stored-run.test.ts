import { expect, test } from "vitest";
import type { JournalStore, TurnRecord } from "./journal.ts";
import { createMemoryStore } from "./memory-store.ts";
import { StoredRun } from "./stored-run.ts";

const runId = "run";

/** A store with a run of so many turns, and what was read of them since it was asked last. */
function openStore(count: number) {
  const store = createMemoryStore();
  let total = 0;
  let read = 0;
  const counted = async (turns: Promise<readonly TurnRecord[]>) => {
    read += (await turns).length;
    return turns;
  };
  const spied: JournalStore = {
    ...store,
    async load(id, options) {
      const snapshot = await store.load(id, options);
      read += snapshot?.turns.length ?? 0;
      return snapshot;
    },
    loadTurns: (...given) => counted(store.loadTurns(...given)),
  };

  async function settle(more: number): Promise<void> {
    const turns = Array.from({ length: more }, (_, index) => ({
      v: 1,
      runId,
      index: total + index,
      at: 1_000 + total + index,
      turn: { role: "USER", parts: [{ kind: "TEXT", text: `${total + index}` }] } as const,
    }));
    total += more;
    const record = {
      v: 1,
      runId,
      agent: "a",
      model: "m",
      title: "",
      status: "done",
      createdAt: 0,
      updatedAt: 0,
      turnCount: total,
      nextSeq: 0,
      settledSeq: 0,
      usage: { promptTokens: 0, completionTokens: 0, totalTokens: 0 },
      modelCalls: 0,
      epoch: 0,
    } as const;
    const batch = { runId, epoch: 0, events: [], record, turns, strict: false };
    await (total === more ? store.create(batch) : store.append(batch));
  }
  const readSince = (): number => {
    const since = read;
    read = 0;
    return since;
  };
  return { spied, settle, readSince, begin: () => settle(count) };
}

const texts = ({ transcript }: StoredRun) =>
  transcript.turns.map(({ parts }) => (parts[0]?.kind === "TEXT" ? parts[0].text : ""));

test("a run that shows many turns does not read them again with each change, and they stay the same objects", async () => {
  const { spied, settle, readSince, begin } = openStore(300);
  await begin();
  const run = new StoredRun(runId, spied);
  await run.read();
  while (await run.readOlder());
  await run.read();
  expect(texts(run)).toEqual(Array.from({ length: 300 }, (_, index) => `${index}`));
  const before = run.transcript.turns;
  readSince();
  await settle(2);
  await run.read();
  expect(readSince()).toBeLessThan(20);
  expect(texts(run).slice(-3)).toEqual(["299", "300", "301"]);
  expect(run.transcript.turns.slice(0, 300).every((turn, index) => turn === before[index])).toBe(true);
  expect(run.at(301)).toBe(1_301);
});

test("what was missed in between is read as well, without a gap", async () => {
  const { spied, settle, begin } = openStore(60);
  await begin();
  const run = new StoredRun(runId, spied);
  await run.read();
  await settle(40);
  await run.read();
  expect(texts(run)).toEqual(Array.from({ length: 90 }, (_, index) => `${index + 10}`));
});

test("where very much was missed, the last of it is shown, and older turns can be read", async () => {
  const { spied, settle, begin } = openStore(10);
  await begin();
  const run = new StoredRun(runId, spied);
  await run.read();
  await settle(500);
  await run.read();
  expect(texts(run).at(-1)).toBe("509");
  expect(run.transcript.firstIndex).toBeGreaterThan(400);
  expect(await run.readOlder()).toBe(true);
});
