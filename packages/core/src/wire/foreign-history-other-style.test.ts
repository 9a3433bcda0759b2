import { describe, expect, test } from "vitest";
import type { Message } from "../contracts/run.ts";
import { again, cache_control, call, sent, use } from "./histories.fixture.ts";
import { ask, wireTo } from "./wire.fixture.ts";

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
    await ask(wire, { turns: await wire.fromMessages(messages), system: "S" });
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
  ] as const)("a block %s knows no word for is an error that names it", async (style, message, block) => {
    await expect(again(style, [message as Message])).rejects.toThrow(block);
  });

  test("from style to style and back, what people and tools said is the same", async () => {
    const messages: Message[] = [
      { role: "user", content: "Hi" },
      { role: "assistant", content: "Let me see", tool_calls: [call("a", '{"x":1}')] },
      { role: "tool", tool_call_id: "a", content: "1" },
      { role: "assistant", content: "One" },
    ];
    expect(await again("openai", await again("anthropic", messages))).toEqual(messages);
  });
});
