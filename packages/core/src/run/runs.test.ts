import { createScriptedModel, createVirtualClock, type Script } from "@holdpoint/testing";
import { describe, expect, it } from "vitest";
import { ToolResult } from "../contracts/tool-result.ts";
import { defineTool } from "../toolkit/define-tool.ts";
import { createToolkit } from "../toolkit/toolkit.ts";
import type { Agent } from "./agent.ts";
import { createClient } from "./client.ts";
import { createMemoryStore, type MemoryStore } from "./memory-store.ts";
import { createRuns } from "./runs.ts";
import { until } from "./until.fixture.ts";
import type { RunView, ViewCallPart } from "./view.ts";

/** A page: its own runs, tools and model, over a store that outlives it. */
function openPage(options: {
  readonly store: MemoryStore;
  readonly script: Script;
  readonly agent?: Partial<Agent>;
  readonly effects: string[];
}) {
  const model = createScriptedModel({ script: options.script, style: "openai" });
  const refund = defineTool({
    name: "refund",
    description: "Refunds an order",
    inputSchema: { type: "object", properties: { order: { type: "string" } }, required: ["order"] },
    run: (args) => {
      options.effects.push(`refund ${String(args.order)}`);
      return `refunded ${String(args.order)}`;
    },
  });
  const lookup = defineTool({
    name: "lookup",
    description: "Looks something up",
    run: () => {
      options.effects.push("lookup");
      return "found";
    },
  });
  const deploy = defineTool({
    name: "deploy",
    description: "Deploys",
    run: (_args, ctx) =>
      ctx?.answer === undefined
        ? ToolResult.pending({ id: "", kind: "input", prompt: "Which environment?" })
        : `deployed to ${String((ctx.answer.data as { env: string }).env)}`,
  });
  const agent: Agent = {
    name: "shop",
    client: createClient({ baseUrl: "https://model.test/v1", style: "openai", model: "scripted", fetch: model.fetch }),
    toolkit: createToolkit({ extraTools: [refund, lookup, deploy] }),
    policy: (call) => (call.toolName === "refund" ? "ask" : "allow"),
    ...options.agent,
  };
  return { runs: createRuns({ store: options.store, agents: [agent] }), model };
}

function calls(view: RunView): readonly ViewCallPart[] {
  return view.turns.flatMap((turn) => turn.parts).filter((part): part is ViewCallPart => part.kind === "TOOL_CALL");
}

function lastText(view: RunView): string {
  const parts = view.turns.at(-1)?.parts ?? [];
  return parts.map((part) => (part.kind === "TEXT" ? part.text : "")).join("");
}

const REFUND: Script = [
  {
    when: { user: "refund" },
    reply: { text: "Let me do that.", calls: [{ name: "refund", args: { order: "A-17" } }] },
  },
  { when: { results: ["refund"] }, reply: "All done." },
];

describe("a durable run", () => {
  it("answers a plain message and is done", async () => {
    const { runs } = openPage({ store: createMemoryStore(), effects: [], script: [{ when: {}, reply: "Hello." }] });
    const run = await runs.start({ agent: "shop", prompt: "hi" });
    const view = await run.settled();
    expect(view.status).toBe("done");
    expect(lastText(view)).toBe("Hello.");
    await runs.close();
  });

  it("stops at a hold point before the tool is entered, and goes on when approved", async () => {
    const effects: string[] = [];
    const { runs, model } = openPage({ store: createMemoryStore(), effects, script: REFUND });
    const run = await runs.start({ agent: "shop", prompt: "refund A-17" });
    const paused = await run.settled();
    expect(paused.status).toBe("paused");
    expect(paused.pending[0]).toMatchObject({
      origin: "policy",
      call: { toolName: "refund", args: { order: "A-17" } },
      request: { kind: "approval" },
    });
    expect(effects).toEqual([]);
    const outcome = await run.answer(paused.pending[0]?.requestId ?? "", { ok: true });
    expect(outcome.accepted).toBe(true);
    const done = await until(run, (view) => view.status === "done");
    expect(effects).toEqual(["refund A-17"]);
    expect(calls(done)[0]).toMatchObject({ state: "done", result: { output: "refunded A-17" } });
    expect(lastText(done)).toBe("All done.");
    expect(done.pending).toEqual([]);
    model.assertDone();
    await runs.close();
  });

  it("resumes in another page after the first one died at the hold point, and the tool runs once", async () => {
    const store = createMemoryStore();
    const effects: string[] = [];
    const first = openPage({ store: store.fork(), effects, script: REFUND });
    const run = await first.runs.start({ agent: "shop", prompt: "refund A-17" });
    await run.settled();
    await first.runs.close();

    const second = openPage({ store: store.fork(), effects, script: REFUND });
    const again = second.runs.open(run.runId);
    const view = await again.settled();
    expect(view.status).toBe("paused");
    expect(view.pending).toHaveLength(1);
    await again.answer(view.pending[0]?.requestId ?? "", { ok: true });
    const done = await until(again, (next) => next.status === "done");
    expect(effects).toEqual(["refund A-17"]);
    expect(lastText(done)).toBe("All done.");
    await second.runs.close();
  });

  it("tells the model a person's reason, and marks the call rejected", async () => {
    const effects: string[] = [];
    const { runs, model } = openPage({ store: createMemoryStore(), effects, script: REFUND });
    const run = await runs.start({ agent: "shop", prompt: "refund A-17" });
    const paused = await run.settled();
    await run.answer(paused.pending[0]?.requestId ?? "", {
      ok: false,
      reason: "declined",
      data: { reason: "The order is too old" },
    });
    const done = await until(run, (view) => view.status === "done");
    expect(effects).toEqual([]);
    expect(calls(done)[0]).toMatchObject({
      state: "rejected",
      result: { rejected: true, output: "The order is too old" },
    });
    const told = JSON.stringify(model.requests.at(-1)?.body);
    expect(told).toContain("The order is too old");
    await runs.close();
  });

  it("raises all suspensions of a turn, takes their answers in any order, and asks the model once with both", async () => {
    const effects: string[] = [];
    const script: Script = [
      {
        when: { user: "both" },
        reply: { calls: [{ name: "refund", args: { order: "A" } }, { name: "deploy", args: {} }, { name: "lookup" }] },
      },
      { when: { results: ["refund", "deploy", "lookup"] }, reply: "Both." },
    ];
    const { runs, model } = openPage({ store: createMemoryStore(), effects, script });
    const run = await runs.start({ agent: "shop", prompt: "both" });
    const paused = await run.settled();
    expect(effects).toEqual(["lookup"]);
    expect(paused.pending.map(({ call }) => call.toolName).sort()).toEqual(["deploy", "refund"]);
    const idOf = (tool: string) => paused.pending.find(({ call }) => call.toolName === tool)?.requestId ?? "";
    await run.answer(idOf("deploy"), { ok: true, data: { env: "staging" } });
    const one = await until(run, (view) => view.pending.length === 1 && view.status === "paused");
    expect(one.pending[0]?.call.toolName).toBe("refund");
    expect(model.requests).toHaveLength(1);
    await run.answer(idOf("refund"), { ok: true });
    const done = await until(run, (view) => view.status === "done");
    expect(calls(done).map(({ result }) => result?.output)).toEqual(["refunded A", "deployed to staging", "found"]);
    expect(model.requests).toHaveLength(2);
    await runs.close();
  });

  it("lets a second page follow, answer, and take over when the driver goes", async () => {
    const store = createMemoryStore();
    const effects: string[] = [];
    const driver = openPage({ store: store.fork(), effects, script: REFUND });
    const run = await driver.runs.start({ agent: "shop", prompt: "refund A-17" });
    const stop = run.subscribe(() => undefined);
    await run.settled();
    const follower = openPage({ store: store.fork(), effects, script: REFUND });
    const followed = follower.runs.open(run.runId);
    const view = await until(followed, ({ status }) => status === "paused");
    expect(view.role).toBe("follower");
    await followed.answer(view.pending[0]?.requestId ?? "", { ok: true });
    await until(followed, ({ status }) => status === "done");
    expect(effects).toEqual(["refund A-17"]);
    stop();
    await driver.runs.close();
    await followed.send("refund again");
    const paused = await until(followed, ({ status }) => status === "paused");
    expect(paused.role).toBe("driver");
    await follower.runs.close();
  });

  it("says who was first when two answers race", async () => {
    const store = createMemoryStore();
    const { runs } = openPage({ store, effects: [], script: REFUND });
    const run = await runs.start({ agent: "shop", prompt: "refund A-17" });
    const { pending } = await run.settled();
    const id = pending[0]?.requestId ?? "";
    const outcomes = await Promise.all([runs.answer(id, { ok: true }), runs.answer(id, { ok: false })]);
    expect(outcomes.map(({ accepted }) => accepted)).toEqual([true, false]);
    expect(outcomes[1].record?.answer).toMatchObject({ ok: true });
    await until(run, ({ status }) => status === "done");
    await runs.close();
  });

  it("cancels a run that waits; its request closes and a later message goes out balanced", async () => {
    const effects: string[] = [];
    const { runs, model } = openPage({
      store: createMemoryStore(),
      effects,
      script: [{ when: { user: "never mind", results: ["refund"] }, reply: "Fine." }, ...REFUND],
    });
    const run = await runs.start({ agent: "shop", prompt: "refund A-17" });
    await run.settled();
    await run.cancel("changed my mind");
    const cancelled = await until(run, ({ status }) => status === "cancelled");
    expect(cancelled.pending).toEqual([]);
    expect(await runs.requests()).toEqual([]);
    await run.send("never mind");
    const done = await until(run, ({ status }) => status === "done");
    expect(lastText(done)).toBe("Fine.");
    expect(calls(done)[0]).toMatchObject({ state: "failed" });
    expect(effects).toEqual([]);
    const messages = model.requests.at(-1)?.body.messages as { role: string }[];
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
    await runs.close();
  });

  it("shows what went wrong and goes on from there by retry", async () => {
    const { runs } = openPage({
      store: createMemoryStore(),
      effects: [],
      script: [
        { when: { user: "hi" }, reply: { fault: { kind: "status", status: 401 } } },
        { when: { user: "hi" }, reply: "Hello." },
      ],
    });
    const run = await runs.start({ agent: "shop", prompt: "hi" });
    const failed = await run.settled();
    expect(failed.status).toBe("failed");
    expect(failed.error).toMatchObject({ status: 401 });
    await run.retry();
    const done = await until(run, ({ status }) => status === "done");
    expect(lastText(done)).toBe("Hello.");
    expect(done.error).toBeUndefined();
    await runs.close();
  });

  it("never shows an older moment again, also while a read of it is late when the driver ends", async () => {
    const store = createMemoryStore();
    const { runs } = openPage({
      store,
      effects: [],
      script: [
        { when: { user: "hi" }, reply: { fault: { kind: "status", status: 401 } } },
        { when: { user: "hi" }, reply: "Hello." },
      ],
    });
    const run = await runs.start({ agent: "shop", prompt: "hi" });
    await run.settled();
    const { load } = store;
    // What is read for the view is late from here on, and older than what the driver wrote meanwhile.
    store.load = async (runId, options) => {
      const read = await load(runId, options);
      if (options?.turnLimit === 50) await new Promise((resolve) => setTimeout(resolve, 100));
      return read;
    };
    const seen: string[] = [];
    const stop = run.subscribe(() => {
      const { status } = run.getView();
      if (seen.at(-1) !== status) seen.push(status);
    });
    await run.retry();
    await until(run, ({ status }) => status === "done");
    await new Promise((resolve) => setTimeout(resolve, 400));
    stop();
    expect(seen.slice(seen.indexOf("running"))).toEqual(["running", "done"]);
    await runs.close();
  });

  it("gives up on a tool that never settles, says so, and goes on", async () => {
    const clock = createVirtualClock();
    const stuck = defineTool({ name: "refund", description: "Hangs", run: () => new Promise<string>(() => undefined) });
    const model = createScriptedModel({
      style: "openai",
      script: [
        { when: { user: "go" }, reply: { calls: [{ name: "refund" }] } },
        { when: { results: ["refund"] }, reply: "It hangs." },
      ],
    });
    const client = createClient({ baseUrl: "https://model.test/v1", style: "openai", model: "m", fetch: model.fetch });
    const toolkit = createToolkit({ extraTools: [stuck] });
    const runs = createRuns({ store: createMemoryStore(), agents: [{ name: "shop", client, toolkit }], clock });
    const run = await runs.start({ agent: "shop", prompt: "go" });
    await until(run, (view) => calls(view)[0]?.state === "running");
    await clock.advance(600_000);
    const done = await until(run, ({ status }) => status === "done");
    expect(calls(done)[0]?.result).toMatchObject({ failed: true, errorCode: 303 });
    expect(lastText(done)).toBe("It hangs.");
    await runs.close();
  });

  it("keeps what a person had read of an answer they stopped", async () => {
    const { runs, model } = openPage({
      store: createMemoryStore(),
      effects: [],
      script: [{ when: {}, reply: { text: "one two three four", fault: { kind: "hang", after: 4 } } }],
    });
    const run = await runs.start({ agent: "shop", prompt: "hi" });
    await until(run, (view) => lastText(view) !== "" && view.streaming);
    await run.cancel();
    const stopped = await until(run, ({ status }) => status === "cancelled");
    expect(stopped.turns.at(-1)).toMatchObject({ role: "ASSISTANT", settled: true, finishReason: "cancelled" });
    expect("one two three four").toContain(lastText(stopped));
    expect(model.requests).toHaveLength(1);
    await runs.close();
  });

  it("asks a person when a call was started before the page died, and never runs it again by itself", async () => {
    const store = createMemoryStore();
    const effects: string[] = [];
    let entered: () => void = () => undefined;
    const inside = new Promise<void>((resolve) => {
      entered = resolve;
    });
    const stuck = defineTool({
      name: "refund",
      description: "Refunds",
      inputSchema: { type: "object", properties: { order: { type: "string" } } },
      run: () => {
        effects.push("refund");
        entered();
        return new Promise<string>(() => undefined);
      },
    });
    const first = openPage({
      store: store.fork(),
      effects,
      script: REFUND,
      agent: { toolkit: createToolkit({ extraTools: [stuck] }), policy: () => "allow" },
    });
    const run = await first.runs.start({ agent: "shop", prompt: "refund A-17" });
    await inside;
    await first.runs.close();

    const second = openPage({ store: store.fork(), effects, script: REFUND, agent: { policy: () => "allow" } });
    const again = second.runs.open(run.runId);
    const view = await again.settled();
    expect(view.pending[0]).toMatchObject({ origin: "in_doubt", request: { kind: "in_doubt" } });
    expect(calls(view)[0]?.state).toBe("in_doubt");
    await again.answer(view.pending[0]?.requestId ?? "", { ok: true, data: { outcome: "ran" } });
    const done = await until(again, ({ status }) => status === "done");
    expect(effects).toEqual(["refund"]);
    expect(lastText(done)).toBe("All done.");
    await second.runs.close();
  });
});
