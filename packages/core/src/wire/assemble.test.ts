import { describe, expect, test } from "vitest";
import type { BlobContent, MediaContent, TurnContent } from "../contracts/content.ts";
import type { ToolCallPart, ToolResultPart, Turn } from "../contracts/turn.ts";
import type { WireStyle } from "./provider-data.ts";
import { ask, completion, failure, user, wireTo } from "./wire.fixture.ts";
import type { WireRequest } from "./wire.ts";
import type { WireOptions } from "./wire-options.ts";

const png = { type: "image", mimeType: "image/png", data: "AQID" } as const;
const pngUrl = { type: "image", mimeType: "image/png", url: "https://x.test/a.png" } as const;
const pdf = { type: "file", mimeType: "application/pdf", data: "JVBERi0=", name: "a.pdf" } as const;
const pdfUrl = { type: "file", mimeType: "application/pdf", url: "https://x.test/a.pdf" } as const;
const wav = { type: "audio", mimeType: "audio/wav", data: "AQID" } as const;
const tools = [{ name: "f", description: "The f tool", inputSchema: { type: "object" } }];

const prompt = (...parts: TurnContent[]): Turn => ({
  role: "USER",
  parts: parts.map((content) => ({ kind: "CONTENT", content })),
});
const callPart = (callId: string, more: Partial<ToolCallPart> = {}): ToolCallPart => ({
  kind: "TOOL_CALL",
  callId,
  toolName: "f",
  args: {},
  ...more,
});
const asked = (...ids: string[]): Turn => ({ role: "ASSISTANT", parts: ids.map((id) => callPart(id)) });
const result = (callId: string, more: Partial<ToolResultPart> = {}): ToolResultPart => ({
  kind: "TOOL_RESULT",
  callId,
  toolName: "f",
  output: "out",
  ...more,
});
const answered = (...parts: ToolResultPart[]): Turn => ({ role: "TOOL", parts });

/** The body one request has, and what was warned of. */
async function bodyOf(style: WireStyle, request: Partial<WireRequest>, options: Partial<WireOptions> = {}) {
  const reply = style === "openai" ? completion({ content: "ok" }) : Response.json({ content: [] });
  const { wire, requests, warnings } = wireTo(style, [reply], options);
  await ask(wire, { stream: false, ...request });
  const body = requests[0]?.body ?? {};
  return { body, messages: body.messages as Record<string, unknown>[], warnings };
}

describe("the body", () => {
  test("openai: model, messages, tools with a choice, and what a stream needs", async () => {
    expect((await bodyOf("openai", { turns: [user("Hi")] })).body).toEqual({
      model: "m",
      messages: [{ role: "user", content: "Hi" }],
    });
    const { body } = await bodyOf("openai", { system: "S", tools, stream: true });
    expect(body).toEqual({
      model: "m",
      messages: [
        { role: "system", content: "S" },
        { role: "user", content: "Hi" },
      ],
      tools: [{ type: "function", function: { name: "f", description: "The f tool", parameters: { type: "object" } } }],
      tool_choice: "auto",
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test("anthropic: the system text always, max_tokens always, tools where there are any", async () => {
    expect((await bodyOf("anthropic", {})).body).toEqual({
      model: "m",
      max_tokens: 4096,
      system: "",
      messages: [{ role: "user", content: "Hi" }],
    });
    const { body } = await bodyOf("anthropic", { system: "S", tools, stream: true }, { maxTokens: 99 });
    expect(body).toMatchObject({
      max_tokens: 99,
      system: "S",
      stream: true,
      tools: [{ name: "f", description: "The f tool", input_schema: { type: "object" } }],
    });
  });

  test("tools a hook put in are sent as they are", async () => {
    const rawTools = [{ type: "web_search", name: "w" }];
    expect((await bodyOf("openai", { tools, rawTools })).body.tools).toEqual(rawTools);
  });

  test("anthropic: system messages inside the transcript follow the system text", async () => {
    const system = (text: string): Turn => ({ role: "SYSTEM", parts: [{ kind: "TEXT", text }] });
    const { body } = await bodyOf("anthropic", {
      system: "S",
      turns: [system("a"), user("Hi"), system(""), system("b")],
    });
    expect(body).toMatchObject({ system: "S\n\na\n\nb", messages: [{ role: "user", content: "Hi" }] });
  });

  test("anthropic: an answer without content is left out, the API refuses it", async () => {
    const { messages } = await bodyOf("anthropic", { turns: [user("a"), { role: "ASSISTANT", parts: [] }, user("b")] });
    expect(messages.map(({ role }) => role)).toEqual(["user", "user"]);
  });
});

describe("shaping", () => {
  test("requestParams win over what the client made; three keys are refused with one warning", async () => {
    const requestParams = { max_tokens: 7, temperature: 0, messages: [], tools: [], stream: true };
    const { wire, requests, warnings } = wireTo(
      "anthropic",
      [Response.json({ content: [] }), Response.json({ content: [] })],
      { requestParams },
    );
    await ask(wire, { stream: false, tools });
    await ask(wire, { stream: false, tools });
    expect(requests[1]?.body).toMatchObject({ max_tokens: 7, temperature: 0, messages: [{}], tools: [{}] });
    expect(requests[1]?.body).not.toHaveProperty("stream");
    expect(warnings).toHaveLength(1);
  });

  test("bodyTransform comes last, and what it changes does not reach the transcript", async () => {
    const turn = user("Hi");
    const transform = (body: Record<string, unknown>) => {
      (body.messages as { content: string }[])[0] = { content: "changed" };
      return { ...body, seed: 2 };
    };
    const replies = [completion({ content: "ok" }), completion({ content: "ok" })];
    const { wire, requests } = wireTo("openai", replies, { requestParams: { seed: 1 }, bodyTransform: transform });
    await ask(wire, { turns: [turn] });
    expect(requests[0]?.body).toMatchObject({ seed: 2, messages: [{ content: "changed" }] });
    expect(wire.toMessages([turn])).toEqual([{ role: "user", content: "Hi" }]);
  });

  test.each([[undefined], [null], [false], ["x"]])("a bodyTransform that gives %j changes nothing", async (given) => {
    expect((await bodyOf("openai", {}, { bodyTransform: () => given })).body).toMatchObject({ model: "m" });
  });
});

describe("parts of a prompt", () => {
  test("openai, by the table", async () => {
    const { messages } = await bodyOf("openai", {
      turns: [prompt({ type: "text", text: "x" }, png, pngUrl, pdf, { ...pdf, name: "" } as MediaContent, wav)],
    });
    expect(messages[0]?.content).toEqual([
      { type: "text", text: "x" },
      { type: "image_url", image_url: { url: "data:image/png;base64,AQID" } },
      { type: "image_url", image_url: { url: "https://x.test/a.png" } },
      { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERi0=" } },
      { type: "file", file: { filename: "file", file_data: "data:application/pdf;base64,JVBERi0=" } },
      { type: "input_audio", input_audio: { data: "AQID", format: "wav" } },
    ]);
  });

  test("anthropic, by the table", async () => {
    const { messages } = await bodyOf("anthropic", { turns: [prompt(png, pngUrl, pdf, pdfUrl)] });
    expect(messages[0]?.content).toEqual([
      { type: "image", source: { type: "base64", media_type: "image/png", data: "AQID" } },
      { type: "image", source: { type: "url", url: "https://x.test/a.png" } },
      { type: "document", source: { type: "base64", media_type: "application/pdf", data: "JVBERi0=" } },
      { type: "document", source: { type: "url", url: "https://x.test/a.pdf" } },
    ]);
  });

  test.each([
    ["audio/mpeg", "mp3"],
    ["audio/mp3", "mp3"],
    ["audio/wav", "wav"],
    ["audio/x-wav", "wav"],
    ["AUDIO/WAV", "wav"],
  ])("%s is sent as %s", async (mimeType, format) => {
    const { messages } = await bodyOf("openai", { turns: [prompt({ ...wav, mimeType })] });
    expect(messages[0]?.content).toMatchObject([{ input_audio: { format } }]);
  });

  test.each([
    ["openai", pdfUrl],
    ["openai", { type: "audio", mimeType: "audio/wav", url: "https://x.test/a.wav" }],
    ["openai", { ...wav, mimeType: "audio/flac" }],
    ["anthropic", wav],
    ["anthropic", { type: "audio", mimeType: "audio/wav", url: "https://x.test/a.wav" }],
  ] as const)("%s refuses %j before anything is sent, in words without the data", async (style, part) => {
    const { wire, requests } = wireTo(style, []);
    const error = await failure(ask(wire, { turns: [prompt(part as MediaContent)] }));
    expect(error).toMatchObject({ name: "ContentPartError", code: "unsupported" });
    expect(error.message).not.toContain("AQID");
    expect(requests).toHaveLength(0);
  });

  test.each([
    ["source-conflict", { ...png, url: "https://x.test/a.png" }],
    ["source-missing", { type: "image", mimeType: "image/png" }],
    ["unsupported", { ...png, data: "*" }],
  ])("a part that is none is %s", async (code, part) => {
    const { wire } = wireTo("openai", []);
    expect(await failure(ask(wire, { turns: [prompt(part as MediaContent)] }))).toMatchObject({ code });
  });

  test("maxPartBytes counts decoded bytes, and allows exactly as many", async () => {
    expect((await bodyOf("openai", { turns: [prompt(png)] }, { maxPartBytes: 3 })).messages).toHaveLength(1);
    const { wire, requests } = wireTo("openai", [], { maxPartBytes: 2 });
    expect(await failure(ask(wire, { turns: [prompt(png)] }))).toMatchObject({ code: "too-large" });
    expect(requests).toHaveLength(0);
  });

  test('onUnsupportedPart: "text" sends a line in its place', async () => {
    const { messages, warnings } = await bodyOf("anthropic", { turns: [prompt(wav)] }, { onUnsupportedPart: "text" });
    expect(messages[0]?.content).toEqual([{ type: "text", text: "[unsupported audio part (audio/wav, 3 bytes)]" }]);
    expect(warnings).toHaveLength(1);
  });
});

describe("parts of results", () => {
  const turns = [
    user("Go"),
    asked("c1", "c2", "c3"),
    answered(
      result("c1", { toolName: "shot", output: "a shot", parts: [png] }),
      result("c2"),
      result("c3", { toolName: "doc", output: "two", parts: [pdf, { type: "text", text: "caption" }, wav] }),
    ),
  ];

  test("openai: text stays, all else goes into one message after the last result, each with a header", async () => {
    const { messages } = await bodyOf("openai", { turns });
    expect(messages.slice(2)).toEqual([
      { role: "tool", tool_call_id: "c1", content: "a shot" },
      { role: "tool", tool_call_id: "c2", content: "out" },
      {
        role: "tool",
        tool_call_id: "c3",
        content: [
          { type: "text", text: "two" },
          { type: "text", text: "caption" },
        ],
      },
      {
        role: "user",
        content: [
          { type: "text", text: "Output of tool shot (c1):" },
          { type: "image_url", image_url: { url: "data:image/png;base64,AQID" } },
          { type: "text", text: "Output of tool doc (c3):" },
          { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERi0=" } },
          { type: "text", text: "Output of tool doc (c3):" },
          { type: "input_audio", input_audio: { data: "AQID", format: "wav" } },
        ],
      },
    ]);
  });

  test("openai: the transcript holds the parts beside the content, and no message of ours", () => {
    const { wire } = wireTo("openai", []);
    const messages = wire.toMessages(turns);
    expect(messages.slice(2)).toEqual([
      { role: "tool", tool_call_id: "c1", content: "a shot", name: "shot", parts: [png] },
      { role: "tool", tool_call_id: "c2", content: "out" },
      {
        role: "tool",
        tool_call_id: "c3",
        content: "two",
        name: "doc",
        parts: [pdf, { type: "text", text: "caption" }, wav],
      },
    ]);
    expect(wire.toMessages(wire.fromMessages(messages))).toEqual(messages);
  });

  test("anthropic: blocks stand inside the result, what is refused is a line of text", async () => {
    const { messages, warnings } = await bodyOf("anthropic", { turns });
    expect(messages[2]?.content).toEqual([
      {
        type: "tool_result",
        tool_use_id: "c1",
        is_error: false,
        content: [
          { type: "text", text: "a shot" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: "AQID" } },
        ],
      },
      { type: "tool_result", tool_use_id: "c2", is_error: false, content: "out" },
      {
        type: "tool_result",
        tool_use_id: "c3",
        is_error: false,
        content: [
          { type: "text", text: "two" },
          { type: "document", source: { type: "base64", media_type: "application/pdf", data: "JVBERi0=" } },
          { type: "text", text: "caption" },
          { type: "text", text: "[unsupported audio part (audio/wav, 3 bytes)]" },
        ],
      },
    ]);
    expect(warnings).toHaveLength(1);
  });

  test("one warning for each style, kind and reason", async () => {
    const many = answered(result("c1", { parts: [wav, wav, png, png] }), result("c2"), result("c3"));
    const { messages, warnings } = await bodyOf(
      "anthropic",
      { turns: [user("Go"), asked("c1", "c2", "c3"), many] },
      { maxPartBytes: 2 },
    );
    expect(JSON.stringify(messages)).toContain("[unsupported image part (image/png, 3 bytes)]");
    expect(warnings).toHaveLength(2);
    expect(warnings.join()).not.toContain("AQID");
  });

  test('onUnsupportedPart: "error" fails the request', async () => {
    const { wire, requests } = wireTo("anthropic", [], { onUnsupportedPart: "error" });
    expect(await failure(ask(wire, { turns }))).toMatchObject({ code: "unsupported" });
    expect(requests).toHaveLength(0);
  });
});

describe("what a result says", () => {
  test.each([
    [{}, "out", false],
    [{ isError: true }, "out", true],
    [{ failed: true, output: { error: "boom" } }, "boom", true],
    [{ rejected: true, output: "too much", modelText: "declined: too much" }, "declined: too much", true],
    [{ denied: true, output: "not allowed" }, "not allowed", true],
    [{ placeholder: true, isError: true, output: "Allow?" }, "Allow?", true],
  ] as const)("%j", async (more, text, isError) => {
    const turns = [user("Go"), asked("c"), answered(result("c", more as Partial<ToolResultPart>))];
    expect((await bodyOf("anthropic", { turns })).messages[2]?.content).toMatchObject([
      { content: text, is_error: isError },
    ]);
    expect((await bodyOf("openai", { turns })).messages[2]).toEqual({ role: "tool", tool_call_id: "c", content: text });
  });
});

describe("calls", () => {
  test("go out under the provider's id and with the arguments as it wrote them", async () => {
    const call = callPart("call_0_2", { wireId: "call_0", args: { a: 1 }, rawArgs: '{ "a": 1 }' });
    const turns: Turn[] = [user("Go"), { role: "ASSISTANT", parts: [call] }, answered(result("call_0_2"))];
    const { messages } = await bodyOf("openai", { turns });
    expect(messages[1]).toEqual({
      role: "assistant",
      content: null,
      tool_calls: [{ id: "call_0", type: "function", function: { name: "f", arguments: '{ "a": 1 }' } }],
    });
    expect(messages[2]).toMatchObject({ tool_call_id: "call_0" });
    expect((await bodyOf("anthropic", { turns })).messages[1]?.content).toEqual([
      { type: "tool_use", id: "call_0", name: "f", input: { a: 1 } },
    ]);
  });

  test("without a result nothing is sent", async () => {
    const { wire, requests } = wireTo("openai", []);
    expect(await failure(ask(wire, { turns: [user("Go"), asked("a", "b"), answered(result("a"))] }))).toMatchObject({
      code: "internal",
    });
    expect(requests).toHaveLength(0);
  });

  test("kept with an object for arguments, they go out as text", async () => {
    const message = {
      role: "assistant",
      tool_calls: [
        { id: "c", type: "function", function: { name: "f", arguments: { a: 1 } } },
        { id: "d", type: "function", function: { name: "f", arguments: null } },
      ],
    };
    const history = [
      message,
      { role: "tool", tool_call_id: "c", content: "1" },
      { role: "tool", tool_call_id: "d", content: "1" },
    ];
    const { wire } = wireTo("openai", []);
    const { messages } = await bodyOf("openai", { turns: wire.fromMessages(history) });
    expect(
      ((messages[0]?.tool_calls ?? []) as { function: { arguments: string } }[]).map((call) => call.function.arguments),
    ).toEqual(['{"a":1}', "{}"]);
  });
});

describe("bytes kept apart", () => {
  const blob: BlobContent = { type: "image", mimeType: "image/png", blob: "ab".repeat(32), bytes: 3 };

  test("are fetched when the request is made, once for a turn", async () => {
    let loads = 0;
    const loadBlob = async (hash: string) => {
      loads += 1;
      return hash === blob.blob ? "AQID" : undefined;
    };
    const { wire, requests } = wireTo("openai", [completion({ content: "ok" }), completion({ content: "ok" })]);
    const turn = prompt(blob);
    await ask(wire, { turns: [turn], loadBlob });
    await ask(wire, { turns: [turn, user("more")], loadBlob });
    expect(requests[1]?.body.messages).toMatchObject([
      { content: [{ image_url: { url: "data:image/png;base64,AQID" } }] },
      {},
    ]);
    expect(loads).toBe(1);
  });

  test.each([
    ["gone", blob, async () => undefined],
    ["never stored", { ...blob, notStored: true as const }, async () => "AQID"],
    ["without a store", blob, undefined],
  ])("that are %s become a line of text", async (_what, part, loadBlob) => {
    const { messages } = await bodyOf("openai", { turns: [prompt(part)], ...(loadBlob && { loadBlob }) });
    expect(messages[0]?.content).toEqual([{ type: "text", text: "[image (image/png, 3 bytes) is no longer there]" }]);
  });

  test("of a kind that is refused are not fetched", async () => {
    const { wire } = wireTo("anthropic", []);
    const loadBlob = () => Promise.reject(new Error("asked for"));
    expect(
      await failure(ask(wire, { turns: [prompt({ ...blob, type: "audio", mimeType: "audio/wav" })], loadBlob })),
    ).toMatchObject({ code: "unsupported" });
  });
});
