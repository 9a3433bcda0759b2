import { createMemoryStore, createRuns } from "@holdpoint/core";
import { createBatchWriter, textFact } from "@holdpoint/testing/suites";
import { expect, it, vi } from "vitest";
import { runListStoreOf } from "./run-list-store.ts";

it("reads again when a run moves on, not with every piece of text", async () => {
  const store = createMemoryStore();
  const listRuns = vi.spyOn(store, "listRuns");
  const runs = createRuns({ store, agents: [] });
  const writer = createBatchWriter("run");
  await store.create(writer.next());
  const list = runListStoreOf(runs, {});
  const stop = list.subscribe(() => undefined);
  const statuses = () => list.getState().value.map(({ status }) => status);
  await expect.poll(statuses).toEqual(["running"]);

  const read = listRuns.mock.calls.length;
  for (let piece = 0; piece < 20; piece += 1) {
    await store.append(writer.next({ facts: [textFact("word ")] }));
    await new Promise(requestAnimationFrame);
  }
  expect(listRuns.mock.calls.length).toBe(read);

  await store.append(writer.next({ record: { status: "done" } }));
  await expect.poll(statuses).toEqual(["done"]);
  stop();
  await runs.close();
});

it("of runs that something waits for, hears of what was said", async () => {
  const store = createMemoryStore();
  const runs = createRuns({ store, agents: [] });
  const writer = createBatchWriter("run", { status: "done" });
  await store.create(writer.next());
  const list = runListStoreOf(runs, { waiting: true });
  const stop = list.subscribe(() => undefined);
  const ids = () => list.getState().value.map(({ runId }) => runId);
  await expect.poll(() => list.getState().status).toBe("ready");
  expect(ids()).toEqual([]);

  await store.enqueue("run", { id: "said", type: "message", parts: [{ kind: "TEXT", text: "More." }], at: 1 });
  await expect.poll(ids).toEqual(["run"]);
  await store.append(writer.next({ consumed: ["said"] }));
  await expect.poll(ids).toEqual([]);
  stop();
  await runs.close();
});
