import { createScriptedModel } from "@holdpoint/testing";
import { expect, it } from "vitest";
import type { RunEvent } from "../contracts/run-event.ts";
import { defineTool } from "../toolkit/define-tool.ts";
import { createToolkit } from "../toolkit/toolkit.ts";
import { createClient } from "./client.ts";
import type { JournalBatch } from "./journal.ts";
import { createMemoryStore } from "./memory-store.ts";
import { createRuns } from "./runs.ts";

it("what a person was asked and said, and that a tool is entered, waits for the disk itself; what the model says does not", async () => {
  const store = createMemoryStore();
  const batches: JournalBatch[] = [];
  const model = createScriptedModel({
    style: "openai",
    script: [
      { when: { user: "go" }, reply: { text: "Working.", calls: [{ name: "refund" }] } },
      { when: { results: ["refund"] }, reply: "All done." },
    ],
  });
  const client = createClient({ baseUrl: "https://m.test/v1", style: "openai", model: "scripted", fetch: model.fetch });
  const refund = defineTool({ name: "refund", description: "Refunds", run: () => "refunded" });
  const append = (batch: JournalBatch): Promise<void> => {
    batches.push(batch);
    return store.append(batch);
  };
  const toolkit = createToolkit({ extraTools: [refund] });
  const runs = createRuns({
    store: { ...store, append },
    agents: [{ name: "shop", client, toolkit, policy: () => "ask" }],
  });
  const run = await runs.start({ agent: "shop", prompt: "go" });
  const { pending } = await run.settled();
  await run.answer(pending[0]?.requestId ?? "", { ok: true });
  await expect.poll(() => run.getView().status).toBe("done");
  await runs.close();

  const typesOf = (isStrict: boolean): readonly string[] =>
    batches.filter(({ strict }) => strict === isStrict).flatMap(({ events }) => events.map(({ type }) => type));
  expect(typesOf(true)).toEqual(expect.arrayContaining(["request.raised", "request.answered", "call.started"]));
  expect(typesOf(false)).toEqual(expect.arrayContaining(["text.appended", "call.finished"]));
  for (const type of ["request.raised", "request.answered", "call.started"]) expect(typesOf(false)).not.toContain(type);
  expect(typesOf(true)).not.toContain("text.appended");
});

it("the last answer, what it cost and the end of the run are one step, of which nobody sees a half", async () => {
  const store = createMemoryStore();
  const batches: (readonly RunEvent["type"][])[] = [];
  const usage = { promptTokens: 3, completionTokens: 2, totalTokens: 5 };
  const model = createScriptedModel({ style: "openai", script: [{ reply: { text: "Hello.", usage } }] });
  const client = createClient({ baseUrl: "https://m.test/v1", style: "openai", model: "scripted", fetch: model.fetch });
  const append = (batch: JournalBatch): Promise<void> => {
    batches.push(batch.events.map(({ type }) => type));
    return store.append(batch);
  };
  const runs = createRuns({
    store: { ...store, append },
    agents: [{ name: "shop", client, toolkit: createToolkit() }],
  });
  const run = await runs.start({ agent: "shop", prompt: "go" });
  const seen = new Set<string>();
  run.subscribe(() => {
    const { status, turns } = run.getView();
    if (turns.length === 2) seen.add(`${status}, ${turns[1]?.settled ? "settled" : "open"}`);
  });
  expect(await run.settled()).toMatchObject({ status: "done", usage });
  await runs.close();

  expect(batches.at(-1)).toEqual(["text.appended", "usage.added", "turn.finished", "run.finished"]);
  expect([...seen]).toEqual(["running, open", "done, settled"]);
});
