import { describe, expect, test } from "vitest";
import type { BlobContent, MediaContent } from "../contracts/content.ts";
import { answered, asked, bodyOf, pdf, pdfUrl, png, pngUrl, prompt, result, wav } from "./assemble.fixture.ts";
import { ask, completion, failure, user, wireTo } from "./wire.fixture.ts";

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

  test("openai: the transcript holds the parts beside the content, and no message of ours", async () => {
    const { wire } = wireTo("openai", []);
    const messages = await wire.toMessages(turns);
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
    expect(await wire.toMessages(await wire.fromMessages(messages))).toEqual(messages);
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
