import { describe, expect, test } from "vitest";
import type { Script } from "./script.ts";
import { createScriptedModel, type ScriptedModelOptions } from "./scripted-model.ts";
import { createVirtualClock } from "./virtual-clock.ts";

const openai = "https://model.test/v1/chat/completions";
const anthropic = "https://model.test/v1/messages";
const user = (content: string) => ({ role: "user", content });

function ask(url: string, body: object, signal?: AbortSignal): Request {
  return new Request(url, {
    method: "POST",
    body: JSON.stringify({ model: "m", ...body }),
    ...(signal === undefined ? {} : { signal }),
  });
}

function model(script: Script, options: Omit<ScriptedModelOptions, "script"> = {}) {
  return createScriptedModel({ script, ...options });
}

/** The `data:` payloads of a whole SSE text. */
function payloads(text: string): unknown[] {
  return text
    .split("\n\n")
    .flatMap((event) => event.split("\n").filter((line) => line.startsWith("data: ")))
    .map((line) => line.slice("data: ".length))
    .map((data) => (data === "[DONE]" ? data : JSON.parse(data)));
}

const refund: Script = [
  { when: { user: "REFUND" }, reply: { text: "Let me see.", calls: [{ name: "refund", args: { id: "A-17" } }] } },
  { when: { results: [{ tool: "refund", output: /ok/ }] }, reply: "Done." },
];

describe("the openai style", () => {
  test("a plain request gets a chat completion", async () => {
    const response = await model(refund).handle(ask(openai, { messages: [user("Refund A-17")] }));
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toMatchObject({
      object: "chat.completion",
      choices: [
        {
          index: 0,
          finish_reason: "tool_calls",
          message: {
            role: "assistant",
            content: "Let me see.",
            tool_calls: [
              { id: "call_0_0", type: "function", function: { name: "refund", arguments: '{"id":"A-17"}' } },
            ],
          },
        },
      ],
      usage: { prompt_tokens: expect.any(Number), completion_tokens: expect.any(Number) },
    });
  });

  test("a stream carries text and argument fragments, then finish, then usage, then [DONE]", async () => {
    const body = { messages: [user("Refund A-17")], stream: true, stream_options: { include_usage: true } };
    const response = await model(refund).handle(ask(openai, body));
    expect(response.headers.get("content-type")).toMatch("text/event-stream");
    const events = payloads(await response.text());
    const deltas = events.flatMap((event) => (event as { choices?: { delta: Delta }[] }).choices ?? []);
    interface Delta {
      content?: string;
      tool_calls?: { index: number; function: { arguments: string } }[];
    }
    expect(deltas.map(({ delta }) => delta.content ?? "").join("")).toBe("Let me see.");
    const fragments = deltas.flatMap(({ delta }) => delta.tool_calls ?? []);
    expect(fragments.length).toBeGreaterThan(2);
    expect(fragments.map((call) => call.function.arguments).join("")).toBe('{"id":"A-17"}');
    expect(events.at(-3)).toMatchObject({ choices: [{ delta: {}, finish_reason: "tool_calls" }] });
    expect(events.at(-2)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
    expect(events.at(-1)).toBe("[DONE]");
  });

  test("usage is streamed only where the request asks for it", async () => {
    const response = await model(["hi"].map((reply) => ({ reply }))).handle(
      ask(openai, { messages: [user("x")], stream: true }),
    );
    expect(await response.text()).not.toContain("usage");
  });
});

describe("the anthropic style", () => {
  test("a plain request gets a message with its blocks in order", async () => {
    const script: Script = [{ reply: { reasoning: "hm", text: "yes", calls: [{ name: "f" }] } }];
    const response = await model(script).handle(ask(anthropic, { messages: [user("x")] }));
    expect(await response.json()).toMatchObject({
      type: "message",
      stop_reason: "tool_use",
      content: [
        { type: "thinking", thinking: "hm", signature: expect.any(String) },
        { type: "text", text: "yes" },
        { type: "tool_use", id: "call_0_0", name: "f", input: {} },
      ],
    });
  });

  test("a stream opens and closes each block, and names its events", async () => {
    const script: Script = [{ reply: { reasoning: "hm", text: "yes no", calls: [{ name: "f", args: { a: 1 } }] } }];
    const response = await model(script).handle(ask(anthropic, { messages: [user("x")], stream: true }));
    const text = await response.text();
    const events = payloads(text) as { type: string; index?: number; delta?: { partial_json?: string } }[];
    const names = text.split("\n").filter((line) => line.startsWith("event: "));
    expect(names.map((name) => name.slice("event: ".length))).toEqual(events.map((event) => event.type));
    expect(events.filter((event) => event.type === "content_block_start").map((event) => event.index)).toEqual([
      0, 1, 2,
    ]);
    expect(events.filter((event) => event.type === "content_block_stop").map((event) => event.index)).toEqual([
      0, 1, 2,
    ]);
    expect(events.map((event) => event.delta?.partial_json ?? "").join("")).toBe('{"a":1}');
    expect(events.at(-1)).toEqual({ type: "message_stop" });
  });
});

describe("matching", () => {
  const results = [
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c1", type: "function", function: { name: "refund", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: "c1", content: '{"ok":true}' },
  ];

  test("a step for a person's words does not answer again when the results of its calls come in", async () => {
    const scripted = model([{ when: { user: "refund" }, reply: "asked", times: 9 }, ...refund.slice(1)]);
    const response = await scripted.handle(ask(openai, { messages: [user("refund it"), ...results] }));
    expect(await response.json()).toMatchObject({ choices: [{ message: { content: "Done." } }] });
  });

  test("results are seen in the anthropic style too, with the name of their tool", async () => {
    const scripted = model(refund.slice(1));
    const messages = [
      user("refund it"),
      { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "refund", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: [{ type: "text", text: "ok" }] }] },
    ];
    const response = await scripted.handle(ask(anthropic, { messages }));
    expect(await response.json()).toMatchObject({ content: [{ type: "text", text: "Done." }] });
    expect(scripted.requests[0]?.user).toBe("refund it");
  });

  test("media moved out of tool results is no message of a person", async () => {
    const moved = {
      role: "user",
      content: [
        { type: "text", text: "Output of tool refund (c1):" },
        { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } },
      ],
    };
    const scripted = model([{ when: { user: "refund", results: ["refund"] }, reply: "seen" }]);
    await scripted.handle(ask(openai, { messages: [user("refund it"), ...results, moved] }));
    expect(scripted.requests[0]).toMatchObject({ user: "refund it", media: ["image_url"], turn: 1 });
    scripted.assertDone();
  });

  test("the results must be all there, in call order", async () => {
    const scripted = model([{ when: { results: ["refund", "email"] }, reply: "both" }]);
    const response = await scripted.handle(ask(openai, { messages: [user("x"), ...results] }));
    expect(response.status).toBe(400);
  });

  test("asking the same again counts as the next attempt", async () => {
    const script: Script = [
      { when: { attempt: 0 }, reply: { fault: { kind: "status", status: 429, retryAfter: 2 } } },
      { when: { attempt: 1 }, reply: "now" },
    ];
    const scripted = model(script);
    const first = await scripted.handle(ask(openai, { messages: [user("x")] }));
    const second = await scripted.handle(ask(openai, { messages: [user("x")] }));
    expect([first.status, first.headers.get("retry-after"), second.status]).toEqual([429, "2", 200]);
  });
});

describe("strictness", () => {
  test("an unexpected request gets a 400 that names it, and fails assertDone", async () => {
    const scripted = model(refund);
    const response = await scripted.handle(ask(openai, { messages: [user("Something else")] }));
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { message: string } };
    expect(error.message).toContain('"Something else"');
    expect(error.message).toContain('the person said "REFUND"');
    expect(() => scripted.assertDone()).toThrow("Something else");
  });

  test("a step is used once, or as often as it says", async () => {
    const scripted = model([{ reply: "a" }, { reply: "b", times: 2 }]);
    const statuses: number[] = [];
    for (let at = 0; at < 4; at += 1) {
      statuses.push((await scripted.handle(ask(openai, { messages: [user(String(at))] }))).status);
    }
    expect(statuses).toEqual([200, 200, 200, 400]);
  });

  test("assertDone names what was not used, and is silent about steps for any number of times", () => {
    expect(() => model(refund).assertDone()).toThrow("Not used: results of [refund saying /ok/]");
    expect(() => model([{ reply: "x", times: Number.POSITIVE_INFINITY }]).assertDone()).not.toThrow();
  });

  test("an unknown path gets a 404 that says which are known", async () => {
    const response = await model(refund).handle(ask("https://model.test/v1/completions", {}));
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("/chat/completions");
  });
});

describe("pace", () => {
  test("events come one after another at the pace that is set, also when it changes on the way", async () => {
    const clock = createVirtualClock();
    const scripted = model([{ reply: "one two three" }], { clock, pace: { chunkMs: 100 } });
    const response = await scripted.handle(ask(openai, { messages: [user("x")], stream: true }));
    let received = "";
    const reading = readAll(response, (text) => {
      received += text;
    });
    await clock.whenScheduled();
    expect(received).not.toContain("one");
    await clock.advance(100);
    expect(received).toContain("one");
    expect(received).not.toContain("two");
    scripted.setPace({ chunkMs: 0 });
    await clock.advance(100);
    await reading;
    expect(received).toContain("[DONE]");
  });

  test("a stream cut into single bytes is the same stream", async () => {
    const script: Script = [{ reply: "Grüße, 世界 🎉", times: 3 }];
    const body = { messages: [user("x")], stream: true };
    const whole = await (await model(script).handle(ask(openai, body))).text();
    for (const chunkBytes of [1, "random"] as const) {
      const response = await model(script, { pace: { chunkBytes } }).handle(ask(openai, body));
      const sizes: number[] = [];
      const decoder = new TextDecoder();
      let text = "";
      for await (const chunk of response.body ?? []) {
        sizes.push(chunk.length);
        text += decoder.decode(chunk, { stream: true });
      }
      expect(text).toBe(whole);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(chunkBytes === 1 ? 1 : 64);
    }
  });

  test("a held stream waits until it is released", async () => {
    const scripted = model([{ reply: "one two" }]);
    scripted.hold();
    const response = await scripted.handle(ask(openai, { messages: [user("x")], stream: true }));
    const reader = response.body?.getReader();
    const first = reader?.read();
    const winner = await Promise.race([first, new Promise((resolve) => setTimeout(resolve, 5, "held"))]);
    expect(winner).toBe("held");
    scripted.release();
    expect((await first)?.done).toBe(false);
  });

  test("an abort ends a stream at once with the signal's reason, and leaves no timer", async () => {
    const clock = createVirtualClock();
    const controller = new AbortController();
    const scripted = model([{ reply: "one two" }], { clock, pace: { chunkMs: 1000 } });
    const response = await scripted.handle(ask(openai, { messages: [user("x")], stream: true }, controller.signal));
    const reading = response.text();
    const outcome = expect(reading).rejects.toThrow("enough");
    await clock.whenScheduled();
    controller.abort(new Error("enough"));
    await outcome;
    expect(clock.scheduled).toBe(0);
  });

  test("a request that is aborted before it is sent is refused like fetch does", async () => {
    const signal = AbortSignal.abort(new Error("never mind"));
    await expect(model(refund).handle(ask(openai, { messages: [] }, signal))).rejects.toThrow("never mind");
  });
});

describe("faults", () => {
  const body = { messages: [user("x")], stream: true };
  const broken = (fault: NonNullable<import("./script.ts").Reply["fault"]>) =>
    model([{ reply: { text: "one two three four", fault } }]);

  test.each([
    [401, "openai", /Incorrect API key/],
    [429, "anthropic", /"type":"rate_limit_error"/],
    [500, "openai", /server_error/],
  ] as const)("status %i comes with the body of the style %s", async (status, style, text) => {
    const response = await broken({ kind: "status", status }).handle(
      ask(style === "openai" ? openai : anthropic, body),
    );
    expect(response.status).toBe(status);
    expect(await response.text()).toMatch(text);
  });

  test("network rejects as fetch does", async () => {
    await expect(broken({ kind: "network" }).handle(ask(openai, body))).rejects.toBeInstanceOf(TypeError);
  });

  test("cut breaks the connection after the events that were due", async () => {
    const response = await broken({ kind: "cut", after: 3 }).handle(ask(openai, body));
    let received = "";
    await expect(
      readAll(response, (text) => {
        received += text;
      }),
    ).rejects.toBeInstanceOf(TypeError);
    expect(payloads(received)).toHaveLength(3);
  });

  test("cut may also look like an ordinary end", async () => {
    const response = await broken({ kind: "cut", after: 3, how: "end" }).handle(ask(openai, body));
    const text = await response.text();
    expect(text).toContain("two");
    expect(text).not.toContain("[DONE]");
  });

  test.each([openai, anthropic])("error-event comes inside a 200 stream and ends it (%s)", async (url) => {
    const response = await broken({ kind: "error-event", message: "Overloaded" }).handle(ask(url, body));
    expect(response.status).toBe(200);
    const events = payloads(await response.text());
    expect(events.at(-1)).toMatchObject({ error: { message: "Overloaded" } });
  });

  test("hang answers nothing until the request is aborted", async () => {
    const controller = new AbortController();
    const asking = broken({ kind: "hang" }).handle(ask(openai, body, controller.signal));
    controller.abort(new Error("waited long enough"));
    await expect(asking).rejects.toThrow("waited long enough");
  });

  test("hang in mid-stream goes silent until the request is aborted", async () => {
    const controller = new AbortController();
    const response = await broken({ kind: "hang", after: 2 }).handle(ask(openai, body, controller.signal));
    let received = "";
    const reading = readAll(response, (text) => {
      received += text;
    });
    const outcome = expect(reading).rejects.toThrow("stop");
    while (payloads(received).length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
    controller.abort(new Error("stop"));
    await outcome;
  });

  test("html is a page with status 200", async () => {
    const response = await broken({ kind: "html" }).handle(ask(openai, body));
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html"]);
  });
});

async function readAll(response: Response, receive: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) receive(decoder.decode(chunk, { stream: true }));
}
