import { createScriptedModel, type Script } from "@holdpoint/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defineTool } from "../toolkit/define-tool.ts";
import { createToolkit } from "../toolkit/toolkit.ts";
import { createClient } from "./client.ts";
import type { StreamEvent } from "./stream-event.ts";

const echo = defineTool({
  name: "echo",
  description: "echo",
  inputSchema: { type: "object" },
  run: (args) => JSON.stringify(args),
});
const toolkit = createToolkit({ extraTools: [echo] });

const texts = fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 });
const args = fc.dictionary(fc.string({ maxLength: 4 }), fc.string({ unit: "grapheme", maxLength: 8 }), { maxKeys: 3 });
const conversations = fc.record({
  style: fc.constantFrom("openai", "anthropic"),
  text: texts,
  calls: fc.array(args, { minLength: 1, maxLength: 3 }),
  end: texts,
});

/** The events of one stream: text joined, since where it is cut is the network's affair. */
async function listen(
  { style, text, calls, end }: typeof conversations extends fc.Arbitrary<infer Value> ? Value : never,
  chunkBytes: number | "random" | undefined,
  seed: number,
): Promise<readonly unknown[]> {
  const script: Script = [
    {
      when: { user: "go" },
      reply: { text, calls: calls.map((each, index) => ({ name: "echo", args: each, id: `c${index}` })) },
    },
    { when: { results: calls.map(() => "echo") }, reply: end },
  ];
  const model = createScriptedModel({ script, style, seed, ...(chunkBytes && { pace: { chunkBytes } }) });
  const client = createClient({ style, baseUrl: "https://model.test/v1", model: "m", fetch: model.fetch });
  const told: unknown[] = [];
  let words = "";
  for await (const event of client.stream("go", { toolkit }) as AsyncIterable<StreamEvent>) {
    if (event.type === "text") {
      words += event.delta;
      continue;
    }
    if (words !== "") told.push(words);
    words = "";
    told.push(event);
  }
  return told;
}

describe("a stream", () => {
  it("means the same however the network cuts it", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(conversations, fc.integer({ min: 1, max: 9 }), fc.nat(), async (conversation, chunk, seed) => {
        const whole = await listen(conversation, undefined, 1);
        expect(whole[0]).toBe(conversation.text);
        expect(await listen(conversation, chunk, 1)).toEqual(whole);
        expect(await listen(conversation, "random", seed)).toEqual(whole);
      }),
      { numRuns: 40 },
    );
  });
});
