import { describe, expect, test } from "vitest";
import type { Message } from "../contracts/run.ts";
import type { Turn } from "../contracts/turn.ts";
import { readMessages } from "./foreign-history.ts";
import { again, anthropicHistories, call, openaiHistories, sent } from "./histories.fixture.ts";

describe("history in a provider's own shape comes out unchanged", () => {
  test.each(Object.entries(openaiHistories))("openai: %s", async (_name, messages) => {
    expect(await again("openai", messages)).toEqual(messages);
  });
  test.each(Object.entries(anthropicHistories))("anthropic: %s", async (_name, messages) => {
    expect(await again("anthropic", messages)).toEqual(messages);
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

  test("keys that pollute are keys", async () => {
    const messages = JSON.parse(
      '[{"role":"user","content":[{"type":"text","text":"x","__proto__":{"p":1}}],"constructor":1}]',
    );
    expect(JSON.stringify(await again("openai", messages))).toBe(JSON.stringify(messages));
    expect(({} as Record<string, unknown>).p).toBeUndefined();
  });
});

describe("call ids", () => {
  const callsOf = (turns: readonly Turn[]) =>
    turns.flatMap(({ parts }) => parts.filter((part) => part.kind === "TOOL_CALL"));
  const resultsOf = (turns: readonly Turn[]) =>
    turns.flatMap(({ parts }) => parts.filter((part) => part.kind === "TOOL_RESULT"));

  test("an id used again in a later turn names two calls, and goes out as it came", () => {
    const turns = readMessages(openaiHistories["an id used again in a later turn"] ?? [], "openai");
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
    expect(callsOf(readMessages(messages, "openai"))).toEqual(callsOf(readMessages(messages, "openai")));
  });

  test("a result knows the tool of its call, in either style", () => {
    for (const [style, name] of [
      ["openai", "calls and results"],
      ["anthropic", "results in several forms"],
    ] as const) {
      const histories = style === "openai" ? openaiHistories : anthropicHistories;
      expect(new Set(resultsOf(readMessages(histories[name] ?? [], style)).map(({ toolName }) => toolName))).toEqual(
        new Set(["f"]),
      );
    }
  });
});

test.each([[null], ["x"], [{}], [{ role: 1 }], [[{ role: "user" }]]])("%j is no message", (message) => {
  expect(() => readMessages([message as never], "openai")).toThrow(/message 0/i);
});
