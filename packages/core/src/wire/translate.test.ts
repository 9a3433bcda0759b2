import { describe, expect, test } from "vitest";
import type { Message } from "../contracts/run.ts";
import { translateReply } from "./translate-reply.ts";
import { translateBody, translateMessages, translateTools } from "./translate-request.ts";
import { ask, completion, wireTo } from "./wire.fixture.ts";

const user: Message = { role: "user", content: "Go" };
const system: Message = { role: "system", content: "Own" };

describe("system text", () => {
  test.each([
    ["openai", undefined, "Client", [{ role: "system", content: "Client" }, user], undefined],
    ["anthropic", undefined, "Client", [user], "Client"],
    ["anthropic", undefined, "", [user], undefined],
  ] as const)("%s: the client's where the request has none", (style, given, client, messages, text) => {
    expect(translateMessages(style, [user], given, client)).toEqual({ messages, ...(text && { system: text }) });
  });

  test("the request's own messages win over the client's, an explicit one over both", () => {
    const developer: Message = { role: "developer", content: [{ type: "text", text: "B" }] };
    const given = [system, developer, user];
    expect(translateMessages("openai", given, undefined, "Client").messages).toEqual(given);
    expect(translateMessages("anthropic", given, undefined, "Client").system).toBe("Own\n\nB");
    expect(translateMessages("openai", given, "Set", "Client").messages).toEqual([
      { role: "system", content: "Set" },
      user,
    ]);
    expect(translateMessages("anthropic", given, "Set", "Client")).toEqual({ system: "Set", messages: [user] });
  });
});

describe("messages for anthropic", () => {
  const to = (...messages: Message[]) => translateMessages("anthropic", messages, undefined, "").messages;
  const call = (id: string, args: unknown) => ({ id, type: "function", function: { name: "f", arguments: args } });

  test("calls become tool_use with parsed input, results merge and say nothing of success", () => {
    expect(
      to(
        {
          role: "assistant",
          content: "Calling",
          tool_calls: [call("a", '{"n":1}'), call("b", { m: 2 }), call("c", "oops")],
        },
        { role: "tool", tool_call_id: "a", content: "r1" },
        {
          role: "tool",
          tool_call_id: "b",
          content: [
            { type: "text", text: "r" },
            { type: "text", text: "2" },
          ],
        },
        { role: "function", name: "f", content: "r3" },
        {
          role: "user",
          content: [
            { type: "text", text: "And " },
            { type: "text", text: "now?" },
          ],
        },
      ),
    ).toEqual([
      {
        role: "assistant",
        content: [
          { type: "text", text: "Calling" },
          { type: "tool_use", id: "a", name: "f", input: { n: 1 } },
          { type: "tool_use", id: "b", name: "f", input: { m: 2 } },
          { type: "tool_use", id: "c", name: "f", input: {} },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "a", content: "r1" },
          { type: "tool_result", tool_use_id: "b", content: "r2" },
          { type: "tool_result", tool_use_id: "c", content: "r3" },
        ],
      },
      { role: "user", content: "And now?" },
    ]);
  });

  test("an empty answer is dropped, wherever it stands", () => {
    expect(to(user, { role: "assistant", content: "" }, user, { role: "assistant", content: null })).toEqual([
      user,
      user,
    ]);
  });

  test("content with more than text becomes blocks, in order", async () => {
    const image = { type: "image_url", image_url: { url: "https://x.test/a.png" } };
    const block = { type: "image", source: { type: "url", url: "https://x.test/a.png" } };
    const parts = [{ type: "text", text: "a" }, image, { type: "text", text: "b" }];
    const translated = to(
      { role: "user", content: parts },
      { role: "assistant", content: parts },
      { role: "assistant", content: null, tool_calls: [call("a", "{}")] },
      { role: "tool", tool_call_id: "a", content: [image, { type: "text", text: "c" }] },
    );
    // Parts become blocks when the request is made, like those of any transcript.
    const [asked, answered, , result] = await wireTo("anthropic", []).wire.render(translated);
    expect(asked?.content).toMatchObject([{ text: "a" }, block, { text: "b" }]);
    expect(answered?.content).toMatchObject([{ text: "a" }, block, { text: "b" }]);
    expect(result?.content).toMatchObject([{ type: "tool_result", content: [block, { text: "c" }] }]);
  });

  test("a block nobody knows is an error, never dropped", () => {
    expect(() => to({ role: "user", content: [{ type: "video_url" }] })).toThrow("video_url");
    expect(() => to({ role: "tool", tool_call_id: "a", content: [{ type: "video_url" }] })).toThrow("video_url");
  });
});

describe("tools and the choice among them", () => {
  const tools = [
    { type: "function", function: { name: "x", description: "X", parameters: { type: "object" } } },
    { type: "function", function: { name: "bare" } },
    { name: "native", input_schema: { type: "object" } },
  ];
  const declared = [{ name: "d", description: "D", inputSchema: { type: "object" } }];

  test("declarations come first; a missing schema is that of an empty object", () => {
    expect(translateTools("anthropic", declared, tools)).toEqual([
      { name: "d", description: "D", input_schema: { type: "object" } },
      { name: "x", description: "X", input_schema: { type: "object" } },
      { name: "bare", input_schema: { type: "object", properties: {} } },
      { name: "native", input_schema: { type: "object" } },
    ]);
    expect(translateTools("openai", declared, tools).slice(1)).toEqual(tools);
  });

  const body = (style: "openai" | "anthropic", more: object = {}) =>
    translateBody(style, { model: "m", messages: [user], tools, ...more });

  test.each([
    ["required", { type: "any" }],
    ["any", { type: "any" }],
    ["none", { type: "none" }],
    [
      { type: "function", function: { name: "x" } },
      { type: "tool", name: "x" },
    ],
    [
      { type: "tool", name: "x" },
      { type: "tool", name: "x" },
    ],
    ["auto", undefined],
    [undefined, undefined],
    [7, undefined],
  ])("anthropic: %j is %j", (toolChoice, choice) => {
    expect(body("anthropic", { toolChoice }).tool_choice).toEqual(choice);
    expect(body("openai", { toolChoice }).tool_choice).toEqual(toolChoice);
  });

  test("limits and empty lists", () => {
    expect(body("anthropic")).toMatchObject({ max_tokens: 4096 });
    expect(body("openai")).not.toHaveProperty("max_tokens");
    expect(body("openai", { maxTokens: 5 })).toMatchObject({ max_tokens: 5 });
    expect(Object.keys(body("anthropic", { tools: [], toolChoice: "any" }))).toEqual([
      "model",
      "messages",
      "max_tokens",
    ]);
  });
});

describe("the reply", () => {
  test("calls in order, arguments as text, ids where there were none", async () => {
    const calls = [
      { function: { name: "f", arguments: "{ }" } },
      { id: "b", function: { name: "g", arguments: '{"a":1}' } },
    ];
    const reply = translateReply(await ask(wireTo("openai", [completion({ content: null, tool_calls: calls })]).wire));
    expect(reply.toolCalls).toEqual([
      { id: "call_0", name: "f", arguments: "{ }" },
      { id: "b", name: "g", arguments: '{"a":1}' },
    ]);
    expect([reply.text, reply.finishReason]).toEqual(["", "tool_calls"]);
    expect(reply.raw).toMatchObject({ choices: [{}] });
  });

  test.each([
    ["max_tokens", "length"],
    ["length", "length"],
    ["refusal", "content_filter"],
    ["content_filter", "content_filter"],
    ["end_turn", "stop"],
    ["stop", "stop"],
    [null, "stop"],
  ])("%s is %s", (finishReason, reason) => {
    expect(translateReply([{ type: "finish", finishReason }]).finishReason).toBe(reason);
  });
});
