import { describe, expect, test } from "vitest";
import type { ToolResultPart, Turn } from "../contracts/turn.ts";
import { answered, asked, bodyOf, callPart, result, tools } from "./assemble.fixture.ts";
import { ask, completion, failure, user, wireTo } from "./wire.fixture.ts";

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
    expect(await wire.toMessages([turn])).toEqual([{ role: "user", content: "Hi" }]);
  });

  test.each([[undefined], [null], [false], ["x"]])("a bodyTransform that gives %j changes nothing", async (given) => {
    expect((await bodyOf("openai", {}, { bodyTransform: () => given })).body).toMatchObject({ model: "m" });
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
    const { messages } = await bodyOf("openai", { turns: await wire.fromMessages(history) });
    expect(
      ((messages[0]?.tool_calls ?? []) as { function: { arguments: string } }[]).map((call) => call.function.arguments),
    ).toEqual(['{"a":1}', "{}"]);
  });
});
