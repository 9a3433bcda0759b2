import { createMemoryStore, type JournalBatch, RECORD_VERSION, type RunEvent } from "@holdpoint/core";
import { describe, expect, test } from "vitest";
import { createFaultyStore } from "./faults.ts";

function started(runId = "run"): JournalBatch {
  const event: RunEvent = { type: "run.started", agent: "a", model: "m", runId, seq: 0, at: 0 };
  const usage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 };
  const record = {
    v: RECORD_VERSION,
    runId,
    agent: "a",
    model: "m",
    title: "t",
    status: "running",
    createdAt: 0,
    updatedAt: 0,
    turnCount: 0,
    nextSeq: 1,
    settledSeq: 0,
    usage,
    modelCalls: 0,
    epoch: 0,
  } as const;
  return { runId, epoch: 0, events: [event], record, strict: true };
}

/** Whether a promise is still open after everything that was ready has run. */
async function isOpen(promise: Promise<unknown>): Promise<boolean> {
  const later = new Promise((resolve) => setTimeout(resolve, 5, "open"));
  return (await Promise.race([promise.then(() => "settled"), later])) === "open";
}

describe("createFaultyStore", () => {
  test("without a fault it is the inner store", async () => {
    const { store, struck } = createFaultyStore(createMemoryStore());
    await store.create(started());
    expect(await store.getRun("run")).toMatchObject({ runId: "run" });
    expect(struck).toBe(false);
  });

  test.each([
    ["kill-before", undefined],
    ["kill-after", "run"],
  ] as const)("%s: the page never hears again, and the disk holds %s", async (kind, expected) => {
    const disk = createMemoryStore();
    const page = createFaultyStore(disk, { at: "run.started", kind });
    const creating = page.store.create(started());
    await page.whenStruck;
    expect(await isOpen(creating)).toBe(true);
    expect(await isOpen(page.store.getRun("run"))).toBe(true);
    expect((await disk.getRun("run"))?.runId).toBe(expected);
    expect(page.dead).toBe(true);
  });

  test.each([
    ["full", "store-full", undefined],
    ["closed", "store-closed", undefined],
    ["unavailable", "store-unavailable", undefined],
    ["unknown", "store-closed", "run"],
  ] as const)("%s: the page hears %s, and the disk holds %s", async (kind, code, expected) => {
    const disk = createMemoryStore();
    const page = createFaultyStore(disk, { at: "create", kind });
    await expect(page.store.create(started())).rejects.toMatchObject({ code });
    expect((await disk.getRun("run"))?.runId).toBe(expected);
    // Once: the page lives and may try again.
    expect(await page.store.listRuns()).toHaveLength(expected === undefined ? 0 : 1);
  });

  test("nth counts the times the place is reached", async () => {
    const page = createFaultyStore(createMemoryStore(), { at: "run.started", kind: "full", nth: 1 });
    await page.store.create(started("first"));
    await expect(page.store.create(started("second"))).rejects.toMatchObject({ code: "store-full" });
    await page.store.create(started("second"));
  });

  test("hang: no answer comes, and nothing else is harmed", async () => {
    const page = createFaultyStore(createMemoryStore(), { at: "getRun", kind: "hang" });
    await page.store.create(started());
    expect(await isOpen(page.store.getRun("run"))).toBe(true);
    expect(await page.store.getRun("run")).toMatchObject({ runId: "run" });
  });

  test("the lease of a dead page goes to the next", async () => {
    const disk = createMemoryStore();
    const first = createFaultyStore(disk);
    await first.store.create(started());
    const lease = await first.store.drive("run");
    const waiting = disk.drive("run");
    expect(await isOpen(waiting)).toBe(true);
    first.kill();
    expect((await waiting)?.epoch).toBeGreaterThan(lease?.epoch ?? 0);
  });

  test("a page that died while it waited for a lease keeps nobody from it", async () => {
    const disk = createMemoryStore();
    const first = createFaultyStore(disk);
    await first.store.create(started());
    await first.store.drive("run");
    const second = createFaultyStore(disk);
    const dead = second.store.drive("run");
    const third = disk.fork().drive("run");
    expect(await isOpen(third)).toBe(true);
    second.kill();
    first.kill();
    expect((await third)?.epoch).toBe(2);
    expect(await isOpen(dead)).toBe(true);
  });

  test("a dead page hears of no change", async () => {
    const disk = createMemoryStore();
    const page = createFaultyStore(disk);
    let heard = 0;
    page.store.subscribe(() => {
      heard += 1;
    });
    await disk.create(started("first"));
    expect(heard).toBeGreaterThan(0);
    const before = heard;
    page.kill();
    await disk.create(started("second"));
    expect(heard).toBe(before);
  });
});
