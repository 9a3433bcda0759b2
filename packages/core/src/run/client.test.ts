import { createScriptedModel, createVirtualClock, type Script, type ScriptedModel } from "@holdpoint/testing";
import { describe, expect, it } from "vitest";
import type { Answer } from "../contracts/request.ts";
import type { Message } from "../contracts/run.ts";
import type { Tool } from "../contracts/tool.ts";
import { ToolResult } from "../contracts/tool-result.ts";
import { defineTool } from "../toolkit/define-tool.ts";
import { relayTool } from "../toolkit/relay-tool.ts";
import { createToolkit } from "../toolkit/toolkit.ts";
import { type Client, createClient } from "./client.ts";
import type { ClientOptions } from "./client-options.ts";
import type { MetricEvent } from "./metric-event.ts";

function setUp(
  script: Script,
  options: Partial<ClientOptions> = {},
  style: "openai" | "anthropic" = "openai",
): { client: Client; model: ScriptedModel } {
  const model = createScriptedModel({ script, style });
  const client = createClient({
    style,
    baseUrl: "https://model.test/v1",
    model: "scripted",
    fetch: model.fetch,
    retries: 0,
    warn: () => undefined,
    ...options,
  });
  return { client, model };
}

function toolkitOf(...extraTools: readonly Tool[]) {
  return createToolkit({ extraTools, warn: () => undefined });
}

/** A tool that asks once and then says it is done; `entered` counts its executions. */
function askingTool(name: string, entered: string[], prompt = `${name}?`): Tool {
  return defineTool({
    name,
    description: name,
    run: (_args, { answer }) => {
      entered.push(answer === undefined ? name : `${name} answered`);
      if (answer !== undefined) return `${name} done`;
      return ToolResult.pending({ id: `ask-${name}`, kind: "input", prompt });
    },
  });
}

function plainTool(name: string, entered: string[] = []): Tool {
  return defineTool({
    name,
    description: name,
    run: () => {
      entered.push(name);
      return `${name} ran`;
    },
  });
}

function toolTexts(messages: readonly Message[]): unknown[] {
  return messages.filter(({ role }) => role === "tool").map(({ content }) => content);
}

const callsThen = (names: readonly string[], text = "done"): Script => [
  { when: { user: "go" }, reply: { calls: names.map((name) => ({ name })) } },
  { when: { results: [...names] }, reply: text },
];

describe("a run that waits for nobody", () => {
  it("halts on the first suspension in call order and keeps what finished, before it and after it", async () => {
    const entered: string[] = [];
    const { client } = setUp(callsThen(["one", "first", "second", "two"]));
    const toolkit = toolkitOf(
      plainTool("one"),
      askingTool("first", entered),
      askingTool("second", entered),
      plainTool("two"),
    );
    const result = await client.run("go", { toolkit });
    expect(result).toMatchObject({ status: "pending", text: "first?", turns: 1, pending: { id: "ask-first" } });
    expect(toolTexts(result.messages)).toEqual(["one ran", "first?", "two ran"]);
    expect(result.toolCalls.map(({ output }) => output)).toEqual(["one ran", "first?", "two ran"]);
  });

  it("a Request whose time has passed when it is raised answers itself", async () => {
    const late = defineTool({
      name: "late",
      description: "late",
      run: () => ToolResult.pending({ kind: "input", prompt: "Still there?", expiresAt: Date.now() - 1 }),
    });
    const { client } = setUp(callsThen(["late"]));
    const result = await client.run("go", { toolkit: toolkitOf(late) });
    expect(result.status).toBe("done");
    expect(toolTexts(result.messages)).toEqual(["declined/expired: Still there?"]);
  });

  it("a later message after a halt sends no unbalanced turn", async () => {
    const entered: string[] = [];
    const { client, model } = setUp([
      { when: { user: "go" }, reply: { calls: [{ name: "first" }, { name: "second" }] } },
      { when: { user: "never mind", results: ["first", "second"] }, reply: "fine" },
    ]);
    const toolkit = toolkitOf(askingTool("first", entered), askingTool("second", entered));
    const halted = await client.run("go", { toolkit });
    const result = await client.run("never mind", { toolkit, history: halted.messages });
    expect(result.text).toBe("fine");
    expect(toolTexts(result.messages)).toEqual(["first?", "not executed: the run was paused"]);
    model.assertDone();
  });
});

describe("resuming a halted run", () => {
  const halt = async (client: Client, toolkit: ReturnType<typeof toolkitOf>) => {
    const { messages: history, pending } = await client.run("go", { toolkit });
    if (pending === undefined) throw new Error("the run did not halt");
    return { history, pending };
  };

  it("answers the halted call, keeps the finished one, and halts again on the next one before any model call", async () => {
    const entered: string[] = [];
    const { client, model } = setUp(callsThen(["first", "free", "second"]));
    const toolkit = toolkitOf(askingTool("first", entered), plainTool("free", entered), askingTool("second", entered));
    const halted = await halt(client, toolkit);
    const again = await client.runWithAnswer({ toolkit, ...halted, answer: { id: "ask-first", ok: true } });
    expect(again).toMatchObject({ status: "pending", turns: 0, pending: { id: "ask-second" } });
    expect(again.toolCalls.map(({ name }) => name)).toEqual(["first", "second"]);
    expect(model.requests).toHaveLength(1);

    const { messages: history, pending } = again;
    if (pending === undefined) throw new Error("the run did not halt again");
    const end = await client.runWithAnswer({ toolkit, history, pending, answer: { id: "ask-second", ok: false } });
    expect(end).toMatchObject({ status: "done", text: "done", turns: 1 });
    expect(toolTexts(end.messages)).toEqual(["first done", "free ran", "declined/expired: second?"]);
    expect(entered).toEqual(["first", "free", "second", "first answered", "second"]);
    model.assertDone();
  });

  it("works with plain data in another client, also one of the other style", async () => {
    const entered: string[] = [];
    const toolkit = toolkitOf(askingTool("first", entered));
    const { client } = setUp(callsThen(["first"]));
    const stored = JSON.stringify(await halt(client, toolkit));
    const { client: other, model } = setUp([{ when: { results: ["first"] }, reply: "thanks" }], {}, "anthropic");
    const result = await other.runWithAnswer({ toolkit, ...JSON.parse(stored), answer: { id: "ask-first", ok: true } });
    expect(result).toMatchObject({ status: "done", text: "thanks" });
    model.assertDone();
  });

  it("an approval runs with the arguments that were shown, a hook's changes included", async () => {
    const seen: unknown[] = [];
    const pay = defineTool({
      name: "pay",
      description: "pays",
      inputSchema: { type: "object", properties: { amount: { type: "number" }, currency: { type: "string" } } },
      run: (args) => {
        seen.push(args);
        return "paid";
      },
    });
    const { client } = setUp(
      [
        { when: { user: "go" }, reply: { calls: [{ name: "pay", args: { amount: 5 } }] } },
        { when: { results: ["pay"] }, reply: "done" },
      ],
      { policy: () => "ask", hooks: { beforeTool: ({ args }) => ({ args: { ...args, currency: "EUR" } }) } },
    );
    const toolkit = toolkitOf(pay);
    const halted = await halt(client, toolkit);
    expect(halted.pending.data).toMatchObject({ toolName: "pay", args: { amount: 5, currency: "EUR" } });
    const result = await client.runWithAnswer({ toolkit, ...halted, answer: { id: halted.pending.id, ok: true } });
    expect(result.status).toBe("done");
    expect(seen).toEqual([{ amount: 5, currency: "EUR" }]);
  });

  it("an Answer that comes after its Request's time counts as expired", async () => {
    const entered: string[] = [];
    const clock = createVirtualClock();
    const slow = defineTool({
      name: "slow",
      description: "slow",
      run: (_args, { answer }) => {
        entered.push(answer === undefined ? "asked" : "answered");
        const expiresAt = new Date(clock.now() + 1_000).toISOString();
        return ToolResult.pending({ id: "s", kind: "input", prompt: "Quick!", expiresAt });
      },
    });
    const toolkit = toolkitOf(slow);
    const { client } = setUp(callsThen(["slow"]), { clock });
    const halted = await halt(client, toolkit);
    clock.setNow(clock.now() + 2_000);
    const result = await client.runWithAnswer({ toolkit, ...halted, answer: { id: "s", ok: true } });
    expect(toolTexts(result.messages)).toEqual(["declined/expired: Quick!"]);
    expect(entered).toEqual(["asked"]);
  });

  it("refuses an Answer to something else, and an Answer that was given before", async () => {
    const entered: string[] = [];
    const toolkit = toolkitOf(askingTool("first", entered));
    const { client, model } = setUp(callsThen(["first"]));
    const { history, pending } = await halt(client, toolkit);
    const answer: Answer = { id: pending.id, ok: true };
    const refused = { name: "HoldpointError", code: "resume-mismatch" };
    await expect(
      client.runWithAnswer({ toolkit, history, pending, answer: { id: "else", ok: true } }),
    ).rejects.toMatchObject(refused);
    await expect(client.runWithAnswer({ toolkit, history: [], pending, answer })).rejects.toMatchObject(refused);
    await expect(
      client.runWithAnswer({ toolkit, history: [...history, { role: "user", content: "more" }], pending, answer }),
    ).rejects.toMatchObject(refused);
    const { messages } = await client.runWithAnswer({ toolkit, history, pending, answer });
    await expect(client.runWithAnswer({ toolkit, history: messages, pending, answer })).rejects.toMatchObject(refused);
    expect(entered).toEqual(["first", "first answered"]);
    model.assertDone();
  });

  it("finds its call also where the history has lost the placeholder", async () => {
    const entered: string[] = [];
    const toolkit = toolkitOf(askingTool("first", entered));
    const { client } = setUp(callsThen(["first"]));
    const { history, pending } = await halt(client, toolkit);
    const result = await client.runWithAnswer({
      toolkit,
      history: history.slice(0, -1),
      pending,
      answer: { id: pending.id, ok: true },
    });
    expect(toolTexts(result.messages)).toEqual(["first done"]);
  });

  it("askWithAnswer goes on with the conversation of its id and saves it", async () => {
    const entered: string[] = [];
    const toolkit = toolkitOf(askingTool("first", entered));
    const { client } = setUp(callsThen(["first"]));
    const { pending } = await client.ask("go", { toolkit, id: "talk" });
    if (pending === undefined) throw new Error("the run did not halt");
    const result = await client.askWithAnswer({ toolkit, id: "talk", pending, answer: { id: pending.id, ok: true } });
    expect(result.status).toBe("done");
    expect(await client.conversationStore().get("talk")).toEqual(result.messages);
  });

  it("an Answer to relayed calls gives each its result, and an error to the one it forgot", async () => {
    const schema = { type: "object", properties: {} };
    const toolkit = toolkitOf(relayTool("far", "far", schema), relayTool("wide", "wide", schema), plainTool("near"));
    const { client } = setUp(callsThen(["near", "far", "wide"]));
    const { history, pending } = await halt(client, toolkit);
    const calls = (pending.data as { calls: readonly { id: string; name: string }[] }).calls;
    expect(calls.map(({ name }) => name)).toEqual(["far", "wide"]);
    const answer = { id: pending.id, ok: true, data: { results: [{ id: calls[1]?.id, output: "seen" }] } };
    const result = await client.runWithAnswer({ toolkit, history, pending, answer });
    expect(toolTexts(result.messages)).toEqual(["near ran", "The host gave no result for this call.", "seen"]);
  });
});

describe("waitFor", () => {
  it.each([
    ["throws", () => Promise.reject(new Error("closed"))],
    ["gives nothing", () => undefined as unknown as Answer],
    ["answers another Request", () => ({ id: "other", ok: true })],
    ["says ok in a word", ({ id }: { id: string }) => ({ id, ok: "yes" as unknown as boolean })],
  ])("one that %s counts as not ok", async (_name, waitFor) => {
    const entered: string[] = [];
    const { client } = setUp(callsThen(["first"]), { waitFor });
    const result = await client.run("go", { toolkit: toolkitOf(askingTool("first", entered)) });
    expect(toolTexts(result.messages)).toEqual(["declined/expired: first?"]);
    expect(entered).toEqual(["first"]);
  });

  it("an abort ends a waiting run at once with the signal's reason", async () => {
    const stop = new AbortController();
    const waitFor = () => {
      queueMicrotask(() => stop.abort(new Error("never mind")));
      return new Promise<Answer>(() => undefined);
    };
    const { client } = setUp(callsThen(["first"]), { waitFor });
    const run = client.run("go", { toolkit: toolkitOf(askingTool("first", [])), signal: stop.signal });
    await expect(run).rejects.toThrow("never mind");
  });

  it("a Request that expires meanwhile answers itself, and its timer is released", async () => {
    const clock = createVirtualClock();
    const slow = defineTool({
      name: "slow",
      description: "slow",
      run: () => ToolResult.pending({ kind: "input", prompt: "Quick!", expiresAt: clock.now() + 5_000 }),
    });
    const { client } = setUp(callsThen(["slow"]), { clock, waitFor: () => new Promise<Answer>(() => undefined) });
    const run = client.run("go", { toolkit: toolkitOf(slow) });
    await clock.whenScheduled();
    await clock.advance(5_000);
    expect(toolTexts((await run).messages)).toEqual(["declined/expired: Quick!"]);
    expect(clock.scheduled).toBe(0);
  });

  it("several suspensions of a turn are asked independently; results keep call order", async () => {
    const asked: string[] = [];
    const { client } = setUp(callsThen(["first", "second"]), {
      waitFor: async ({ id }) => {
        asked.push(id);
        // The first is answered only once the second was asked.
        while (asked.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
        return { id, ok: true };
      },
    });
    const result = await client.run("go", { toolkit: toolkitOf(askingTool("first", []), askingTool("second", [])) });
    expect(toolTexts(result.messages)).toEqual(["first done", "second done"]);
  });
});

describe("stream", () => {
  it("tells calls in order however they finish, and each pending before its waitFor", async () => {
    const log: string[] = [];
    const slow = defineTool({
      name: "slow",
      description: "slow",
      run: () => new Promise<string>((resolve) => setTimeout(() => resolve("slow ran"), 5)),
    });
    const { client } = setUp(callsThen(["slow", "first", "second", "free"]), {
      waitFor: ({ id }) => {
        log.push(`waitFor ${id}`);
        return { id, ok: true };
      },
    });
    const toolkit = toolkitOf(slow, askingTool("first", []), askingTool("second", []), plainTool("free"));
    for await (const event of client.stream("go", { toolkit })) {
      if (event.type === "pending") log.push(`pending ${event.request.id}`);
      else if (event.type === "tool_result") log.push(`result ${event.output}`);
      else log.push(event.type);
    }
    const told = log.filter((line) => !line.startsWith("waitFor"));
    expect(told.filter((line) => line !== "text")).toEqual([
      "tool_call",
      "tool_call",
      "tool_call",
      "tool_call",
      "result slow ran",
      "pending ask-first",
      "result first done",
      "pending ask-second",
      "result second done",
      "result free ran",
      "usage",
      "done",
    ]);
    // The reader runs between the steps of the writer, so only what it saw first is certain.
    expect(log.indexOf("pending ask-second")).toBeGreaterThan(log.indexOf("waitFor ask-first"));
  });

  it("a halt is told as one pending, the results that stand, and done without usage", async () => {
    const { client } = setUp(callsThen(["one", "first", "second", "two"]));
    const toolkit = toolkitOf(plainTool("one"), askingTool("first", []), askingTool("second", []), plainTool("two"));
    const types: string[] = [];
    for await (const event of client.stream("go", { toolkit })) {
      types.push(event.type === "tool_result" ? event.output : event.type);
      if (event.type === "done") expect(event.result.status).toBe("pending");
    }
    expect(types.slice(4)).toEqual(["one ran", "pending", "two ran", "done"]);
  });

  it("leaving the loop aborts the request in flight and saves nothing", async () => {
    const signals: AbortSignal[] = [];
    const model = createScriptedModel({
      script: [{ reply: { text: "a long answer in several pieces", fault: { kind: "hang", after: 3 } } }],
      style: "openai",
    });
    const { client } = setUp([], {
      fetch: (input, init) => {
        if (init?.signal) signals.push(init.signal);
        return model.fetch(input, init);
      },
    });
    for await (const event of client.stream("go", { id: "talk" })) if (event.type === "text") break;
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(await client.conversationStore().get("talk")).toBeUndefined();
  });

  it("return while a next waits ends both", async () => {
    const { client } = setUp([{ reply: { text: "x", fault: { kind: "hang" } } }]);
    const stream = client.stream("go");
    const waiting = stream.next();
    await stream.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
  });

  it("saves the conversation before done is delivered", async () => {
    const { client } = setUp([{ reply: "hello" }]);
    for await (const event of client.stream("go", { id: "talk" })) {
      if (event.type === "done") expect(await client.conversationStore().get("talk")).toEqual(event.result.messages);
    }
  });
});

describe("conversations", () => {
  it("two asks on one id are served one after the other", async () => {
    const { client, model } = setUp([
      { when: { user: "one" }, reply: "1" },
      { when: { user: "two" }, reply: "2" },
    ]);
    const [first, second] = await Promise.all([client.ask("one", { id: "talk" }), client.ask("two", { id: "talk" })]);
    expect(first?.messages).toHaveLength(2);
    expect(second?.messages.map(({ content }) => content)).toEqual(["one", "1", "two", "2"]);
    model.assertDone();
  });

  it("a failed ask saves nothing and holds nobody up", async () => {
    const { client } = setUp([
      { when: { user: "one" }, reply: { fault: { kind: "status", status: 400 } } },
      { when: { user: "two" }, reply: "2" },
    ]);
    const failing = client.ask("one", { id: "talk" });
    const following = client.ask("two", { id: "talk" });
    await expect(failing).rejects.toMatchObject({ code: "endpoint-status", status: 400 });
    expect((await following).messages.map(({ content }) => content)).toEqual(["two", "2"]);
  });

  it("an abort ends an ask that waits for its turn", async () => {
    const { client } = setUp([{ when: { user: "one" }, reply: { fault: { kind: "hang" } } }]);
    const stopAll = new AbortController();
    const stopOne = new AbortController();
    const first = client.ask("one", { id: "talk", signal: stopAll.signal });
    const waiting = client.ask("two", { id: "talk", signal: stopOne.signal });
    stopOne.abort(new Error("not that one"));
    await expect(waiting).rejects.toThrow("not that one");
    stopAll.abort(new Error("enough"));
    await expect(first).rejects.toThrow("enough");
  });

  it("a conversation keeps its own transcript, one message at a time, until it is reset", async () => {
    const { client } = setUp(
      ["one", "two", "three"].map((user) => ({ when: { user }, reply: `heard ${user}` })),
      { systemPrompt: "Be brief." },
    );
    const talk = client.conversation();
    await Promise.all([talk.send("one"), talk.send("two")]);
    expect(talk.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user", "assistant"]);
    talk.reset();
    expect(talk.messages).toEqual([]);
    await talk.send("three");
    expect(talk.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant"]);
  });

  it("what is handed out cannot change what is stored", async () => {
    const { client } = setUp([{ reply: "hello" }]);
    await client.ask("go", { id: "talk" });
    const copy = (await client.conversationStore().get("talk")) as { content: string }[];
    for (const message of copy) message.content = "changed";
    expect(await client.conversationStore().get("talk")).toMatchObject([{ content: "go" }, { content: "hello" }]);
  });
});

describe("the end of a run", () => {
  it("a deadline stops everything with a code of its own and leaves no timer", async () => {
    const clock = createVirtualClock();
    const { client } = setUp([{ reply: { fault: { kind: "hang" } } }], { clock, timeoutMs: 1_000 });
    const run = client.run("go");
    await clock.whenScheduled();
    const outcome = expect(run).rejects.toMatchObject({ code: "timeout" });
    await clock.advance(1_000);
    await outcome;
    expect(clock.scheduled).toBe(0);
  });

  it("a tool that ignores its signal does not keep an aborted run", async () => {
    const stop = new AbortController();
    const stuck = defineTool({
      name: "stuck",
      description: "stuck",
      run: () => {
        stop.abort(new Error("enough"));
        return new Promise<string>(() => undefined);
      },
    });
    const { client } = setUp(callsThen(["stuck"]));
    await expect(client.run("go", { toolkit: toolkitOf(stuck), signal: stop.signal })).rejects.toThrow("enough");
  });

  it("leaves no listener on the caller's signal", async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...given: Parameters<typeof add>) => {
      listeners += 1;
      add(...given);
    };
    signal.removeEventListener = (...given: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...given);
    };
    const { client } = setUp([...callsThen(["one"]), { reply: { fault: { kind: "status", status: 400 } } }]);
    const toolkit = toolkitOf(plainTool("one"));
    await client.run("go", { toolkit, signal });
    for await (const _event of client.stream("again", { signal }).return?.() ? [] : []);
    await expect(client.ask("fails", { id: "x", signal })).rejects.toThrow();
    expect(listeners).toBe(0);
  });

  it("a hook that throws for one call stops the others, also those that share a Request", async () => {
    const schema = { type: "object", properties: {} };
    const { client } = setUp(callsThen(["far", "wide"]), {
      hooks: {
        beforeTool: async ({ name }) => {
          if (name === "wide") throw new Error("not that one");
        },
      },
    });
    const toolkit = toolkitOf(relayTool("far", "far", schema), relayTool("wide", "wide", schema));
    await expect(client.run("go", { toolkit })).rejects.toThrow("not that one");
  });

  it("a sink that throws, at once or later, never disturbs a run", async () => {
    const warnings: string[] = [];
    let events = 0;
    const { client } = setUp([{ reply: "hello" }], {
      warn: (message) => warnings.push(message),
      onMetric: (event): Promise<void> => {
        events += 1;
        if (event.event === "llm") throw new Error("at once");
        return Promise.reject(new Error("later"));
      },
    });
    expect((await client.run("go")).text).toBe("hello");
    await Promise.resolve();
    expect(events).toBe(2);
    expect(warnings).toHaveLength(2);
  });

  it("a client that is logged shows no secret", () => {
    const { client } = setUp([], { apiKey: "sk-secret", headers: { "x-key": "secret-too" } });
    expect(JSON.stringify(client)).not.toContain("secret");
  });

  it("an empty message is refused before anything is sent", async () => {
    const { client, model } = setUp([]);
    await expect(client.run([])).rejects.toMatchObject({ code: "invalid-argument" });
    expect(model.requests).toHaveLength(0);
  });
});

describe("hooks", () => {
  it("afterTool sees no suspension, neither a first nor a second one", async () => {
    const seen: string[] = [];
    const stubborn = defineTool({
      name: "stubborn",
      description: "stubborn",
      run: () => ToolResult.pending({ kind: "input", prompt: "Again?" }),
    });
    const { client } = setUp(callsThen(["stubborn", "one"]), {
      waitFor: ({ id }) => ({ id, ok: true }),
      hooks: { afterTool: ({ name, result }) => void seen.push(`${name} ${result.output}`) },
    });
    const result = await client.run("go", { toolkit: toolkitOf(stubborn, plainTool("one")) });
    expect(toolTexts(result.messages)).toEqual(["unresolved: Again?", "one ran"]);
    expect(seen).toEqual(["one one ran"]);
  });

  it("what a hook gives for a result is read like a tool's", async () => {
    const { client } = setUp(callsThen(["one", "two"]), {
      hooks: {
        beforeTool: ({ name }) => (name === "one" ? { result: { output: { a: 1 } } as unknown as ToolResult } : {}),
        afterTool: () => ({ result: { isError: false } as ToolResult }),
      },
    });
    const result = await client.run("go", { toolkit: toolkitOf(plainTool("one"), plainTool("two")) });
    expect(result.toolCalls).toMatchObject([
      { output: '{"a":1}', isError: false },
      { output: "", isError: false },
    ]);
  });

  it("tools a hook sets are what goes out from then on", async () => {
    const { client, model } = setUp(callsThen(["one"]), {
      hooks: { beforeLLM: ({ turn, tools }) => (turn === 0 ? { tools: tools.slice(0, 1) } : undefined) },
    });
    await client.run("go", { toolkit: toolkitOf(plainTool("one"), plainTool("two")) });
    const sent = model.requests.map(({ body }) => (body.tools as readonly unknown[]).length);
    expect(sent).toEqual([1, 1]);
  });
});

describe("policy and validation", () => {
  it("a policy that denies keeps the tool from being entered; the model reads why", async () => {
    const entered: string[] = [];
    const { client } = setUp(callsThen(["one"]), { policy: () => ({ deny: "not today" }) });
    const result = await client.run("go", { toolkit: toolkitOf(plainTool("one", entered)) });
    expect(result.toolCalls).toMatchObject([{ output: "not today", isError: true }]);
    expect(entered).toEqual([]);
  });

  it("arguments are checked unless that is switched off", async () => {
    const strict = defineTool({
      name: "strict",
      description: "strict",
      inputSchema: { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
      run: ({ n }) => `got ${String(n)}`,
    });
    const reports: unknown[] = [];
    const script: Script = [
      { when: { user: "go" }, times: 2, reply: { calls: [{ name: "strict", args: { n: "x" } }] } },
      { when: { results: ["strict"] }, times: 2, reply: "done" },
    ];
    const { client } = setUp(script, { onToolError: (report) => reports.push(report) });
    const checked = await client.run("go", { toolkit: toolkitOf(strict) });
    expect(checked.toolCalls).toMatchObject([{ isError: true }]);
    expect(reports).toMatchObject([{ toolName: "strict", code: 104 }]);
    const { client: lenient } = setUp(script, { validate: false });
    expect((await lenient.run("go", { toolkit: toolkitOf(strict) })).toolCalls).toMatchObject([{ output: "got x" }]);
  });

  it("a tool that ends the run is the last thing that happens", async () => {
    const last = { ...plainTool("last"), endsRun: true };
    const { client, model } = setUp([{ reply: { text: "Finishing.", calls: [{ name: "last" }] } }]);
    const result = await client.run("go", { toolkit: toolkitOf(last) });
    expect(result).toMatchObject({ status: "done", turns: 1, text: "Finishing." });
    model.assertDone();
  });
});

describe("metrics", () => {
  const kinds = (events: readonly MetricEvent[]) =>
    events.map((event) => (event.event === "tool" ? `${event.tool}${event.pending ? " pending" : ""}` : event.event));

  it("a suspension and the execution after its Answer are two steps; a refusal is none", async () => {
    const events: MetricEvent[] = [];
    const { client } = setUp(callsThen(["first", "second"]), {
      onMetric: (event) => events.push(event),
      waitFor: ({ id }) => ({ id, ok: id === "ask-first" }),
    });
    await client.run("go", { toolkit: toolkitOf(askingTool("first", []), askingTool("second", [])) });
    expect(kinds(events).sort()).toEqual(["first", "first pending", "llm", "llm", "run", "second pending"]);
  });

  it("every failure is counted once: the model call and the run", async () => {
    const events: MetricEvent[] = [];
    const { client } = setUp([{ reply: { fault: { kind: "status", status: 500 } } }], {
      onMetric: (event) => events.push(event),
    });
    await expect(client.run("go")).rejects.toThrow("LLM 500");
    expect(events).toMatchObject([
      { event: "llm", status: "error" },
      { event: "run", error: expect.any(String) },
    ]);
    expect(client.metrics()).toContain('toolnexus_run_errors_total{model="scripted"} 1');
  });

  it("a resumed run counts itself alone", async () => {
    const events: MetricEvent[] = [];
    const toolkit = toolkitOf(askingTool("first", []));
    const { client } = setUp(callsThen(["first"]), { onMetric: (event) => events.push(event) });
    const { messages: history, pending } = await client.run("go", { toolkit });
    if (pending === undefined) throw new Error("the run did not halt");
    events.length = 0;
    await client.runWithAnswer({ toolkit, history, pending, answer: { id: pending.id, ok: true } });
    expect(events).toMatchObject([
      { event: "tool", tool: "first", isError: false },
      { event: "llm", status: "ok" },
      { event: "run", turns: 1, toolCalls: 1 },
    ]);
    expect(events.every(({ ms }) => ms >= 0 && ms < 60_000)).toBe(true);
  });
});
