import { createVirtualClock } from "@holdpoint/testing";
import { createBatchWriter } from "@holdpoint/testing/suites";
import { describe, expect, it } from "vitest";
import type { RunFact } from "../contracts/run-event.ts";
import { initialTranscript } from "../loop/transcript.ts";
import type { JournalBatch } from "./journal.ts";
import { JournalWriter, TEXT_FLUSH_MS } from "./journal-writer.ts";
import { createMemoryStore } from "./memory-store.ts";

/** A writer in the middle of a model's turn, and what it has written. */
async function streaming() {
  const clock = createVirtualClock();
  const store = createMemoryStore();
  const batches: JournalBatch[] = [];
  const { record } = createBatchWriter("run");
  await store.create({ runId: "run", epoch: 0, events: [], record, strict: true });
  const lease = await store.drive("run");
  const writer = new JournalWriter({
    store: {
      ...store,
      append: async (batch) => {
        await store.append(batch);
        batches.push(batch);
      },
    },
    clock,
    epoch: lease?.epoch ?? 0,
    record,
    transcript: initialTranscript(),
    requests: [],
    onFacts: () => undefined,
  });
  await writer.emit([{ type: "turn.started", turn: 0, role: "ASSISTANT" }]);
  batches.length = 0;
  return { clock, writer, batches, texts: () => batches.map(({ events }) => events.map(textOf).join("")) };
}

function text(text: string): RunFact {
  return { type: "text.appended", turn: 0, part: 0, text };
}

function textOf(fact: RunFact): string {
  return fact.type === "text.appended" ? fact.text : fact.type;
}

describe("text of the journal", () => {
  it("is written once a while, whatever number of deltas it came in", async () => {
    const { clock, writer, texts } = await streaming();
    for (let delta = 0; delta < 500; delta += 1) writer.emit([text("x")]);
    await clock.advance(TEXT_FLUSH_MS);
    expect(texts()).toEqual(["x".repeat(500)]);
  });

  it("that is late, since the browser holds the page's timers back, goes out with the next of it", async () => {
    const { clock, writer, texts } = await streaming();
    writer.emit([text("a")]);
    // Time goes by and no timer is called.
    clock.setNow(clock.now() + 60_000);
    for (const late of ["b", "c"]) writer.emit([text(late)]);
    await expect.poll(texts).toEqual(["abc"]);
    expect(clock.scheduled).toBe(0);
  });

  it("that waits goes out at once when the page goes out of sight", async () => {
    const { clock, writer, texts } = await streaming();
    writer.emit([text("a")]);
    writer.writeText();
    await expect.poll(texts).toEqual(["a"]);
    expect(clock.scheduled).toBe(0);
  });
});
