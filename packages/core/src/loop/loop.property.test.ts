import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Answer, RaisedRequest } from "../contracts/request.ts";
import type { RunFact } from "../contracts/run-event.ts";
import type { Tool } from "../contracts/tool.ts";
import { ToolResult } from "../contracts/tool-result.ts";
import type { ToolCallPart, Turn } from "../contracts/turn.ts";
import { systemClock } from "../primitives/clock.ts";
import { defineTool } from "../toolkit/define-tool.ts";
import { createGateway } from "../toolkit/gateway.ts";
import { createToolkit } from "../toolkit/toolkit.ts";
import { createOpenAIWire } from "../wire/openai/wire.ts";
import type { Wire } from "../wire/wire.ts";
import { balance } from "./balance.ts";
import { runLoop } from "./loop.ts";
import { callsOf, initialTranscript, stepTranscript, type Transcript } from "./transcript.ts";

const KINDS = ["plain", "asks", "fails", "approved", "missing", "rejected"] as const;
type Kind = (typeof KINDS)[number];

/** What a model says, turn by turn; after the last one it is done. */
type Plan = readonly { readonly text: string; readonly calls: readonly Kind[] }[];

const plans: fc.Arbitrary<Plan> = fc.array(
  fc.record({
    text: fc.string({ maxLength: 5 }),
    calls: fc.array(fc.constantFrom(...KINDS), { minLength: 1, maxLength: 4 }),
  }),
  { maxLength: 3 },
);

/** A model that goes by its plan: how far it is stands in the transcript it is shown. */
function plannedWire(plan: Plan): Wire {
  const { toMessages, fromMessages } = createOpenAIWire({ baseUrl: "https://model.test", model: "planned" });
  return {
    style: "openai",
    model: "planned",
    streams: true,
    toMessages,
    fromMessages,
    render: async (messages) => messages,
    send: async () => undefined,
    async ask({ turns }, receive) {
      expectBalanced(turns);
      const step = turns.filter(({ role }) => role === "ASSISTANT").length;
      const { text, calls } = plan[step] ?? { text: "the end", calls: [] };
      for (const delta of text) await receive({ type: "text", part: 0, delta });
      for (const [index, name] of calls.entries()) {
        await receive({ type: "call", part: index + 1, id: `${step}-${index}`, name, rawArgs: `{"n":${index}}` });
      }
      await receive({ type: "usage", usage: { promptTokens: 1, completionTokens: 1, totalTokens: 2 } });
      await receive({ type: "finish", finishReason: calls.length > 0 ? "tool_calls" : "stop" });
    },
  };
}

/** Every call has one result, right after the turn that asked for it. */
function expectBalanced(turns: readonly Turn[]): void {
  for (const [index, turn] of turns.entries()) {
    const calls = callsOf(turn).map(({ callId }) => callId);
    if (calls.length === 0) continue;
    const results = (turns[index + 1]?.parts ?? []).flatMap((part) => (part.kind === "TOOL_RESULT" ? part.callId : []));
    expect(results).toEqual(calls);
  }
}

interface Surroundings {
  readonly plan: Plan;
  readonly from?: Transcript;
  /** Called when a tool runs; its result waits for it. */
  readonly work?: (name: string) => Promise<void>;
  readonly onFact?: (fact: RunFact) => void;
}

async function play({ plan, from, work = async () => undefined, onFact }: Surroundings): Promise<Transcript> {
  const tool = (name: Kind, run: (answer: Answer | undefined) => unknown): Tool =>
    defineTool({
      name,
      description: name,
      inputSchema: { type: "object", properties: { n: { type: "number" } } },
      run: async (_args, { answer }) => {
        await work(name);
        return run(answer);
      },
    });
  const toolkit = createToolkit({
    extraTools: [
      tool("plain", () => "plain ran"),
      tool("asks", (answer) =>
        answer ? `told ${String(answer.data)}` : ToolResult.pending({ kind: "input", prompt: "?" }),
      ),
      tool("fails", () => {
        throw new Error("no");
      }),
      tool("approved", () => "approved ran"),
      tool("rejected", () => "never"),
    ],
  });
  const end = await runLoop(
    {
      runId: "run",
      agent: "test",
      wire: plannedWire(plan),
      toolkit,
      gateway: createGateway({
        toolkit,
        policy: ({ toolName }) => (toolName === "approved" || toolName === "rejected" ? "ask" : "allow"),
      }),
      system: "",
      stream: true,
      stopRules: [],
      signal: new AbortController().signal,
      clock: systemClock,
      emit: (facts) => {
        for (const fact of facts) onFact?.(fact);
        return facts;
      },
      transcript: from ?? initialTranscript(),
      awaitAnswer: async (raised) => answerTo(raised),
      maxRequestsPerCall: 4,
    },
    from === undefined ? [{ kind: "TEXT", text: "go" }] : undefined,
  );
  return end.transcript;
}

/** The same person in every life of a run: says no to one tool, yes to all else, and that a doubtful call may run again. */
function answerTo({ request, call, origin }: RaisedRequest): Answer {
  if (origin === "in_doubt") return { id: request.id, ok: true, data: { outcome: "run_again" } };
  if (call.toolName === "rejected") return { id: request.id, ok: false, reason: "declined", data: { reason: "no" } };
  return { id: request.id, ok: true, data: "yes" };
}

/** The turns without what is made anew in each life. */
function lasting({ turns }: Transcript): unknown {
  return JSON.parse(JSON.stringify(turns));
}

describe("the loop, whatever the model asks for", () => {
  it("results stand in call order, one for each call, however the calls interleave", async () => {
    await fc.assert(
      fc.asyncProperty(plans, fc.scheduler(), async (plan, scheduler) => {
        const started: string[] = [];
        const run = play({
          plan,
          work: (name) => scheduler.schedule(Promise.resolve(), name).then(() => undefined),
          onFact: (fact) => {
            if (fact.type === "call.started" && fact.attempt === 1) started.push(fact.callId);
          },
        });
        const transcript = await scheduler.waitFor(run);
        expectBalanced(transcript.turns);
        const entered = transcript.turns
          .flatMap(callsOf)
          .filter(({ toolName }) => toolName === "plain" || toolName === "fails" || toolName === "asks");
        // Calls that a person has to approve enter later; all others enter in call order.
        const free = new Set(entered.map(({ callId }: ToolCallPart) => callId));
        expect(started.filter((callId) => free.has(callId))).toEqual([...free]);
        expect(lasting(transcript)).toEqual(lasting(await play({ plan })));
      }),
      { numRuns: 60 },
    );
  });

  it("cut off after any fact and taken up again, it ends as if it had never been interrupted", async () => {
    await fc.assert(
      fc.asyncProperty(plans, fc.double({ min: 0, max: 1, noNaN: true }), async (plan, where) => {
        const facts: RunFact[] = [];
        const whole = await play({ plan, onFact: (fact) => facts.push(fact) });
        // The message itself is the first turn: before it there is nothing to take up.
        const cut = 2 + Math.floor(where * (facts.length - 2));
        const from = facts.slice(0, cut).reduce(stepTranscript, initialTranscript());
        expect(lasting(await play({ plan, from }))).toEqual(lasting(whole));
      }),
      { numRuns: 150 },
    );
  });

  it("cut off twice, it still ends the same", async () => {
    await fc.assert(
      fc.asyncProperty(plans, fc.nat(), fc.nat(), async (plan, first, second) => {
        const facts: RunFact[] = [];
        const whole = await play({ plan, onFact: (fact) => facts.push(fact) });
        const once = facts.slice(0, 2 + (first % (facts.length - 1))).reduce(stepTranscript, initialTranscript());
        const more: RunFact[] = [];
        await play({ plan, from: once, onFact: (fact) => more.push(fact) });
        const twice = more.slice(0, second % (more.length + 1)).reduce(stepTranscript, once);
        expect(lasting(await play({ plan, from: twice }))).toEqual(lasting(whole));
      }),
      { numRuns: 100 },
    );
  });

  it("balance gives any transcript one result per call and changes no balanced one", () => {
    const turn: fc.Arbitrary<Turn> = fc.oneof(
      fc.constant<Turn>({ role: "USER", parts: [{ kind: "TEXT", text: "hm" }] }),
      fc.uniqueArray(fc.constantFrom("a", "b", "c"), { maxLength: 3 }).map(
        (ids): Turn => ({
          role: "ASSISTANT",
          parts: ids.map((callId) => ({ kind: "TOOL_CALL", callId, toolName: "t", args: {} })),
        }),
      ),
      fc.uniqueArray(fc.constantFrom("a", "b", "c"), { maxLength: 3 }).map(
        (ids): Turn => ({
          role: "TOOL",
          parts: ids.map((callId) => ({ kind: "TOOL_RESULT", callId, toolName: "t", output: "x" })),
        }),
      ),
    );
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 6 }), (turns) => {
        const balanced = balance(turns);
        for (const [index, each] of balanced.entries()) {
          const results = balanced[index + 1]?.parts.flatMap((part) =>
            part.kind === "TOOL_RESULT" ? part.callId : [],
          );
          for (const { callId } of callsOf(each)) expect(results?.filter((id) => id === callId)).toHaveLength(1);
        }
        expect(balance(balanced)).toBe(balanced);
      }),
    );
  });
});
