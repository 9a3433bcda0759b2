import { expect, test } from "vitest";
import { chunk, turnOf } from "../wire.fixture.ts";
import type { WireEvent } from "../wire.ts";
import { openaiDialect } from "./dialect.ts";
import { OpenAIReply } from "./stream.ts";

function read(payloads: readonly object[], broken = false): WireEvent[] {
  const reply = new OpenAIReply();
  const out: WireEvent[] = [];
  for (const payload of payloads) reply.read(payload as Record<string, unknown>, out);
  reply.close(out, broken);
  return out;
}
const call = (args: string, index = 0) => ({
  tool_calls: [{ index, id: `c${index}`, type: "function", function: { name: "f", arguments: args } }],
});
const finish = { type: "finish", finishReason: "stop" };
const messageOf = (payloads: readonly object[]) => openaiDialect.writeTurn(turnOf(read(payloads)), (id) => id)[0];

test("text comes as it comes, empty pieces are no events", () => {
  const payloads = [
    chunk({ role: "assistant", content: "" }),
    chunk({ content: "Hel" }),
    chunk({ content: null }),
    chunk({ content: "lo" }),
    chunk({}, "stop"),
  ];
  expect(read(payloads)).toEqual([
    { type: "text", part: 0, delta: "Hel" },
    { type: "text", part: 0, delta: "lo" },
    finish,
  ]);
});

test("only the first choice counts", () => {
  const payload = {
    choices: [
      { index: 1, delta: { content: "b" }, finish_reason: "length" },
      { index: 0, delta: { content: "a" }, finish_reason: "stop" },
    ],
  };
  expect(read([payload])).toEqual([{ type: "text", part: 0, delta: "a" }, finish]);
});

test("the last finish reason that is given is the one, and calls after it count", () => {
  const events = read([chunk({ content: "x" }, "stop"), chunk(call("{}"), "tool_calls"), chunk({}, null)]);
  expect(events.map(({ type }) => type)).toEqual(["text", "call", "finish"]);
  expect(events.at(-1)).toMatchObject({ finishReason: "tool_calls" });
});

test.each([
  ["no JSON", ['{"a":'], [true]],
  ["nothing, where the cut may have come first", [""], [true]],
  ["nothing, with another call after it", ["", "{}"], [undefined, undefined]],
  ["whole JSON", ['{"a":1}'], [undefined]],
  ["whole JSON, then no JSON", ['{"a":1}', '{"b"'], [undefined, true]],
])("a token limit inside arguments: %s", (_what, args, incomplete) => {
  const payloads = [...args.map((text, index) => chunk(call(text, index))), chunk({}, "length")];
  const calls = read(payloads).filter((event) => event.type === "call");
  expect(calls.map((event) => event.incomplete)).toEqual(incomplete);
});

test("arguments that are no JSON in a reply that was not cut are the tool's to refuse", () => {
  expect(read([chunk(call('{"a":')), chunk({}, "tool_calls")])[0]).not.toHaveProperty("incomplete");
});

test("what a broken stream left of a call is told, and has no end", () => {
  expect(read([chunk({ content: "x" }), chunk(call('{"a":'))], true)).toEqual([
    { type: "text", part: 0, delta: "x" },
    { type: "call", part: 1, id: "c0", name: "f", rawArgs: '{"a":', incomplete: true },
  ]);
});

test.each(["reasoning_content", "reasoning"])("thinking by the name of %s goes back under it", (field) => {
  const payloads = [chunk({ [field]: "Hm" }), chunk({ [field]: "m." }), chunk(call("{}")), chunk({}, "tool_calls")];
  expect(read(payloads)[0]).toEqual({ type: "reasoning", part: 0, delta: "Hm" });
  expect(messageOf(payloads)).toMatchObject({ role: "assistant", content: null, [field]: "Hmm.", tool_calls: [{}] });
});

test("thinking by two names at once is told once", () => {
  const events = read([chunk({ reasoning: "Hm", reasoning_content: "Hm" }), chunk({}, "stop")]);
  expect(events.filter((event) => event.type === "reasoning" && event.delta !== "")).toHaveLength(1);
});

test("reasoning_details are joined where they are pieces of one, and go back", () => {
  const piece = (text: string) =>
    chunk({ reasoning: text, reasoning_details: [{ type: "reasoning.text", text, index: 0, format: "f" }] });
  const sealed = { type: "reasoning.encrypted", data: "e1", index: 1 };
  const payloads = [
    piece("a"),
    piece("b"),
    chunk({ reasoning_details: [sealed, { ...sealed, data: "e2" }] }),
    chunk({ content: "x" }, "stop"),
  ];
  expect(messageOf(payloads)).toEqual({
    role: "assistant",
    content: "x",
    reasoning: "ab",
    reasoning_details: [
      { type: "reasoning.text", text: "ab", index: 0, format: "f" },
      sealed,
      { ...sealed, data: "e2" },
    ],
  });
});

test("sealed thinking alone goes back too, and shows nothing", () => {
  const details = [{ type: "reasoning.encrypted", data: "e" }];
  const payloads = [chunk({ content: "", reasoning_details: details }), chunk(call("{}")), chunk({}, "tool_calls")];
  expect(read(payloads).filter((event) => event.type === "reasoning" && event.delta)).toEqual([]);
  expect(messageOf(payloads)).toMatchObject({ content: null, reasoning_details: details });
});

test("content that comes as blocks: text is text, thinking is not", () => {
  const thinking = { type: "thinking", thinking: [{ type: "text", text: "Hm" }] };
  const payloads = [
    chunk({ content: [thinking] }),
    chunk({ content: [{ type: "text", text: "Hi" }] }),
    chunk({}, "stop"),
  ];
  expect(read(payloads).slice(0, 2)).toEqual([
    { type: "reasoning", part: 0, delta: "Hm" },
    { type: "text", part: 1, delta: "Hi" },
  ]);
  expect(messageOf(payloads)?.content).toEqual([thinking, { type: "text", text: "Hi" }]);
});

test("a refusal is not the answer's text; it stands in the message", () => {
  const payloads = [chunk({ refusal: "I " }), chunk({ refusal: "cannot." }), chunk({}, "stop")];
  expect(read(payloads).some((event) => event.type === "text")).toBe(false);
  expect(messageOf(payloads)).toEqual({ role: "assistant", content: null, refusal: "I cannot." });
});

test("of sound the id and the words are kept, the sound itself is not", () => {
  const payloads = [
    chunk({ audio: { id: "au", data: "AAAA", transcript: "Hel" } }),
    chunk({ audio: { data: "BBBB", transcript: "lo" } }),
    chunk({}, "stop"),
  ];
  expect(messageOf(payloads)?.audio).toEqual({ id: "au", transcript: "Hello" });
});

test("keys that come with a call go back with it, under the id the run gave it", () => {
  const extra_content = { google: { thought_signature: "s" } };
  const payloads = [
    chunk({ tool_calls: [{ index: 0, id: "", extra_content, function: { name: "f", arguments: "{}" } }] }),
    chunk({}, "stop"),
  ];
  const turn = turnOf(read(payloads));
  const [message] = openaiDialect.writeTurn(turn, () => "mine");
  expect(message?.tool_calls).toEqual([
    { id: "mine", type: "function", function: { name: "f", arguments: "{}" }, extra_content },
  ]);
});

test("function_call, the older form, is a call like any other", () => {
  const payloads = [
    chunk({ function_call: { name: "f", arguments: '{"a"' } }),
    chunk({ function_call: { arguments: ":1}" } }),
    chunk({}, "function_call"),
  ];
  expect(read(payloads)[0]).toEqual({ type: "call", part: 0, id: "", name: "f", rawArgs: '{"a":1}' });
});

test("usage is the last report, wherever it stands", () => {
  const usage = (count: number) => ({ prompt_tokens: 1, completion_tokens: count, total_tokens: count + 1 });
  const payloads = [
    { ...chunk({ content: "x" }), usage: usage(1) },
    { ...chunk({}, "stop"), usage: null },
    { choices: [], x_groq: { usage: usage(2) } },
  ];
  expect(read(payloads).find((event) => event.type === "usage")?.usage.completionTokens).toBe(2);
  expect(read([chunk({ content: "x" }, "stop")]).some(({ type }) => type === "usage")).toBe(false);
});

test.each([
  [{}],
  [{ choices: null }],
  [{ choices: [null, 1, "x"] }],
  [{ choices: [{ index: 0 }] }],
  [chunk({ tool_calls: [null, 3, { function: "x" }] })],
  [chunk({ content: [null, 5] })],
])("%j throws nothing", (payload) => {
  expect(() => read([payload])).not.toThrow();
});
