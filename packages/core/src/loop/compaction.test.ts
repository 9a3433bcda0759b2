import { describe, expect, it } from "vitest";
import type { Message } from "../contracts/run.ts";
import { compactor } from "./compaction.ts";
import { estimateTokens } from "./estimate-tokens.ts";

const user = (content: unknown): Message => ({ role: "user", content });
const assistant = (content: string): Message => ({ role: "assistant", content });
const LONG = "word ".repeat(200);

function compact(messages: readonly Message[], maxTokens: number, options: { keepTail?: number } = {}) {
  return compactor({ maxTokens, summarize: (older) => `${older.length} older`, ...options })({ messages });
}

describe("estimateTokens", () => {
  it("counts a message by a quarter of its JSON, rounded up", () => {
    expect(estimateTokens([user("abc")])).toBe(Math.ceil(JSON.stringify(user("abc")).length / 4));
    expect(estimateTokens([user("a"), user("b")])).toBe(2 * estimateTokens([user("a")]));
  });

  const png = "A".repeat(400_000);
  it.each([
    ["a part of the contract", { type: "image", mimeType: "image/png", data: png }],
    ["an OpenAI image", { type: "image_url", image_url: { url: `data:image/png;base64,${png}` } }],
    ["an OpenAI file", { type: "file", file: { filename: "f", file_data: `data:application/pdf;base64,${png}` } }],
    ["OpenAI audio", { type: "input_audio", input_audio: { data: png, format: "wav" } }],
    ["an Anthropic image", { type: "image", source: { type: "base64", media_type: "image/png", data: png } }],
    [
      "an Anthropic document",
      { type: "document", source: { type: "base64", media_type: "application/pdf", data: png } },
    ],
  ])("counts %s by its part tokens, never by its base64", (_name, block) => {
    expect(estimateTokens([user([block])])).toBe(estimateTokens([user([])]) + 400);
  });

  it("counts a part behind a URL as 85", () => {
    const image = { type: "image", mimeType: "image/png", url: "https://img.example.test/a.png" };
    expect(estimateTokens([user([image])])).toBe(estimateTokens([user([])]) + 85);
    const block = { type: "image_url", image_url: { url: "https://img.example.test/a.png" } };
    expect(estimateTokens([user([block])])).toBe(estimateTokens([user([])]) + 85);
  });

  it("counts parts of a tool's result, in either style", () => {
    const parts = [{ type: "image", mimeType: "image/png", data: png }];
    const openai = { role: "tool", tool_call_id: "c1", content: "x", parts, name: "shot" };
    const anthropic = user([{ type: "tool_result", tool_use_id: "c1", content: "x", parts }]);
    expect(estimateTokens([openai])).toBe(estimateTokens([{ ...openai, parts: [] }]) + 400);
    expect(estimateTokens([anthropic])).toBeLessThan(500);
  });
});

describe("compactor", () => {
  it("leaves a transcript at the limit as it is", async () => {
    const messages = [user("a"), assistant("b"), user("c")];
    expect(await compact(messages, estimateTokens(messages))).toBeUndefined();
    expect(await compact(messages, estimateTokens(messages) - 1)).toBeDefined();
  });

  it("begins the tail at the earliest message of a person that fits", async () => {
    const messages = [user(LONG), assistant(LONG), user("two"), assistant("2"), user("three"), assistant("3")];
    const compacted = await compact(messages, 300);
    expect(compacted?.messages).toEqual([
      { role: "system", content: "[Summary of earlier conversation]\n2 older" },
      ...messages.slice(2),
    ]);
  });

  it("takes the latest boundary when no tail fits", async () => {
    const messages = [user(LONG), assistant(LONG), user(LONG), assistant(LONG), user(LONG), assistant(LONG)];
    const compacted = await compact(messages, 300, { keepTail: 10 });
    expect(compacted?.messages.slice(1)).toEqual(messages.slice(4));
  });

  it("keeps the leading system message and never begins with a tool's result", async () => {
    const messages = [
      { role: "system", content: "You are Ada." },
      user(LONG),
      { role: "assistant", content: [{ type: "tool_use", id: "t", name: "x", input: {} }] },
      user([{ type: "tool_result", tool_use_id: "t", content: LONG }]),
    ];
    const compacted = await compact(messages, 100);
    expect(compacted?.messages).toEqual([
      messages[0],
      { role: "system", content: "[Summary of earlier conversation]\n3 older" },
    ]);
  });

  it("asks to save what is worth keeping only when told to", async () => {
    const compacted = await compactor({ maxTokens: 100, summarize: () => "s", flushToMemory: true })({
      messages: [user(LONG), assistant(LONG), user("now")],
    });
    expect(compacted?.messages.map(({ content }) => content)).toEqual([
      "[Summary of earlier conversation]\ns",
      "Before continuing: if anything from earlier is worth keeping, save it with the memory tool now — the earlier transcript is about to be summarized.",
      "now",
    ]);
  });

  it("counts with the host's counter where one is given", async () => {
    const messages = [user("a"), assistant("b"), user("c"), assistant("d"), user("e")];
    const compacted = await compactor({
      maxTokens: 4,
      keepTail: 3,
      countTokens: (list) => list.length,
      summarize: (older) => String(older.length),
    })({ messages });
    expect(compacted?.messages.slice(1)).toEqual(messages.slice(2));
  });

  it("does nothing when there is nothing to summarise", async () => {
    expect(await compact([{ role: "system", content: LONG }], 10)).toBeUndefined();
  });
});
