import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { checkRecordings } from "./recorded.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Checks one recording that is written to a folder of its own. */
async function check(body: string, entry: Record<string, unknown>): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "recorded-"));
  folders.push(folder);
  writeFileSync(join(folder, "one"), body);
  writeFileSync(join(folder, "index.json"), JSON.stringify([{ file: "one", status: 200, headers: {}, ...entry }]));
  const [result] = await checkRecordings(folder);
  return result?.problems ?? ["no result"];
}

const sse = (payloads: readonly object[], end = "data: [DONE]\n\n"): string =>
  payloads.map((payload) => `data: ${JSON.stringify(payload)}\n\n`).join("") + end;
const chunk = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});

const openaiStream = sse([
  chunk({ reasoning_content: "Hm, Ž" }),
  chunk({ content: "Let me löok. " }),
  chunk({ tool_calls: [{ index: 0, id: "c1", type: "function", function: { name: "look", arguments: '{"at":' } }] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '"it"}' } }] }),
  chunk({}, "tool_calls"),
  { choices: [], usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 9 } },
]);
const openaiExpected = {
  text: "Let me löok. ",
  reasoning: "Hm, Ž",
  toolCalls: [{ id: "c1", name: "look", arguments: { at: "it" } }],
  finishReason: "tool_calls",
  usage: { promptTokens: 3, completionTokens: 4, totalTokens: 9 },
};
const openai = { style: "openai", transport: "sse" };

const anthropicReply = {
  role: "assistant",
  content: [
    { type: "server_tool_use", id: "s1", name: "web_search", input: { query: "x" } },
    { type: "web_search_tool_result", tool_use_id: "s1", content: [] },
    { type: "text", text: "Found." },
  ],
  stop_reason: "end_turn",
  usage: { input_tokens: 5, output_tokens: 2, cache_read_input_tokens: 7 },
};
const anthropicExpected = {
  text: "Found.",
  toolCalls: [],
  finishReason: "end_turn",
  usage: { promptTokens: 5, completionTokens: 2, totalTokens: 7, cacheReadTokens: 7 },
  serverTools: ["web_search"],
};
const anthropic = { style: "anthropic", transport: "json" };

describe("a recording that says what is there passes", () => {
  test("streamed, with thinking and a call", async () => {
    expect(await check(openaiStream, { ...openai, networkChunks: [20, 30, 40], expected: openaiExpected })).toEqual([]);
  });

  test("whole, with a tool the provider ran", async () => {
    expect(await check(JSON.stringify(anthropicReply), { ...anthropic, expected: anthropicExpected })).toEqual([]);
  });

  test("an HTTP error with its words", async () => {
    const expected = { error: { status: 401, type: "auth", message: "no such key" } };
    const body = JSON.stringify({ error: { type: "auth", message: "no such key" } });
    expect(await check(body, { ...anthropic, status: 401, expected })).toEqual([]);
  });

  test("a stream that was cut inside the arguments of a call", async () => {
    const cut = openaiStream.slice(0, openaiStream.indexOf('"it\\"}'));
    const call = { id: "c1", name: "look", arguments: {}, argumentsRaw: '{"at":', incomplete: true };
    const expected = { ...openaiExpected, toolCalls: [call], finishReason: null, usage: null };
    expect(await check(cut, { ...openai, expected: { ...expected, error: { kind: "stream-ended-early" } } })).toEqual(
      [],
    );
  });
});

describe("a recording that says something else fails", () => {
  const [call] = openaiExpected.toolCalls;
  test.each([
    ["text", { text: "Let me look. " }],
    ["reasoning", { reasoning: "Hm" }],
    ["finishReason", { finishReason: "stop" }],
    ["usage", { usage: { promptTokens: 3, completionTokens: 4, totalTokens: 7 } }],
    ["no usage", { usage: null }],
    ["one call fewer", { toolCalls: [] }],
    ["the id of a call", { toolCalls: [{ ...call, id: "c2" }] }],
    ["the name of a call", { toolCalls: [{ ...call, name: "see" }] }],
    ["the arguments of a call", { toolCalls: [{ ...call, arguments: { at: "IT" } }] }],
    ["a call that must not run", { toolCalls: [{ ...call, incomplete: true }] }],
    ["a refusal", { refusal: "no" }],
    ["sound", { audioTranscript: "hello" }],
    ["an error", { error: { message: "broken" } }],
  ])("%s", async (_name, change) => {
    expect(await check(openaiStream, { ...openai, expected: { ...openaiExpected, ...change } })).not.toEqual([]);
  });

  test.each([
    ["a tool the provider ran", { serverTools: [] }],
    ["tokens read from the cache", { usage: { ...anthropicExpected.usage, cacheReadTokens: 8 } }],
  ])("%s", async (_name, change) => {
    const entry = { ...anthropic, expected: { ...anthropicExpected, ...change } };
    expect(await check(JSON.stringify(anthropicReply), entry)).not.toEqual([]);
  });

  test.each([
    ["the status of an error", { status: 403, message: "no such key" }],
    ["the words of an error", { status: 401, message: "wrong key" }],
    ["the type of an error", { status: 401, type: "forbidden" }],
  ])("%s", async (_name, error) => {
    const body = JSON.stringify({ error: { type: "auth", message: "no such key" } });
    expect(await check(body, { ...anthropic, status: 401, expected: { error } })).not.toEqual([]);
  });
});

describe("an exchange", () => {
  const ask = { role: "user", content: "Go" };
  const thought = { type: "thinking", thinking: "Hm", signature: "sig" };
  const use = { type: "tool_use", id: "t1", name: "look", input: {} };
  const result = { type: "tool_result", tool_use_id: "t1", content: "seen" };
  const turns = (back: readonly object[], given: object = result) => [
    {
      request: { messages: [ask] },
      response: { status: 200, json: { role: "assistant", content: [thought, use], stop_reason: "tool_use" } },
      expected: { toolCalls: [{ id: "t1", name: "look", arguments: {} }] },
    },
    {
      request: { messages: [ask, { role: "assistant", content: back }, { role: "user", content: [given] }] },
      response: {
        status: 200,
        json: { role: "assistant", content: [{ type: "text", text: "ok" }], stop_reason: "end_turn" },
      },
      expected: { text: "ok" },
    },
  ];
  const entry = { style: "anthropic", transport: "exchange" };

  test("passes when the next request carries back what the real client sent back", async () => {
    expect(await check(JSON.stringify(turns([thought, use])), entry)).toEqual([]);
  });

  test("fails when a signature, a call or a thought is another one", async () => {
    for (const back of [
      [{ ...thought, signature: "other" }, use],
      [thought, { ...use, id: "t2" }],
    ]) {
      expect(
        await check(JSON.stringify(turns(back, { ...result, tool_use_id: (back[1] as typeof use).id })), entry),
      ).not.toEqual([]);
    }
  });
});
