import { createFaultyStore, createScriptedModel, type Script } from "@holdpoint/testing";
import { describe, expect, it } from "vitest";
import type { Request, RequestCall } from "../contracts/request.ts";
import type { RunEventType } from "../contracts/run-event.ts";
import { ToolResult } from "../contracts/tool-result.ts";
import { defineTool } from "../toolkit/define-tool.ts";
import { createToolkit } from "../toolkit/toolkit.ts";
import { createClient } from "./client.ts";
import type { JournalStore } from "./journal.ts";
import { agent } from "./make-agent.ts";
import { createMemoryStore } from "./memory-store.ts";
import { createRuns, type RunHandle } from "./runs.ts";
import type { RunView } from "./view.ts";

/** What tools did in the world: it outlives every page. */
type Ledger = Map<string, number>;

interface Scenario {
  readonly name: string;
  readonly script: Script;
  /** How often a fault's place is passed before it strikes. @default the first and the second time */
  readonly nths?: readonly number[];
}

const SCENARIOS: readonly Scenario[] = [
  { name: "plain", script: [{ when: { user: "go" }, reply: "Hello there.", times: Number.POSITIVE_INFINITY }] },
  { name: "one call", script: story(["pay"]) },
  { name: "idempotent", script: story(["sync"]) },
  { name: "three in parallel", script: story(["pay", "lookup", "sync"]) },
  { name: "approval", script: story(["refund"]) },
  { name: "edited approval", script: story(["transfer"]) },
  { name: "input", script: story(["deploy"]) },
  { name: "log in, then approve", script: story(["calendar"]) },
  { name: "two suspensions and a free call", script: story(["refund", "deploy", "lookup"]) },
  { name: "sub-agent", script: story(["worker"]), nths: [0, 1, 2, 3] },
  {
    name: "ends the run",
    script: [{ when: { user: "go" }, reply: calls(["hangup"]), times: Number.POSITIVE_INFINITY }],
  },
];

const EVENT_TYPES: readonly RunEventType[] = [
  "run.started",
  "turn.started",
  "text.appended",
  "call.requested",
  "call.started",
  "call.finished",
  "request.raised",
  "request.answered",
  "usage.added",
  "turn.finished",
  "run.paused",
  "run.finished",
];

describe.each(SCENARIOS)("killed anywhere in: $name", (scenario) => {
  const cells = EVENT_TYPES.flatMap((at) =>
    (["kill-before", "kill-after"] as const).flatMap((kind) =>
      (scenario.nths ?? [0, 1]).map((nth) => ({ at, kind, nth })),
    ),
  );

  it.each(cells)("$kind $at ($nth)", async (fault) => {
    const disk = createMemoryStore();
    const undisturbed = await playOut(createMemoryStore(), scenario, new Map());
    const ledger: Ledger = new Map();
    const page = createFaultyStore(disk.fork(), fault);
    const first = openPage(page.store, scenario, ledger);
    const runId = "run";
    // A page that dies inside `start` never hears that the run exists; a run that was not written never began.
    await Promise.race([
      first.runs.start({ agent: "shop", prompt: "go", runId }).then((run) => answerAll(run, ledger)),
      page.whenStruck,
    ]);
    const second = openPage(disk.fork(), scenario, ledger);
    if ((await second.runs.list()).length === 0) {
      expect(fault).toMatchObject({ kind: "kill-before" });
      expect(ledger.size).toBe(0);
      return;
    }
    const view = await answerAll(second.runs.open(runId), ledger);

    expect(view.status).toBe("done");
    expect(await second.runs.requests()).toEqual([]);
    for (const [effect, count] of ledger) if (!effect.startsWith("sync")) expect([effect, count]).toEqual([effect, 1]);
    expect(transcript(view)).toEqual(transcript(undisturbed));
    await second.runs.close();
  });
});

function openPage(store: JournalStore, { script }: Scenario, ledger: Ledger) {
  const note = (effect: string) => {
    ledger.set(effect, (ledger.get(effect) ?? 0) + 1);
  };
  const anyArgs = { type: "object" } as const;
  const plain = (name: string, more: { idempotent?: true; endsRun?: true } = {}) =>
    defineTool({
      name,
      description: name,
      inputSchema: anyArgs,
      ...more,
      run: (args, ctx) => {
        note(more.idempotent ? `${name} ${String(ctx?.idempotencyKey)}` : name);
        return `${name} did ${JSON.stringify(args)}`;
      },
    });
  const deploy = defineTool({
    name: "deploy",
    description: "asks, then acts",
    inputSchema: anyArgs,
    run: (_args, ctx) => {
      if (ctx?.answer === undefined) return ToolResult.pending({ id: "", kind: "input", prompt: "Where?" });
      note("deploy");
      return "deployed";
    },
  });
  const calendar = defineTool({
    name: "calendar",
    description: "asks twice, then acts",
    inputSchema: anyArgs,
    run: (_args, ctx) => {
      const step = (ctx?.answer?.data as { step?: string } | undefined)?.step;
      if (step === undefined) return ToolResult.authRequired("https://login.example.test/", "Log in");
      if (step === "in") return ToolResult.pending({ id: "", kind: "approval", prompt: "Add it?" });
      note("calendar");
      return "added";
    },
  });
  const clientOf = (said: Script) => {
    const model = createScriptedModel({ script: said, style: "openai" });
    return createClient({ baseUrl: "https://model.test/v1", style: "openai", model: "scripted", fetch: model.fetch });
  };
  const worker = agent("worker", {
    does: "Refunds",
    client: clientOf(story(["refund"])),
    toolkit: createToolkit({ extraTools: [plain("refund")] }),
    policy: () => "ask",
  });
  const toolkit = createToolkit({
    extraTools: [
      plain("pay"),
      plain("lookup"),
      plain("refund"),
      plain("transfer"),
      plain("sync", { idempotent: true }),
      plain("hangup", { endsRun: true }),
      deploy,
      calendar,
      worker.asTool(),
    ],
  });
  const shop = agent("shop", {
    client: clientOf(script),
    toolkit,
    policy: ({ toolName }: { toolName: string }) => {
      if (toolName === "refund") return "ask" as const;
      return toolName === "transfer" ? { ask: { data: { editable: true } } } : ("allow" as const);
    },
  });
  return { runs: createRuns({ store, agents: [shop] }) };
}

/** A person who says yes to everything, and answers a doubt by what the ledger says. */
function answerAll(run: RunHandle, ledger: Ledger): Promise<RunView> {
  const seen = new Set<string>();
  return new Promise((resolve, reject) => {
    const look = () => {
      const view = run.getView();
      for (const { requestId, request, call, child } of view.pending) {
        if (seen.has(requestId)) continue;
        seen.add(requestId);
        run.answer(requestId, { ok: true, data: dataFor(request, child?.call ?? call, ledger) }).catch(reject);
      }
      if (view.status !== "done" && view.status !== "failed" && view.error === undefined) return;
      queueMicrotask(() => stop());
      resolve(view);
    };
    const stop = run.subscribe(look);
    look();
  });
}

function dataFor({ kind, prompt }: Request, { toolName, args }: RequestCall, ledger: Ledger): unknown {
  const outputs: Readonly<Record<string, string>> = { deploy: "deployed", calendar: "added" };
  if (kind === "in_doubt") {
    const output = outputs[toolName] ?? `${toolName} did ${JSON.stringify(args)}`;
    return ledger.has(toolName) ? { outcome: "ran", output } : { outcome: "run_again" };
  }
  if (kind === "authorization") return { step: "in" };
  if (prompt === "Add it?") return { step: "added" };
  if (toolName === "transfer") return { args: { amount: 5 } };
  return { env: "staging" };
}

async function playOut(store: JournalStore, scenario: Scenario, ledger: Ledger): Promise<RunView> {
  const { runs } = openPage(store, scenario, ledger);
  const run = await runs.start({ agent: "shop", prompt: "go", runId: "run" });
  const view = await answerAll(run, ledger);
  await runs.close();
  return view;
}

function transcript(view: RunView): string[] {
  return view.turns.map(({ role, parts }) =>
    JSON.stringify([
      role,
      ...parts.map((part) =>
        part.kind === "TOOL_CALL"
          ? [part.toolName, part.args, part.state, part.result?.output, part.result?.editedArgs]
          : part,
      ),
    ]),
  );
}

function calls(names: readonly string[]) {
  return {
    text: "Working.",
    calls: names.map((name) => ({ name, args: name === "worker" ? { prompt: "go" } : { amount: 1 } })),
  };
}

function story(names: readonly string[]): Script {
  return [
    { when: { user: "go" }, reply: calls(names), times: Number.POSITIVE_INFINITY },
    { when: { results: names }, reply: "All done.", times: Number.POSITIVE_INFINITY },
  ];
}
