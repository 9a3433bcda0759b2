import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Message } from "../contracts/run.ts";
import type { Turn } from "../contracts/turn.ts";
import type { WireStyle } from "./provider-data.ts";
import { ask, completion, wireTo } from "./wire.fixture.ts";

const wires = { openai: wireTo("openai", []).wire, anthropic: wireTo("anthropic", []).wire };
const again = (style: WireStyle, messages: readonly Message[]) =>
  wires[style].toMessages(wires[style].fromMessages(messages));

/** Messages of a history as they go out in a request. */
async function sent(style: WireStyle, messages: readonly Message[]): Promise<unknown> {
  const reply = style === "openai" ? completion({ content: "ok" }) : Response.json({ content: [] });
  const { wire, requests } = wireTo(style, [reply]);
  await ask(wire, { turns: wire.fromMessages(messages) });
  return requests[0]?.body.messages;
}

const cache_control = { type: "ephemeral" };
const call = (id: string, args = "{}") => ({ id, type: "function", function: { name: "f", arguments: args } });
const use = (id: string, input: object = {}) => ({ type: "tool_use", id, name: "f", input });

const openaiHistories: Record<string, Message[]> = {
  plain: [
    { role: "system", content: "S" },
    { role: "user", content: "Hi" },
    { role: "assistant", content: "Hello" },
  ],
  "a developer's message": [{ role: "developer", content: [{ type: "text", text: "D" }] }],
  "named and marked": [{ role: "user", name: "ann", content: [{ type: "text", text: "Hi", cache_control }] }],
  media: [
    {
      role: "user",
      content: [
        { type: "image_url", image_url: { url: "data:image/png;base64,AQID", detail: "high" } },
        { type: "image_url", image_url: { url: "https://x.test/a.png" } },
        { type: "input_audio", input_audio: { data: "AQID", format: "flac" } },
        { type: "file", file: { file_id: "f1" } },
        { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,AQID" } },
        { type: "video_url", video_url: { url: "https://x.test/a.mp4" } },
      ],
    },
  ],
  "calls and results": [
    {
      role: "assistant",
      content: null,
      tool_calls: [call("a", '{"x": 1}'), call("b", "not json")],
      refusal: null,
      annotations: [],
    },
    { role: "tool", tool_call_id: "a", content: "1" },
    { role: "tool", tool_call_id: "b", content: [{ type: "text", text: "2", cache_control }] },
    { role: "assistant", content: "done" },
  ],
  "without content, type or with an index": [
    { role: "assistant", tool_calls: [call("a")] },
    { role: "tool", tool_call_id: "a", content: "1", name: "f" },
    {
      role: "assistant",
      content: "",
      tool_calls: [
        { id: "b", function: { name: "f", arguments: "{}" } },
        { ...call("c"), index: 1 },
      ],
    },
    { role: "tool", tool_call_id: "b", content: "1" },
    { role: "tool", tool_call_id: "c", content: "1" },
  ],
  thinking: [
    { role: "assistant", content: "x", reasoning_content: "Hm" },
    {
      role: "assistant",
      content: "x",
      reasoning: "Hm",
      reasoning_details: [{ type: "reasoning.text", text: "Hm", signature: "s" }],
    },
    { role: "assistant", content: "x", reasoning_content: "", reasoning: null },
    { role: "assistant", content: "x", reasoning_details: [{ type: "reasoning.encrypted", data: "e" }] },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: [{ type: "text", text: "Hm" }] },
        { type: "text", text: "x" },
      ],
    },
  ],
  "the older form of calls": [
    { role: "assistant", content: null, function_call: { name: "f", arguments: "{}" } },
    { role: "function", name: "f", content: "1" },
  ],
  "refusals and sound": [
    { role: "assistant", content: null, refusal: "no" },
    { role: "assistant", content: [{ type: "refusal", refusal: "no" }] },
    { role: "assistant", content: null, audio: { id: "au" } },
  ],
  "an id used again in a later turn": [
    { role: "assistant", content: null, tool_calls: [call("call_0")] },
    { role: "tool", tool_call_id: "call_0", content: "1" },
    { role: "assistant", content: null, tool_calls: [call("call_0")] },
    { role: "tool", tool_call_id: "call_0", content: "2" },
  ],
  "results with a message between": [
    { role: "assistant", content: null, tool_calls: [call("a"), call("b")] },
    { role: "tool", tool_call_id: "a", content: "1" },
    { role: "user", content: "wait" },
    { role: "tool", tool_call_id: "b", content: "2" },
  ],
};

const anthropicHistories: Record<string, Message[]> = {
  plain: [
    { role: "user", content: "Hi" },
    { role: "assistant", content: "Hello" },
    { role: "user", content: [{ type: "text", text: "x" }] },
  ],
  "thinking, signed": [
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "Hm", signature: "s" },
        { type: "redacted_thinking", data: "d" },
        { type: "text", text: "x", citations: [{ url: "u" }] },
        { ...use("t"), caller: { type: "direct" }, cache_control },
      ],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "1", cache_control }] },
  ],
  "results in several forms": [
    { role: "assistant", content: [use("a"), use("b"), use("c"), use("d")] },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "a", content: "1", is_error: true },
        { type: "tool_result", tool_use_id: "b" },
        {
          type: "tool_result",
          tool_use_id: "c",
          content: [
            { type: "text", text: "1" },
            { type: "image", source: { type: "base64", media_type: "image/png", data: "AQID" } },
          ],
        },
        { type: "tool_result", tool_use_id: "d", content: [{ type: "tool_reference", tool_name: "x" }] },
      ],
    },
  ],
  "results and words in one message": [
    { role: "assistant", content: [use("a"), use("b")] },
    {
      role: "user",
      content: [
        { type: "text", text: "first" },
        { type: "tool_result", tool_use_id: "a", content: "1" },
        { type: "text", text: "and" },
        { type: "tool_result", tool_use_id: "b", content: "2" },
      ],
      metadata: 1,
    },
  ],
  "results in several messages": [
    { role: "assistant", content: [use("a"), use("b"), use("c")] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "1" }], name: "x" },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "b", content: "2" }] },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "c", content: "3" },
        { type: "text", text: "go on" },
      ],
    },
  ],
  "tools the provider ran": [
    {
      role: "assistant",
      content: [
        { type: "server_tool_use", id: "s", name: "web_search", input: {} },
        { type: "web_search_tool_result", tool_use_id: "s", content: [] },
        { type: "mcp_tool_use", id: "m", name: "ask", server_name: "x", input: {} },
        { type: "mcp_tool_result", tool_use_id: "m", content: [], is_error: false },
        { type: "compaction", content: "summary" },
        { type: "text", text: "x" },
      ],
    },
  ],
  media: [
    {
      role: "user",
      content: [
        { type: "image", source: { type: "base64", media_type: "image/png", data: "AQID" }, cache_control },
        { type: "image", source: { type: "file", file_id: "f" } },
        {
          type: "document",
          source: { type: "text", media_type: "text/plain", data: "words" },
          title: "t",
          citations: { enabled: true },
        },
        { type: "document", source: { type: "url", url: "https://x.test/a.pdf" } },
        { type: "search_result", source: "x", content: [] },
      ],
    },
  ],
  "a system message inside": [
    { role: "user", content: "a" },
    { role: "system", content: "[Summary]" },
    { role: "user", content: "b" },
  ],
};

describe("history in a provider's own shape comes out unchanged", () => {
  test.each(Object.entries(openaiHistories))("openai: %s", (_name, messages) => {
    expect(again("openai", messages)).toEqual(messages);
  });
  test.each(Object.entries(anthropicHistories))("anthropic: %s", (_name, messages) => {
    expect(again("anthropic", messages)).toEqual(messages);
  });

  test.each(Object.entries(openaiHistories))("and goes out so, openai: %s", async (_name, messages) => {
    expect(await sent("openai", messages)).toEqual(messages);
  });
  test.each(Object.entries(anthropicHistories).filter(([name]) => name !== "a system message inside"))(
    "and goes out so, anthropic: %s",
    async (_name, messages) => {
      expect(await sent("anthropic", messages)).toEqual(messages);
    },
  );

  test("keys that pollute are keys", () => {
    const messages = JSON.parse(
      '[{"role":"user","content":[{"type":"text","text":"x","__proto__":{"p":1}}],"constructor":1}]',
    );
    expect(JSON.stringify(again("openai", messages))).toBe(JSON.stringify(messages));
    expect(({} as Record<string, unknown>).p).toBeUndefined();
  });
});

describe("any history of a style's shapes comes out unchanged", () => {
  const json = fc.jsonValue({ maxDepth: 2 });
  const extra = fc.dictionary(fc.constantFrom("name", "cache_control", "x", "metadata"), json, { maxKeys: 2 });
  const text = fc.record({ type: fc.constant("text"), text: fc.string() });
  const withExtra = (block: fc.Arbitrary<object>) => fc.tuple(block, extra).map(([one, more]) => ({ ...more, ...one }));
  const unknown = withExtra(fc.record({ type: fc.constantFrom("video_url", "novel_block") }));
  let calls = 0;

  const openaiBlock = fc.oneof(
    withExtra(text),
    withExtra(
      fc.record({
        type: fc.constant("image_url"),
        image_url: fc.record({ url: fc.constantFrom("data:image/png;base64,AQID", "https://x.test/a") }),
      }),
    ),
    unknown,
  );
  const content = fc.oneof(fc.string(), fc.array(openaiBlock, { minLength: 1, maxLength: 3 }));
  const toolCall = fc
    .tuple(fc.string({ minLength: 1 }), fc.oneof(fc.json(), fc.string()), extra)
    .map(([name, args, more]) => {
      calls += 1;
      return { ...more, id: `c${calls}`, type: "function", function: { name, arguments: args } };
    });
  const openaiMessages = fc.array(
    fc.oneof(
      fc.tuple(content, extra).map(([given, more]) => [{ ...more, role: "user", content: given }]),
      fc.tuple(fc.string()).map(([given]) => [{ role: "system", content: given }]),
      fc
        .tuple(
          fc.option(content),
          fc.array(toolCall, { maxLength: 3 }),
          fc.option(fc.string()),
          fc.array(fc.oneof(fc.string(), fc.array(text, { minLength: 1, maxLength: 2 })), {
            minLength: 3,
            maxLength: 3,
          }),
        )
        .map(([given, tool_calls, reasoning_content, outputs]) => [
          {
            role: "assistant",
            content: given,
            ...(tool_calls.length > 0 && { tool_calls }),
            ...(reasoning_content !== null && { reasoning_content }),
          },
          ...tool_calls.map(({ id }, position) => ({ role: "tool", tool_call_id: id, content: outputs[position] })),
        ]),
    ),
    { maxLength: 6 },
  );

  test("openai", () => {
    fc.assert(
      fc.property(openaiMessages, (groups) => {
        const messages = groups.flat() as Message[];
        expect(again("openai", messages)).toEqual(messages);
      }),
    );
  });

  const anthropicBlock = fc.oneof(
    withExtra(text),
    withExtra(
      fc.record({
        type: fc.constant("image"),
        source: fc.record({
          type: fc.constant("base64"),
          media_type: fc.constant("image/png"),
          data: fc.constant("AQID"),
        }),
      }),
    ),
    unknown,
  );
  const answerBlock = fc.oneof(
    withExtra(fc.record({ type: fc.constant("text"), text: fc.string({ minLength: 1 }) })),
    withExtra(fc.record({ type: fc.constant("thinking"), thinking: fc.string(), signature: fc.string() })),
    withExtra(fc.record({ type: fc.constant("server_tool_use"), id: fc.string(), input: json })),
    unknown,
    fc.tuple(fc.string(), fc.dictionary(fc.string(), json), extra).map(([name, input, more]) => {
      calls += 1;
      return { ...more, type: "tool_use", id: `t${calls}`, name, input };
    }),
  );
  const anthropicMessages = fc.array(
    fc.oneof(
      fc
        .tuple(fc.oneof(fc.string(), fc.array(anthropicBlock, { minLength: 1, maxLength: 3 })), extra)
        .map(([given, more]) => [{ ...more, role: "user", content: given }]),
      fc
        .tuple(
          fc.oneof(fc.string(), fc.array(answerBlock, { minLength: 1, maxLength: 4 })),
          fc.array(anthropicBlock, { maxLength: 2 }),
          fc.boolean(),
          fc.boolean(),
        )
        .map(([given, beside, first, split]) => {
          const ids =
            typeof given === "string"
              ? []
              : given.flatMap((block) => ("id" in block && block.type === "tool_use" ? [block.id] : []));
          const results = ids.map((tool_use_id) => ({ type: "tool_result", tool_use_id, content: "1" }));
          const back = split
            ? [[...results.slice(0, 1)], [...results.slice(1), ...beside]]
            : [first ? [...beside, ...results] : [...results, ...beside]];
          return [
            { role: "assistant", content: given },
            ...(ids.length > 0
              ? back.filter((blocks) => blocks.length > 0).map((blocks) => ({ role: "user", content: blocks }))
              : []),
          ];
        }),
    ),
    { maxLength: 6 },
  );

  test("anthropic", () => {
    fc.assert(
      fc.property(anthropicMessages, (groups) => {
        const messages = groups.flat() as Message[];
        expect(again("anthropic", messages)).toEqual(messages);
      }),
    );
  });
});

describe("history of the other style is rendered for this one, and leaves no residue", () => {
  test("openai's for anthropic", async () => {
    const messages: Message[] = [
      { role: "developer", content: "D" },
      {
        role: "user",
        content: [
          { type: "text", text: "a " },
          { type: "text", text: "b" },
        ],
        name: "ann",
      },
      {
        role: "user",
        content: [
          { type: "text", text: "see" },
          { type: "image_url", image_url: { url: "data:image/png;base64,AQID", detail: "low" } },
        ],
      },
      {
        role: "assistant",
        content: null,
        reasoning_content: "Hm",
        tool_calls: [call("functions.f:0", '{"x":1}'), call("b")],
        refusal: null,
      },
      { role: "tool", tool_call_id: "functions.f:0", content: "1" },
      {
        role: "tool",
        tool_call_id: "b",
        content: [
          { type: "text", text: "2" },
          { type: "image_url", image_url: { url: "https://x.test/a.png" } },
        ],
      },
      { role: "assistant", content: "done", reasoning_details: [{ data: "e" }], annotations: [] },
    ];
    const { wire, requests } = wireTo("anthropic", [Response.json({ content: [] })]);
    await ask(wire, { turns: wire.fromMessages(messages), system: "S" });
    expect(requests[0]?.body).toMatchObject({ system: "S\n\nD" });
    expect(requests[0]?.body.messages).toEqual([
      { role: "user", content: "a b" },
      {
        role: "user",
        content: [
          { type: "text", text: "see" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: "AQID" } },
        ],
      },
      { role: "assistant", content: [use("functions_f_0", { x: 1 }), use("b")] },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "functions_f_0", content: "1", is_error: false },
          {
            type: "tool_result",
            tool_use_id: "b",
            content: [
              { type: "text", text: "2" },
              { type: "image", source: { type: "url", url: "https://x.test/a.png" } },
            ],
            is_error: false,
          },
        ],
      },
      { role: "assistant", content: [{ type: "text", text: "done" }] },
    ]);
  });

  test("anthropic's for openai", async () => {
    const messages: Message[] = [
      {
        role: "user",
        content: [
          { type: "document", source: { type: "base64", media_type: "application/pdf", data: "AQID" }, title: "r.pdf" },
          { type: "text", text: "read", cache_control },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Hm", signature: "s" },
          { type: "text", text: "I " },
          { type: "text", text: "look", citations: [] },
          use("t", { a: 1 }),
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "t", content: [{ type: "text", text: "seen" }], is_error: true },
          { type: "text", text: "go on" },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "server_tool_use", id: "s", name: "web_search", input: {} },
          { type: "web_search_tool_result", tool_use_id: "s", content: [] },
          { type: "text", text: "done" },
        ],
      },
    ];
    expect(await sent("openai", messages)).toEqual([
      {
        role: "user",
        content: [
          { type: "file", file: { filename: "r.pdf", file_data: "data:application/pdf;base64,AQID" } },
          { type: "text", text: "read" },
        ],
      },
      { role: "assistant", content: "I look", tool_calls: [call("t", '{"a":1}')] },
      { role: "tool", tool_call_id: "t", content: "seen" },
      { role: "user", content: "go on" },
      { role: "assistant", content: "done" },
    ]);
  });

  test.each([
    [
      "anthropic",
      {
        role: "user",
        content: [
          { type: "video_url", video_url: {} },
          { type: "image_url", image_url: { url: "https://x.test/a" } },
        ],
      },
      "video_url",
    ],
    ["openai", { role: "user", content: [{ type: "search_result", source: "x" }] }, "search_result"],
    ["openai", { role: "user", content: [{ type: "image", source: { type: "file", file_id: "f" } }] }, "image"],
    [
      "openai",
      { role: "assistant", content: [{ type: "tool_use", id: "t", name: "f", input: {} }, { type: "novel_block" }] },
      "novel_block",
    ],
    [
      "openai",
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: [{ type: "tool_reference" }] }] },
      "tool_reference",
    ],
  ] as const)("a block %s knows no word for is an error that names it", (style, message, block) => {
    expect(() => again(style, [message as Message])).toThrow(block);
  });

  test("from style to style and back, what people and tools said is the same", () => {
    const messages: Message[] = [
      { role: "user", content: "Hi" },
      { role: "assistant", content: "Let me see", tool_calls: [call("a", '{"x":1}')] },
      { role: "tool", tool_call_id: "a", content: "1" },
      { role: "assistant", content: "One" },
    ];
    expect(again("openai", again("anthropic", messages))).toEqual(messages);
  });
});

describe("call ids", () => {
  const callsOf = (turns: readonly Turn[]) =>
    turns.flatMap(({ parts }) => parts.filter((part) => part.kind === "TOOL_CALL"));
  const resultsOf = (turns: readonly Turn[]) =>
    turns.flatMap(({ parts }) => parts.filter((part) => part.kind === "TOOL_RESULT"));

  test("an id used again in a later turn names two calls, and goes out as it came", () => {
    const turns = wires.openai.fromMessages(openaiHistories["an id used again in a later turn"] ?? []);
    const ids = callsOf(turns).map(({ callId }) => callId);
    expect(new Set(ids).size).toBe(2);
    expect(resultsOf(turns).map(({ callId }) => callId)).toEqual(ids);
  });

  test.each([
    ["missing", ["", ""]],
    ["the same twice", ["a", "a"]],
  ])("ids %s in one turn become two, in both places", async (_what, ids) => {
    const messages = [
      { role: "assistant", content: null, tool_calls: ids.map((id) => ({ ...call(id), index: 0 })) },
      ...ids.map((id, position) => ({ role: "tool", tool_call_id: id, content: String(position) })),
    ];
    const [assistant, ...results] = (await sent("openai", messages)) as Message[];
    const out = ((assistant?.tool_calls ?? []) as { id: string }[]).map(({ id }) => id);
    expect(new Set(out).size).toBe(2);
    expect(out).not.toContain("");
    expect(results.map(({ tool_call_id: id, content }) => [id, content])).toEqual(
      out.map((id, position) => [id, String(position)]),
    );
  });

  test("the same history gives the same ids each time", () => {
    const messages = [{ role: "assistant", content: null, tool_calls: [call(""), call("")] }];
    expect(callsOf(wires.openai.fromMessages(messages))).toEqual(callsOf(wires.openai.fromMessages(messages)));
  });

  test("a result knows the tool of its call, in either style", () => {
    for (const [style, name] of [
      ["openai", "calls and results"],
      ["anthropic", "results in several forms"],
    ] as const) {
      const histories = style === "openai" ? openaiHistories : anthropicHistories;
      expect(
        new Set(resultsOf(wires[style].fromMessages(histories[name] ?? [])).map(({ toolName }) => toolName)),
      ).toEqual(new Set(["f"]));
    }
  });
});

test.each([[null], ["x"], [{}], [{ role: 1 }], [[{ role: "user" }]]])("%j is no message", (message) => {
  expect(() => wires.openai.fromMessages([message as never])).toThrow(/message 0/i);
});
