import type { Message } from "../contracts/run.ts";
import { readMessages } from "./foreign-history.ts";
import type { WireStyle } from "./provider-data.ts";
import { ask, completion, wireTo } from "./wire.fixture.ts";

export const wires = { openai: wireTo("openai", []).wire, anthropic: wireTo("anthropic", []).wire };
export const again = async (style: WireStyle, messages: readonly Message[]) =>
  wires[style].toMessages(readMessages(messages, style));

/** Messages of a history as they go out in a request. */
export async function sent(style: WireStyle, messages: readonly Message[]): Promise<unknown> {
  const reply = style === "openai" ? completion({ content: "ok" }) : Response.json({ content: [] });
  const { wire, requests } = wireTo(style, [reply]);
  await ask(wire, { turns: await wire.fromMessages(messages) });
  return requests[0]?.body.messages;
}

export const cache_control = { type: "ephemeral" };
export const call = (id: string, args = "{}") => ({ id, type: "function", function: { name: "f", arguments: args } });
export const use = (id: string, input: object = {}) => ({ type: "tool_use", id, name: "f", input });

export const openaiHistories: Record<string, Message[]> = {
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

export const anthropicHistories: Record<string, Message[]> = {
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
