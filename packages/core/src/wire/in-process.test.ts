import { expect, test } from "vitest";
import { createInProcessWire, type GenerateDelta, type GenerateReply, type GenerateRequest } from "./in-process.ts";
import { ask, failure, turnOf, user } from "./wire.fixture.ts";
import type { Wire } from "./wire.ts";

function wireFor(replies: readonly (GenerateReply | Error)[], options: object = {}) {
  const requests: GenerateRequest[] = [];
  const wire = createInProcessWire({
    model: "local-1",
    generate(request) {
      requests.push(request);
      const reply = replies[requests.length - 1];
      if (reply instanceof Error || reply === undefined) throw reply ?? new Error("an unexpected request");
      return reply;
    },
    ...options,
  });
  return { wire, requests };
}
const tools = [{ name: "f", description: "d", inputSchema: { type: "object" } }];
const messageOf = async (wire: Wire, events: Parameters<typeof turnOf>[0]) =>
  (await wire.toMessages([turnOf(events)]))[0];

test("generate sees OpenAI-shaped messages, the tools where there are any, and the shaped body", async () => {
  const { wire, requests } = wireFor([{ content: "a" }, { content: "b" }], { requestParams: { seed: 1 } });
  await ask(wire, { system: "S" });
  await ask(wire, { tools });
  expect(requests[0]).toMatchObject({
    model: "local-1",
    messages: [
      { role: "system", content: "S" },
      { role: "user", content: "Hi" },
    ],
  });
  expect(requests[0]).not.toHaveProperty("tools");
  expect(requests[1]).toMatchObject({
    tools: [{ type: "function", function: { name: "f" } }],
    body: { seed: 1, tool_choice: "auto" },
  });
});

test("an answer is text and its end; missing figures count 0", async () => {
  const { wire } = wireFor([{ content: "fin", usage: { promptTokens: 5 } }]);
  const events = await ask(wire);
  expect(events).toMatchObject([
    { type: "text", delta: "fin" },
    { type: "usage", usage: { promptTokens: 5, completionTokens: 0, totalTokens: 5 } },
    { type: "finish", finishReason: "stop", response: { content: "fin" } },
  ]);
  expect(await messageOf(wire, events)).toEqual({ role: "assistant", content: "fin" });
});

test("calls get ids by their place, arguments become text unless they are", async () => {
  const { wire } = wireFor([
    { toolCalls: [{ name: "f", arguments: { v: 1 } }, { id: "mine", name: "f", arguments: '{"v":2}' }, { name: "f" }] },
  ]);
  const events = await ask(wire);
  expect(events.filter(({ type }) => type === "call")).toMatchObject([
    { id: "call_0", rawArgs: '{"v":1}' },
    { id: "mine", rawArgs: '{"v":2}' },
    { id: "call_2", rawArgs: "" },
  ]);
  const message = await messageOf(wire, events);
  expect(message).not.toHaveProperty("content");
  expect(message).toMatchObject({
    role: "assistant",
    tool_calls: [{ id: "call_0" }, { id: "mine" }, { id: "call_2" }],
  });
});

test("a failure is not tried again unless retries are asked for", async () => {
  const once = wireFor([new Error("no memory"), { content: "x" }]);
  expect(await failure(ask(once.wire))).toMatchObject({ code: "endpoint-unreachable", message: "no memory" });
  expect(once.requests).toHaveLength(1);
  const twice = wireFor([new Error("no memory"), { content: "x" }], { retries: 1, retryBaseMs: 0 });
  await ask(twice.wire);
  expect(twice.requests).toHaveLength(2);
});

test.each([[null], ["text"], [{}], [{ text: "x" }]])("%j is no answer", async (reply) => {
  const { wire } = wireFor([reply as GenerateReply]);
  expect(await failure(ask(wire))).toMatchObject({ code: "endpoint-unreadable" });
});

test("an abort ends the waiting for a model that never answers", async () => {
  const controller = new AbortController();
  const { wire } = wireFor([], { generate: () => new Promise(() => undefined) });
  const asked = failure(ask(wire, { signal: controller.signal }));
  setTimeout(() => controller.abort(new Error("enough")), 0);
  expect((await asked).message).toBe("enough");
});

test("without a streaming generate the wire says that it gives no streams", () => {
  expect(wireFor([]).wire.streams).toBe(false);
  const generateStream = async function* () {
    yield { text: "x" };
  };
  expect(wireFor([], { generateStream }).wire.streams).toBe(true);
});

test("a streaming generate answers piece by piece", async () => {
  async function* generateStream(): AsyncGenerator<GenerateDelta> {
    yield { reasoning: "Hm" };
    yield { text: "Hel" };
    yield { text: "lo" };
    yield { toolCall: { name: "f", arguments: { a: 1 } } };
    yield { toolCall: { name: "f", arguments: { a: 2 } } };
    yield { usage: { promptTokens: 1, completionTokens: 2 } };
  }
  const events = await ask(wireFor([], { generateStream }).wire);
  expect(events.slice(0, 3)).toEqual([
    { type: "reasoning", part: 0, delta: "Hm" },
    { type: "text", part: 1, delta: "Hel" },
    { type: "text", part: 1, delta: "lo" },
  ]);
  expect(events.filter(({ type }) => type === "call")).toMatchObject([
    { id: "call_0", rawArgs: '{"a":1}' },
    { id: "call_1", rawArgs: '{"a":2}' },
  ]);
  expect(events.at(-1)).toMatchObject({ type: "finish", finishReason: "tool_calls" });
});

test("an abort lets go of a stream that waits", async () => {
  const controller = new AbortController();
  let returned = false;
  const generateStream = () => ({
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise<never>(() => undefined),
      async return() {
        returned = true;
        return { done: true as const, value: undefined };
      },
    }),
  });
  const asked = failure(ask(wireFor([], { generateStream }).wire, { signal: controller.signal, turns: [user("Hi")] }));
  setTimeout(() => controller.abort(new Error("enough")), 0);
  expect([(await asked).message, returned]).toEqual(["enough", true]);
});
