import { createScriptedModel, type Script } from "@holdpoint/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { defineTool } from "../toolkit/define-tool.ts";
import type { Policy } from "../toolkit/policy.ts";
import { createToolkit } from "../toolkit/toolkit.ts";
import { allowedTool } from "./allowed-tools.ts";
import { createClient } from "./client.ts";
import type { RequestRecord } from "./journal.ts";
import { createMemoryStore, type MemoryStore } from "./memory-store.ts";
import { createRuns, type RunHandle, type Runs } from "./runs.ts";
import type { RunView } from "./view.ts";

/** Calls both tools at every message, and says so. */
const SCRIPT: Script = [
  { when: { results: ["pay", "wipe"] }, reply: "done", times: Number.POSITIVE_INFINITY },
  {
    when: { user: "pay" },
    times: Number.POSITIVE_INFINITY,
    reply: {
      calls: [
        { name: "pay", args: {} },
        { name: "wipe", args: {} },
      ],
    },
  },
];

function openPage(store: MemoryStore, effects: string[], policy: Policy = () => "ask"): Runs {
  const tool = (name: string, destructive = false) =>
    defineTool({ name, description: name, destructive, run: () => void effects.push(name) });
  const model = createScriptedModel({ script: SCRIPT, style: "openai" });
  const runs = createRuns({
    store,
    agents: [
      {
        name: "shop",
        client: createClient({ baseUrl: "https://model.test/v1", style: "openai", model: "m", fetch: model.fetch }),
        toolkit: createToolkit({ extraTools: [tool("pay"), tool("wipe", true)] }),
        policy,
      },
    ],
  });
  onTestFinished(() => runs.close());
  return runs;
}

/** Answers what a run asks until it rests, and tells which tools were asked about. */
async function answerAll(runs: Runs, runId: string, always: boolean): Promise<readonly string[]> {
  const asked: string[] = [];
  const answered = new Set<string>();
  for (;;) {
    const { pending } = await next(runs.open(runId), answered);
    if (pending.length === 0) return asked.sort();
    for (const { requestId, call } of pending) {
      answered.add(requestId);
      asked.push(call.toolName);
      await runs.answer(requestId, { ok: true, data: { always } });
    }
  }
}

/** The next view that asks something new, or has nothing more to do. */
function next(run: RunHandle, answered: ReadonlySet<string>): Promise<RunView> {
  return new Promise((resolve) => {
    const look = () => {
      const view = run.getView();
      const asks = view.pending.some(({ requestId }) => !answered.has(requestId));
      const rests = view.status === "done" && view.queued === 0;
      if (!asks && !rests) return;
      queueMicrotask(() => stop());
      resolve({ ...view, pending: view.pending.filter(({ requestId }) => !answered.has(requestId)) });
    };
    const stop = run.subscribe(look);
    look();
  });
}

describe("a tool that a person allowed for a run", () => {
  it("is not asked about again in that run, also after a reload; the others are, and other runs are", async () => {
    const store = createMemoryStore();
    const effects: string[] = [];
    const page = openPage(store, effects);
    const run = await page.start({ agent: "shop", prompt: "pay" });
    expect(await answerAll(page, run.runId, true)).toEqual(["pay", "wipe"]);

    const reloaded = openPage(store, effects);
    await reloaded.open(run.runId).send("pay again");
    // A destructive tool is asked about each time, whatever was said.
    expect(await answerAll(reloaded, run.runId, true)).toEqual(["wipe"]);
    expect(effects.sort()).toEqual(["pay", "pay", "wipe", "wipe"]);

    const other = await reloaded.start({ agent: "shop", prompt: "pay" });
    expect(await answerAll(reloaded, other.runId, false)).toEqual(["pay", "wipe"]);
  });

  it("is asked about again once that was taken back", async () => {
    const store = createMemoryStore();
    const runs = openPage(store, []);
    const run = await runs.start({ agent: "shop", prompt: "pay" });
    await answerAll(runs, run.runId, true);
    const settled = await runs.requests({ runId: run.runId, state: ["settled"] });
    const given = settled.find((record) => allowedTool(record) === "pay");
    expect(await runs.retractAnswer(given?.requestId ?? "")).toBe(true);
    expect(await runs.retractAnswer(given?.requestId ?? "")).toBe(false);
    expect((await store.getRequest(given?.requestId ?? ""))?.answer?.ok).toBe(true);
    await run.send("pay again");
    expect(await answerAll(runs, run.runId, false)).toEqual(["pay", "wipe"]);
  });

  it("may be a destructive one only where the policy says so, and never overrules a refusal", async () => {
    const effects: string[] = [];
    let isOver = false;
    const runs = openPage(createMemoryStore(), effects, ({ toolName }) => {
      if (isOver) return toolName === "wipe" ? { deny: "Not any more." } : "ask";
      return { ask: { always: toolName === "wipe" } };
    });
    const run = await runs.start({ agent: "shop", prompt: "pay" });
    await answerAll(runs, run.runId, true);
    await run.send("pay again");
    expect(await answerAll(runs, run.runId, true)).toEqual(["pay"]);
    expect(effects.sort()).toEqual(["pay", "pay", "wipe", "wipe"]);
    isOver = true;
    await run.send("pay once more");
    expect(await answerAll(runs, run.runId, true)).toEqual(["pay"]);
    expect(effects.filter((name) => name === "wipe")).toHaveLength(2);
  });

  const record = {
    v: 1,
    requestId: "r",
    runId: "run",
    agent: "shop",
    turn: 1,
    raisedAt: 0,
    state: "settled",
    callId: "c",
    call: { callId: "c", toolName: "pay", args: {}, digest: "" },
    origin: "policy",
    request: { id: "r", kind: "approval", prompt: "", data: { always: true } },
    answer: { id: "r", ok: true, data: { always: true } },
  } satisfies RequestRecord;

  it.each<[string, Partial<RequestRecord>]>([
    ["a tool asks for itself", { origin: "tool" }],
    ["a hook asks", { origin: "hook" }],
    [
      "a sub-agent asks through its parent",
      { child: { path: [], call: record.call, origin: "policy", requestId: "x" } },
    ],
    ["a sub-agent asks", { escalated: true }],
    ["it is another kind of Request", { request: { ...record.request, kind: "input" } }],
    ["the Request does not offer it", { request: { ...record.request, data: {} } }],
    ["the person said no", { answer: { ...record.answer, ok: false } }],
    ["the person said no more than yes", { answer: { id: "r", ok: true } }],
    ["the person said something like it", { answer: { ...record.answer, data: { always: "true" } } }],
    ["a prototype says it", { answer: { ...record.answer, data: Object.create({ always: true }) } }],
    ["it was taken back", { revoked: true }],
  ])("is none where %s", (_, change) => {
    expect(allowedTool(record)).toBe("pay");
    expect(allowedTool({ ...record, ...change })).toBeUndefined();
  });
});
