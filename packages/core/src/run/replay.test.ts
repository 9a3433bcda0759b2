import { createScriptedModel, createVirtualClock } from "@holdpoint/testing";
import { expect, it } from "vitest";
import type { RunEvent } from "../contracts/run-event.ts";
import { defineTool } from "../toolkit/define-tool.ts";
import { createToolkit } from "../toolkit/toolkit.ts";
import { createClient } from "./client.ts";
import type { JournalBatch, JournalStore } from "./journal.ts";
import { createMemoryStore } from "./memory-store.ts";
import { type RunPast, replay } from "./replay.ts";
import { createRuns } from "./runs.ts";
import type { RunView } from "./view.ts";

/** A run that asked, was answered and ended: every event of it, the store, and its last view. */
async function playedRun(): Promise<{ events: readonly RunEvent[]; store: JournalStore; view: RunView }> {
  const store = createMemoryStore();
  const events: RunEvent[] = [];
  const keep = (write: "create" | "append") => {
    const inner = store[write].bind(store);
    store[write] = async (batch: JournalBatch) => {
      await inner(batch);
      events.push(...batch.events);
    };
  };
  keep("create");
  keep("append");
  const model = createScriptedModel({
    script: [
      { reply: { text: "I will look.", calls: [{ name: "refund", args: { order: "A-17" } }] } },
      { when: { results: ["refund"] }, reply: "It is done." },
    ],
  });
  const refund = defineTool({ name: "refund", description: "Refunds", inputSchema: {}, run: () => "refunded" });
  const client = createClient({ baseUrl: "https://model.test/v1", style: "openai", model: "m", fetch: model.fetch });
  const toolkit = createToolkit({ extraTools: [refund] });
  const runs = createRuns({
    store,
    agents: [{ name: "shop", client, toolkit, policy: () => "ask" }],
    clock: createVirtualClock(1_000),
  });
  const run = await runs.start({ agent: "shop", prompt: "Refund A-17", runId: "run" });
  const stop = run.subscribe(() => undefined);
  const { pending } = await run.settled();
  await run.answer(pending[0]?.requestId ?? "", { ok: true });
  const view = await run.settled();
  stop();
  return { events, store, view };
}

async function pastOf(store: JournalStore, events: readonly RunEvent[]): Promise<RunPast> {
  const snapshot = await store.load("run");
  if (snapshot === undefined) throw new Error("the run is gone");
  return { record: snapshot.record, turns: snapshot.turns, events };
}

/** What became of the call, and what was said last, at one moment. */
function momentOf({ status, turns, pending }: RunView) {
  const parts = turns.flatMap((turn) => turn.parts);
  const call = parts.find((part) => part.kind === "TOOL_CALL");
  const said = parts.filter((part) => part.kind === "TEXT").at(-1);
  return { status, call: call?.state, said: said?.text, pending: pending.length };
}

it("shows the run as it stood after each event, and ends in the present", async () => {
  const { events, store, view } = await playedRun();
  const past = await pastOf(store, events);
  const { steps, viewAt } = replay(past);
  expect(steps).toHaveLength(events.length);
  const after = (type: RunEvent["type"]) => momentOf(viewAt(events.findIndex((event) => event.type === type)));
  expect(after("call.requested")).toMatchObject({ status: "running", call: "waiting" });
  expect(after("request.raised")).toMatchObject({ call: "asking" });
  expect(after("run.paused")).toEqual({ status: "paused", call: "asking", said: "I will look.", pending: 0 });
  expect(after("call.started")).toMatchObject({ status: "running", call: "running" });
  expect(after("call.finished")).toMatchObject({ call: "done" });
  const last = viewAt(steps.length - 1);
  expect(last.turns).toEqual(view.turns);
  expect(last).toMatchObject({ status: "done", usage: view.usage });
});

it("takes a whole turn as one step where its events are folded away", async () => {
  const { store, view } = await playedRun();
  const { steps, viewAt } = replay(await pastOf(store, []));
  expect(steps.map(({ kind }) => kind)).toEqual(["turn", "turn", "turn", "turn"]);
  expect(momentOf(viewAt(0))).toEqual({ status: "running", call: undefined, said: "Refund A-17", pending: 0 });
  expect(momentOf(viewAt(1))).toMatchObject({ call: "waiting", said: "I will look." });
  expect(momentOf(viewAt(3))).toEqual({ status: "done", call: "done", said: "It is done.", pending: 0 });
  expect(viewAt(3).usage).toEqual(view.usage);
});

it("begins with whole turns where the events do not reach back to the start, and never in the middle of one", async () => {
  const { events, store, view } = await playedRun();
  const past = await pastOf(store, []);
  for (let from = 0; from < events.length; from += 1) {
    const { steps, viewAt } = replay({ ...past, events: events.slice(from) });
    const first = steps.find(({ kind }) => kind === "event");
    if (from > 0 && first?.kind === "event") {
      expect(["turn.started", "run.finished"]).toContain(first.event.type);
    }
    expect(viewAt(steps.length - 1).turns.map(({ parts }) => parts)).toEqual(view.turns.map(({ parts }) => parts));
  }
});

it("counts events from the last gap on: what was missed is not guessed", async () => {
  const { events, store } = await playedRun();
  const past = await pastOf(store, events);
  const hole = events.findIndex(({ type }) => type === "call.started");
  const { steps } = replay({ ...past, events: events.filter((_, index) => index !== hole) });
  const kept = steps.filter(({ kind }) => kind === "event").length;
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThan(events.length - hole);
});

it("looking changes nothing: an earlier step gives the same view after a later one", async () => {
  const { events, store } = await playedRun();
  const before = JSON.stringify(await store.load("run"));
  const { steps, viewAt } = replay(await pastOf(store, events));
  const early = JSON.stringify(viewAt(4));
  viewAt(steps.length - 1);
  expect(JSON.stringify(viewAt(4))).toBe(early);
  expect(JSON.stringify(await store.load("run"))).toBe(before);
});
