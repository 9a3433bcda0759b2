import { createBatchWriter, openRequest, textTurn } from "@holdpoint/testing/suites";
import { describe, expect, it } from "vitest";
import type { RunRecord, TurnRecord } from "./journal.ts";
import { createMemoryStore, type MemoryStore } from "./memory-store.ts";
import { type PruneOptions, pruneRuns } from "./prune-runs.ts";
import { measureRuns } from "./run-use.ts";
import { createRuns } from "./runs.ts";

const NOW = 1_000_000;
const clock = { now: () => NOW, schedule: () => () => undefined };

/** Runs that were last written at these times; `done` unless said otherwise. */
async function withRuns(...given: readonly Partial<RunRecord>[]) {
  const store = createMemoryStore();
  for (const [index, record] of given.entries()) {
    const runId = record.runId ?? `run-${index}`;
    const batch = createBatchWriter(runId).next();
    await store.create({ ...batch, record: { ...batch.record, status: "done", bytes: 100, ...record, runId } });
  }
  return { store, runs: createRuns({ store, agents: [] }) };
}

async function left(store: MemoryStore): Promise<readonly string[]> {
  return (await store.listRuns({ nested: true })).map(({ runId }) => runId).sort();
}

describe("pruneRuns", () => {
  it.each<[string, PruneOptions, readonly string[]]>([
    ["nothing without a limit", {}, ["run-0", "run-1", "run-2"]],
    ["by age, to the millisecond", { olderThanMs: 200 }, ["run-1", "run-2"]],
    ["by count, the oldest first", { keepAtMost: 1 }, ["run-2"]],
    ["by bytes, the oldest first", { maxBytes: 250 }, ["run-1", "run-2"]],
    ["all of them", { keepAtMost: 0 }, []],
    ["whatever passes one of several limits", { olderThanMs: 200, keepAtMost: 2, maxBytes: 150 }, ["run-2"]],
  ])("removes %s", async (_name, options, kept) => {
    const { store, runs } = await withRuns({ updatedAt: NOW - 201 }, { updatedAt: NOW - 200 }, { updatedAt: NOW });
    const dry = await pruneRuns(runs, { ...options, dryRun: true }, clock);
    expect(await left(store)).toEqual(["run-0", "run-1", "run-2"]);
    const report = await pruneRuns(runs, options, clock);
    expect(await left(store)).toEqual(kept);
    expect(report).toEqual(dry);
    expect(report.bytes).toBe(100 * (3 - kept.length));
  });

  it("never removes what waits for a person, is unfinished or cannot be judged, unless asked for it", async () => {
    const { store, runs } = await withRuns(
      { runId: "paused", status: "paused" },
      { runId: "interrupted", status: "running" },
      { runId: "newer", v: 2 },
      { runId: "done" },
    );
    const asking = createBatchWriter("asking").next({ requests: [openRequest("asking", "ask")] });
    await store.create({ ...asking, record: { ...asking.record, status: "failed" } });
    const report = await pruneRuns(runs, { keepAtMost: 0 }, clock);
    expect(report.removed.map(({ runId }) => runId)).toEqual(["done"]);
    expect(report.spared.map(({ runId }) => runId).sort()).toEqual(["asking", "interrupted", "newer", "paused"]);
    await pruneRuns(runs, { keepAtMost: 0, unfinished: true }, clock);
    expect(await left(store)).toEqual(["newer"]);
    expect(await store.listRequests()).toEqual([]);
  });

  it("never removes a run somebody drives, even when asked for unfinished ones", async () => {
    const { store, runs } = await withRuns({ runId: "driven", status: "running" }, { runId: "done" });
    const driver = store.fork();
    await driver.drive("driven");
    await driver.drive("done");
    const report = await pruneRuns(runs, { keepAtMost: 0, unfinished: true }, clock);
    expect(report.removed).toEqual([]);
    expect(await left(store)).toEqual(["done", "driven"]);
  });

  it("looks at each run once more in the moment it goes", async () => {
    const { store, runs } = await withRuns({ runId: "first" }, { runId: "second" });
    const drive = store.drive;
    store.drive = async (runId, options) => {
      const lease = await drive(runId, options);
      // A tab that was quicker: it has driven the run meanwhile.
      const record = await store.getRun(runId);
      if (runId === "second" && record !== undefined) {
        const batch = createBatchWriter(runId, { ...record, status: "running" }).next({
          facts: [{ type: "run.paused", requestIds: [] }],
        });
        await store.append(batch);
      }
      return lease;
    };
    const report = await pruneRuns(runs, { keepAtMost: 0 }, clock);
    expect(report.removed.map(({ runId }) => runId)).toEqual(["first"]);
    expect(await left(store)).toEqual(["second"]);
    expect(await store.isDriven("second")).toBe(false);
  });

  it("removes sub-agents' runs with the run they work for, and counts them as part of it", async () => {
    const { store, runs } = await withRuns(
      { runId: "parent", updatedAt: 1 },
      { runId: "child", updatedAt: NOW, parent: { runId: "parent", callId: "c", depth: 1 } },
      { runId: "other", updatedAt: 2 },
    );
    expect((await measureRuns(runs)).runs.map(({ record, bytes }) => [record.runId, bytes])).toEqual([
      ["parent", 200],
      ["other", 100],
    ]);
    await pruneRuns(runs, { maxBytes: 100 }, clock);
    expect(await left(store)).toEqual(["other"]);
  });

  it("keeps an attachment for as long as a run has it", async () => {
    const store = createMemoryStore();
    const runs = createRuns({ store, agents: [] });
    const blobs = [{ hash: "shared", blob: new Blob(["x"]) }];
    for (const [index, runId] of ["old", "new"].entries()) {
      const batch = createBatchWriter(runId).next({ blobs });
      await store.create({ ...batch, record: { ...batch.record, status: "done", updatedAt: index } });
    }
    await pruneRuns(runs, { keepAtMost: 1 }, clock);
    expect(await store.getBlob("shared")).toBeDefined();
    await pruneRuns(runs, { keepAtMost: 0 }, clock);
    expect(await store.getBlob("shared")).toBeUndefined();
  });

  it.each([{ olderThanMs: Number.NaN }, { keepAtMost: -1 }, { maxBytes: Number.NaN }])(
    "refuses %o",
    async (options) => {
      const { store, runs } = await withRuns({});
      await expect(pruneRuns(runs, options, clock)).rejects.toMatchObject({ code: "invalid-argument" });
      expect(await left(store)).toEqual(["run-0"]);
    },
  );
});

describe("measureRuns", () => {
  it("measures what was written before runs counted their bytes, attachments included", async () => {
    const store = createMemoryStore();
    const picture = { type: "image", mimeType: "image/png", blob: "a".repeat(64), bytes: 5_000 } as const;
    const turn: TurnRecord = {
      ...textTurn("run", 1),
      turn: { role: "USER", parts: [{ kind: "CONTENT", content: picture }] },
    };
    await store.create(createBatchWriter("run").next({ turns: [textTurn("run", 0, "x".repeat(1_000)), turn] }));
    const { bytes, runs, condition } = await measureRuns({ store });
    expect(bytes).toBeGreaterThan(6_000);
    expect(bytes).toBeLessThan(6_600);
    expect(runs).toHaveLength(1);
    expect(condition).toBeUndefined();
  });
});
