import { expect, test } from "vitest";
import { createToolkit } from "../toolkit/toolkit.ts";
import { createClient } from "./client.ts";
import { createMemoryStore } from "./memory-store.ts";
import { createRuns } from "./runs.ts";

const deltas = Array.from({ length: 2_000 }, (_, index) => `word${index} `);

function burst(): Response {
  const events = deltas.map((content) => ({ choices: [{ index: 0, delta: { content }, finish_reason: null }] }));
  const end = { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] };
  const lines = [...events, end].map((event) => `data: ${JSON.stringify(event)}\n\n`);
  return new Response(`${lines.join("")}data: [DONE]\n\n`, { headers: { "content-type": "text/event-stream" } });
}

const client = createClient({
  baseUrl: "https://model.test/v1",
  style: "openai",
  model: "m",
  fetch: async () => burst(),
});

test("a burst moves a run on once a moment, not once a delta, and nothing of it is missing", async () => {
  const runs = createRuns({
    store: createMemoryStore(),
    agents: [{ name: "writer", client, toolkit: createToolkit() }],
  });
  const run = await runs.start({ agent: "writer", prompt: "go" });
  let told = 0;
  run.subscribe(() => {
    told += 1;
  });
  const view = await run.settled();
  expect(view.turns.at(-1)?.parts).toEqual([{ kind: "TEXT", text: deltas.join("") }]);
  expect(told).toBeLessThan(100);
  await runs.close();
});

test("who streams from a client hears each delta of a burst", async () => {
  const heard: string[] = [];
  for await (const event of client.stream("go")) if (event.type === "text") heard.push(event.delta);
  expect(heard).toEqual(deltas);
});
