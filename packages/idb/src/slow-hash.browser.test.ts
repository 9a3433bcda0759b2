import {
  createAgentClient,
  createOpenAIWire,
  createRuns,
  createToolkit,
  defineTool,
  exportRuns,
  importRuns,
  type RunHandle,
  ToolResult,
} from "@holdpoint/core";
import { createScriptedModel } from "@holdpoint/testing";
import { beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase, dump } from "./test-database.fixture.ts";

/**
 * A transaction commits as soon as it waits for anything but its own requests (IndexedDB, "transaction lifetime"). A
 * hash that takes many turns of the event loop, while all is written that is to be, finds every place that would.
 */
const database = createTestDatabase("slow-hash");

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
/** How many tasks a hash takes: a transaction without a request is over after one. */
const TASKS = 25;

let hashes = 0;

beforeEach(() => {
  hashes = 0;
  const digest = crypto.subtle.digest.bind(crypto.subtle);
  vi.spyOn(crypto.subtle, "digest").mockImplementation(async (...given) => {
    hashes += 1;
    for (let task = 0; task < TASKS; task += 1) await new Promise((resolve) => setTimeout(resolve));
    return digest(...given);
  });
});

/** An agent that takes two pictures, and asks before it pays. */
function openPage() {
  const picture = { type: "image", mimeType: "image/png", data: PNG } as const;
  const shoot = (name: string) =>
    defineTool({ name, description: name, run: () => ToolResult.okWithParts(`${name} taken`, [picture]) });
  const pay = defineTool({
    name: "pay",
    description: "Pays",
    inputSchema: { type: "object", properties: { amount: { type: "number" } } },
    run: (args) => `paid ${JSON.stringify(args)}`,
  });
  const { fetch } = createScriptedModel({
    style: "openai",
    pace: { chunkMs: 1 },
    script: [
      {
        when: { user: "go" },
        reply: {
          text: "I take two pictures.",
          calls: [{ name: "front" }, { name: "back" }, { name: "pay", args: { amount: 1 } }],
        },
      },
      { when: { results: ["front", "back", "pay"] }, reply: "All done, and this text comes in pieces." },
    ],
  });
  const store = database.open();
  const runs = createRuns({
    store,
    agents: [
      {
        name: "shop",
        client: createAgentClient(createOpenAIWire({ baseUrl: "https://model.test/v1", model: "scripted", fetch })),
        toolkit: createToolkit({ extraTools: [shoot("front"), shoot("back"), pay] }),
        policy: ({ toolName }) => (toolName === "pay" ? { ask: { data: { editable: true } } } : "allow"),
      },
    ],
  });
  return { store, runs };
}

async function approve(run: RunHandle): Promise<void> {
  const { pending } = await run.settled();
  expect(await run.answer(pending[0]?.requestId ?? "", { ok: true })).toMatchObject({ accepted: true });
  await expect.poll(() => run.getView().status, { timeout: 20_000 }).toBe("done");
}

test("a hash that takes long delays what it is of and breaks nothing: every fact in order, each picture once", async () => {
  const { store, runs } = openPage();
  const run = await runs.start({
    agent: "shop",
    prompt: [
      { type: "text", text: "go" },
      { type: "image", mimeType: "image/png", data: PNG },
    ],
  });
  await approve(run);
  // The message's, those of two results, and what was approved, when it was asked and before it ran.
  expect(hashes).toBeGreaterThanOrEqual(5);
  const loaded = await store.load(run.runId);
  expect(loaded?.turns.map(({ turn }) => turn.role)).toEqual(["USER", "ASSISTANT", "TOOL", "ASSISTANT"]);
  const parts = loaded?.turns.flatMap(({ turn }) => turn.parts) ?? [];
  expect(parts.map(({ kind }) => kind)).toEqual([
    ...["TEXT", "CONTENT", "TEXT", "TOOL_CALL", "TOOL_CALL", "TOOL_CALL"],
    ...["TOOL_RESULT", "TOOL_RESULT", "TOOL_RESULT", "TEXT"],
  ]);
  expect(JSON.stringify(parts)).toContain('paid {\\"amount\\":1}');
  const kept = await dump(database.name);
  expect(kept.blobs).toHaveLength(1);
  await runs.close();
});

test("nor does it when a paused run goes into a file and comes back out of it", async () => {
  const { store, runs } = openPage();
  const run = await runs.start({ agent: "shop", prompt: "go" });
  await run.settled();
  const file: unknown = JSON.parse(JSON.stringify(await exportRuns(store, [run.runId])));
  const [copy = ""] = await importRuns(store, file);
  expect(copy).not.toBe(run.runId);
  await run.cancel();
  await approve(runs.open(copy));
  await runs.close();
});
