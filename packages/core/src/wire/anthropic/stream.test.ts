import { expect, test } from "vitest";
import { turnOf } from "../wire.fixture.ts";
import type { WireEvent } from "../wire.ts";
import { anthropicDialect } from "./dialect.ts";
import { AnthropicReply } from "./stream.ts";

function read(payloads: readonly object[], broken = false): WireEvent[] {
  const reply = new AnthropicReply();
  const out: WireEvent[] = [];
  for (const payload of payloads) reply.read(payload as Record<string, unknown>, out);
  reply.close(out, broken);
  return out;
}
const start = (index: number, content_block: object) => ({ type: "content_block_start", index, content_block });
const delta = (index: number, change: object) => ({ type: "content_block_delta", index, delta: change });
const stop = (index: number) => ({ type: "content_block_stop", index });
const end = (stop_reason: string, usage?: object) => [
  { type: "message_delta", delta: { stop_reason }, usage },
  { type: "message_stop" },
];
const contentOf = (payloads: readonly object[]) =>
  anthropicDialect.writeTurn(turnOf(read(payloads)), (id) => id)[0]?.content;
const use = (id: string) => ({ type: "tool_use", id, name: "f", input: {} });
const json = (text: string) => ({ type: "input_json_delta", partial_json: text });

test("text, a call, and the end", () => {
  const payloads = [
    { type: "message_start", message: { usage: { input_tokens: 20, output_tokens: 1 } } },
    start(0, { type: "text", text: "" }),
    { type: "ping" },
    delta(0, { type: "text_delta", text: "Let me " }),
    delta(0, { type: "text_delta", text: "see." }),
    stop(0),
    start(1, use("t1")),
    delta(1, json("")),
    delta(1, json('{"city": "Be')),
    delta(1, json('rn"}')),
    stop(1),
    ...end("tool_use", { output_tokens: 9 }),
  ];
  expect(read(payloads)).toEqual([
    { type: "text", part: 0, delta: "Let me " },
    { type: "text", part: 0, delta: "see." },
    { type: "call", part: 1, id: "t1", name: "f", rawArgs: '{"city":"Bern"}' },
    {
      type: "usage",
      usage: { promptTokens: 20, completionTokens: 9, totalTokens: 29 },
      details: { input_tokens: 20, output_tokens: 9 },
    },
    { type: "finish", finishReason: "tool_use" },
  ]);
  expect(contentOf(payloads)).toEqual([
    { type: "text", text: "Let me see." },
    { ...use("t1"), input: { city: "Bern" } },
  ]);
});

test("thinking goes back with its signature, in its place", () => {
  const payloads = [
    start(0, { type: "thinking", thinking: "", signature: "" }),
    delta(0, { type: "thinking_delta", thinking: "Hm" }),
    delta(0, { type: "signature_delta", signature: "si" }),
    delta(0, { type: "signature_delta", signature: "g" }),
    stop(0),
    start(1, { type: "redacted_thinking", data: "xyz" }),
    stop(1),
    start(2, use("t1")),
    stop(2),
    ...end("tool_use"),
  ];
  expect(contentOf(payloads)).toEqual([
    { type: "thinking", thinking: "Hm", signature: "sig" },
    { type: "redacted_thinking", data: "xyz" },
    use("t1"),
  ]);
});

test("thinking that shows nothing goes back all the same", () => {
  const payloads = [
    start(0, { type: "thinking", thinking: "", signature: "" }),
    delta(0, { type: "signature_delta", signature: "s" }),
    stop(0),
    ...end("end_turn"),
  ];
  expect(contentOf(payloads)).toEqual([{ type: "thinking", thinking: "", signature: "s" }]);
});

test("tools the provider runs are no calls, and their blocks go back unchanged", () => {
  const result = {
    type: "web_search_tool_result",
    tool_use_id: "s1",
    content: [{ type: "web_search_result", url: "u" }],
  };
  const payloads = [
    start(0, { type: "server_tool_use", id: "s1", name: "web_search", input: {} }),
    delta(0, json('{"query":"x"}')),
    stop(0),
    start(1, result),
    stop(1),
    start(2, { type: "text", text: "" }),
    delta(2, { type: "citations_delta", citation: { url: "u" } }),
    delta(2, { type: "text_delta", text: "Found." }),
    stop(2),
    ...end("end_turn"),
  ];
  expect(read(payloads).some((event) => event.type === "call")).toBe(false);
  expect(contentOf(payloads)).toEqual([
    { type: "server_tool_use", id: "s1", name: "web_search", input: { query: "x" } },
    result,
    { type: "text", text: "Found.", citations: [{ url: "u" }] },
  ]);
});

test("kinds of block and of delta nobody knows yet go back as they grew", () => {
  const payloads = [
    start(0, { type: "compaction", content: null }),
    delta(0, { type: "compaction_delta", content: "The " }),
    delta(0, { type: "compaction_delta", content: "summary" }),
    stop(0),
    { type: "something_new" },
    ...end("end_turn"),
  ];
  expect(contentOf(payloads)).toEqual([{ type: "compaction", content: "The summary" }]);
});

test("the caller of a call goes back with it", () => {
  const payloads = [
    start(0, { ...use("t"), caller: { type: "direct" } }),
    delta(0, json("{}")),
    stop(0),
    ...end("tool_use"),
  ];
  expect(contentOf(payloads)).toEqual([{ ...use("t"), caller: { type: "direct" } }]);
});

test("input that comes whole with the start of the block", () => {
  const payloads = [start(0, { ...use("t"), input: { a: 1 } }), stop(0), ...end("tool_use")];
  expect(read(payloads)[0]).toMatchObject({ rawArgs: '{"a":1}' });
});

test.each([
  ["never stopped, in a broken stream", [start(0, use("t")), delta(0, json('{"a":1}'))], true, true],
  [
    "no JSON at a token limit",
    [start(0, use("t")), delta(0, json('{"a":')), stop(0), ...end("max_tokens")],
    false,
    true,
  ],
  ["nothing at a token limit", [start(0, use("t")), stop(0), ...end("max_tokens")], false, true],
  [
    "whole at a token limit",
    [start(0, use("t")), delta(0, json('{"a":1}')), stop(0), ...end("max_tokens")],
    false,
    undefined,
  ],
  ["whole before the stream broke", [start(0, use("t")), delta(0, json('{"a":1}')), stop(0)], true, undefined],
  [
    "never stopped, in a stream that ended",
    [start(0, use("t")), delta(0, json('{"a":1}')), ...end("tool_use")],
    false,
    undefined,
  ],
])("a call that was %s", (_what, payloads, broken, incomplete) => {
  const call = read(payloads, broken).find((event) => event.type === "call");
  expect(call?.incomplete).toBe(incomplete);
});

test("blocks that grow side by side keep their places", () => {
  const payloads = [
    start(0, { type: "text", text: "" }),
    start(1, use("t")),
    delta(1, json("{}")),
    delta(0, { type: "text_delta", text: "x" }),
    stop(1),
    stop(0),
    ...end("tool_use"),
  ];
  expect(contentOf(payloads)).toEqual([{ type: "text", text: "x" }, use("t")]);
});

test.each([
  [{}],
  [delta(7, { type: "text_delta", text: "x" })],
  [stop(3)],
  [start(0, { type: "text" })],
  [{ type: "message_start", message: null }],
  [{ type: "message_delta" }],
])("%j throws nothing", (payload) => {
  expect(() => read([payload])).not.toThrow();
});
