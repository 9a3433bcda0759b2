import { createVirtualClock } from "@holdpoint/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { EndpointError } from "../contracts/errors.ts";
import { ask, chunk, completion, failure, sse, user, wireTo } from "./wire.fixture.ts";
import type { WireEvent } from "./wire.ts";

const textOf = (events: readonly WireEvent[]): string =>
  events.map((event) => (event.type === "text" ? event.delta : "")).join("");

/** A reply whose body does what it is told, piece by piece. */
function streamed(
  start: (controller: ReadableStreamDefaultController<Uint8Array>) => void,
  cancelled?: () => void,
): Response {
  const stream = new ReadableStream<Uint8Array>({ start, ...(cancelled && { cancel: cancelled }) });
  return new Response(stream, { headers: { "content-type": "text/event-stream" } });
}
const bytes = (text: string) => new TextEncoder().encode(text);
const hello = `data: ${JSON.stringify(chunk({ content: "Hel" }))}\n\n`;

const full = [
  ": comment\n\n",
  `data: ${JSON.stringify(chunk({ content: "Grüße 👋 " }))}\n\n`,
  `data:${JSON.stringify(chunk({ reasoning: "hm…" }))}\n\n`,
  `event: x\ndata: ${JSON.stringify(chunk({ tool_calls: [{ index: 0, id: "c", function: { name: "n", arguments: '{"ü":' } }] }))}\n\n`,
  `data: ${JSON.stringify(chunk({ tool_calls: [{ index: 0, function: { arguments: "1}" } }] }, "tool_calls"))}\n\n`,
  `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } })}\n\n`,
  "data: [DONE]\n\n",
].join("");

test("any chunking gives the same events, with any line ends", async () => {
  const whole = await ask(wireTo("openai", [new Response(full)]).wire);
  expect(textOf(whole)).toBe("Grüße 👋 ");
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("\n", "\r\n", "\r"),
      fc.array(fc.nat(full.length + 20), { maxLength: 30 }),
      async (end, cuts) => {
        const body = bytes(full.replaceAll("\n", end));
        const at = [...new Set([0, ...cuts.filter((cut) => cut < body.length), body.length])].sort((a, b) => a - b);
        const response = streamed((controller) => {
          for (let piece = 1; piece < at.length; piece++) controller.enqueue(body.slice(at[piece - 1], at[piece]));
          controller.close();
        });
        expect(await ask(wireTo("openai", [response]).wire)).toEqual(whole);
      },
    ),
    { numRuns: 60 },
  );
});

test("a stream that was asked for may come as JSON, and JSON as a stream", async () => {
  const asJson = await ask(wireTo("openai", [completion({ content: "Hi" })]).wire, { stream: true });
  expect(textOf(asJson)).toBe("Hi");
  expect(asJson.at(-1)).toMatchObject({ type: "finish", finishReason: "stop", response: { choices: [{}] } });
  const asStream = await ask(wireTo("openai", [sse([chunk({ content: "Hi" }, "stop")])]).wire, { stream: false });
  expect(textOf(asStream)).toBe("Hi");
});

test.each([
  ["text/plain", hello],
  ["application/json", hello],
  ["", ": keep-alive\n\n"],
])("events are events, though the content type is %j", async (type, start) => {
  const body = `${start}data: ${JSON.stringify(chunk({ content: "lo" }, "stop"))}\n\n`;
  const response = new Response(body, { headers: type ? { "content-type": type } : {} });
  expect(textOf(await ask(wireTo("openai", [response]).wire))).toMatch(/lo$/);
});

test.each([
  ["HTML", "<!doctype html><title>Login</title>", "text/html", "Login"],
  ["HTML where events are due", "<html>proxy</html>", "text/event-stream", "proxy"],
  ["text", "upstream timeout", "text/plain", "upstream timeout"],
  ["other JSON", '{"hello":"world"}', "application/json", "hello"],
  ["torn JSON", '{"choices":[{"mess', "application/json", "choices"],
  ["nothing", "", "application/json", "empty"],
  ["events of something else that are no JSON", "data: hello\n\ndata: world\n\n", "text/event-stream", "hello"],
])("%s is an error that quotes the status and the start", async (_what, body, type, words) => {
  const error = await failure(ask(wireTo("openai", [new Response(body, { headers: { "content-type": type } })]).wire));
  expect(error).toMatchObject({ code: "endpoint-unreadable", status: 200 });
  expect(error.message).toContain("LLM 200");
  expect(error.message).toContain(words);
});

test("what is quoted is short and holds no control characters", async () => {
  const body = `<\u0000\u202e\n${"x".repeat(5000)}`;
  const { message } = await failure(ask(wireTo("openai", [new Response(body)]).wire));
  expect(message.length).toBeLessThan(500);
  expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test.each([
  ["inside an event", `${hello}data: {"choices":[{"del`],
  ["between events", hello],
  ["before the first", ": OPENROUTER PROCESSING\n\n"],
])("a stream that ends %s is no answer; what came before is kept", async (_where, body) => {
  const response = new Response(body, { headers: { "content-type": "text/event-stream" } });
  const error = await failure(ask(wireTo("openai", [response]).wire));
  expect(error.code).toBe("stream-cut");
  expect(textOf(error.events)).toBe(body.includes("Hel") ? "Hel" : "");
  expect(error.events.some(({ type }) => type === "finish")).toBe(false);
});

test("a connection that breaks after the first byte is not asked again", async () => {
  const { wire, requests } = wireTo("openai", [
    streamed((controller) => {
      controller.enqueue(bytes(hello));
      setTimeout(() => controller.error(new TypeError("socket closed")), 0);
    }),
  ]);
  const error = await failure(ask(wire));
  expect([error.code, textOf(error.events), requests.length]).toEqual(["stream-cut", "Hel", 1]);
  expect(error.message).toContain("socket closed");
});

test("a connection that breaks before the first byte is a network failure, so it is tried again", async () => {
  const { wire, requests } = wireTo(
    "openai",
    [streamed((controller) => controller.error(new TypeError("socket closed"))), completion({ content: "ok" })],
    { retryBaseMs: 0 },
  );
  expect(textOf(await ask(wire))).toBe("ok");
  expect(requests).toHaveLength(2);
});

test("a stream is complete after a finish reason, also without an end marker or when the connection then breaks", async () => {
  expect(textOf(await ask(wireTo("openai", [sse([chunk({ content: "Hi" }, "stop")])]).wire))).toBe("Hi");
  const breaking = streamed((controller) => {
    controller.enqueue(bytes(`data: ${JSON.stringify(chunk({ content: "Hi" }, "stop"))}\n\n`));
    setTimeout(() => controller.error(new TypeError("socket closed")), 0);
  });
  expect((await ask(wireTo("openai", [breaking]).wire)).at(-1)).toMatchObject({ type: "finish", finishReason: "stop" });
});

test("an end marker without a finish reason ends an answer too", async () => {
  expect((await ask(wireTo("openai", [sse([chunk({ content: "Hi" }), "[DONE]"])]).wire)).at(-1)).toEqual({
    type: "finish",
    finishReason: null,
  });
});

test("nothing is read beyond the end marker, and the stream is let go", async () => {
  let cancelled = false;
  const response = streamed(
    (controller) => controller.enqueue(bytes(`${hello}data: [DONE]\n\n`)),
    () => {
      cancelled = true;
    },
  );
  await ask(wireTo("openai", [response]).wire);
  expect(cancelled).toBe(true);
});

test.each([
  ["an error event", { error: { message: "Overloaded", type: "overloaded_error" } }],
  ["an error beside a choice", { ...chunk({ content: "" }, "error"), error: { message: "Overloaded" } }],
])("%s fails the answer; what came before and after stays", async (_what, payload) => {
  const usage = { choices: [], usage: { prompt_tokens: 3, completion_tokens: 1 } };
  const error = await failure(ask(wireTo("openai", [sse([chunk({ content: "Par" }), payload, usage])]).wire));
  expect(error).toMatchObject({ name: "EndpointError", code: "stream-error", status: 200 });
  expect(error.message).toContain("Overloaded");
  expect(error.events.map(({ type }) => type)).toEqual(["text", "usage"]);
});

test("an event named error is one, also when it is no JSON", async () => {
  const response = new Response("event: error\ndata: out of memory\n\n", {
    headers: { "content-type": "text/event-stream" },
  });
  const error = await failure(ask(wireTo("openai", [response]).wire));
  expect([error.code, error.message.includes("out of memory")]).toEqual(["stream-error", true]);
});

test("an error inside a 200 that came whole fails it, with the calls that stood beside it", async () => {
  const call = { id: "c", type: "function", function: { name: "n", arguments: "{}" } };
  const reply = {
    choices: [{ message: { tool_calls: [call] }, finish_reason: "tool_calls" }],
    error: { message: "upstream broke" },
  };
  const error = await failure(ask(wireTo("openai", [Response.json(reply)]).wire));
  expect([error.code, error.events.map(({ type }) => type)]).toEqual(["stream-error", ["call"]]);
  expect((error as unknown as EndpointError).finishReason).toBe("tool_calls");
});

test("silence, and comments without end, are given up after the idle limit", async () => {
  for (const noise of ["", ": still here\n\n", 'data: {"type":"ping"}\n\n']) {
    const clock = createVirtualClock();
    let cancelled = false;
    let write: (text: string) => void = () => undefined;
    const response = streamed(
      (controller) => {
        write = (text) => controller.enqueue(bytes(text));
      },
      () => {
        cancelled = true;
      },
    );
    const asked = failure(ask(wireTo("openai", [response], { clock, streamIdleMs: 1000 }).wire));
    await clock.whenScheduled();
    write(hello);
    for (let quarter = 0; quarter < 6; quarter++) {
      if (noise !== "" && !cancelled) write(noise);
      await clock.advance(250);
    }
    const error = await asked;
    expect([error.code, textOf(error.events), cancelled, clock.scheduled]).toEqual(["stream-idle", "Hel", true, 0]);
  }
});

test("a slow answer is none that stalls", async () => {
  const clock = createVirtualClock();
  let write: (text: string) => void = () => undefined;
  const response = streamed((controller) => {
    write = (text) => controller.enqueue(bytes(text));
  });
  const asked = ask(wireTo("openai", [response], { clock, streamIdleMs: 1000 }).wire);
  await clock.whenScheduled();
  for (let piece = 0; piece < 20; piece++) {
    write(hello);
    await clock.advance(900);
  }
  write("data: [DONE]\n\n");
  expect(textOf(await asked)).toBe("Hel".repeat(20));
  expect(clock.scheduled).toBe(0);
});

test("an abort in the middle of a stream is its reason, and nothing stays open", async () => {
  const clock = createVirtualClock();
  const controller = new AbortController();
  let cancelled = false;
  const response = streamed(
    (stream) => stream.enqueue(bytes(hello)),
    () => {
      cancelled = true;
    },
  );
  const { wire } = wireTo("openai", [response], { clock });
  const asked = failure(ask(wire, { signal: controller.signal }));
  await clock.whenScheduled();
  controller.abort(new Error("enough"));
  const error = await asked;
  expect([error.message, cancelled, clock.scheduled]).toEqual(["enough", true, 0]);
});

test("a promise of the receiver is awaited before the next event is handed over", async () => {
  const { wire } = wireTo("openai", [
    sse([chunk({ content: "a" }), chunk({ content: "b" }), chunk({ content: "c" }, "stop")]),
  ]);
  const log: string[] = [];
  const { signal } = new AbortController();
  await wire.ask({ turns: [user("Hi")], tools: [], system: "", stream: true, signal }, async (event) => {
    log.push(`+${event.type}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
    log.push("-");
  });
  expect(log).toEqual(["+text", "-", "+text", "-", "+text", "-", "+finish", "-"]);
});

test("a receiver that fails stops the reading with its own error", async () => {
  const { wire, requests } = wireTo("openai", [sse([chunk({ content: "a" }), chunk({ content: "b" }, "stop")])]);
  const { signal } = new AbortController();
  const asked = wire.ask({ turns: [user("Hi")], tools: [], system: "", stream: true, signal }, () => {
    throw new Error("the disk is full");
  });
  await expect(asked).rejects.toThrow("the disk is full");
  await expect(asked).rejects.not.toBeInstanceOf(EndpointError);
  expect(requests).toHaveLength(1);
});

test("hostile keys in a stream pollute nothing", async () => {
  const hostile =
    '{"__proto__":{"polluted":1},"choices":[{"index":0,"delta":{"__proto__":{"polluted":1},"content":"x","tool_calls":[{"index":0,"id":"c","__proto__":{"polluted":1},"function":{"name":"n","arguments":"{}"}}]},"finish_reason":"stop"}]}';
  await ask(wireTo("openai", [sse([hostile])]).wire);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
