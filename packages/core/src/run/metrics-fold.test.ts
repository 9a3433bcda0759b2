import { describe, expect, it } from "vitest";
import type { RunFact } from "../contracts/run-event.ts";
import type { ToolSource } from "../contracts/tool.ts";
import type { ToolResultPart } from "../contracts/turn.ts";
import { GATEWAY_CODES } from "../toolkit/gateway-codes.ts";
import { metricsFold } from "./metrics-fold.ts";

type Timed = readonly [at: number, fact: RunFact];

const modelBegan: RunFact = { type: "turn.started", turn: 1, role: "ASSISTANT" };
const modelEnded: RunFact = { type: "turn.finished", turn: 1, role: "ASSISTANT" };
const used: RunFact = {
  type: "usage.added",
  turn: 1,
  usage: { promptTokens: 7, completionTokens: 2, totalTokens: 9 },
};
const failed: RunFact = { type: "run.failed", error: { name: "Error", code: "internal", message: "no" } };
const toolsBegan: RunFact = { type: "turn.started", turn: 2, role: "TOOL" };

const entered = (callId: string): RunFact => ({
  type: "call.started",
  turn: 2,
  callId,
  toolName: "t",
  source: "native",
  args: {},
  attempt: 1,
});

const finished = (callId: string, more: Partial<ToolResultPart> = {}, source: ToolSource = "native"): RunFact => ({
  type: "call.finished",
  turn: 2,
  callId,
  args: {},
  source,
  result: { kind: "TOOL_RESULT", callId, toolName: "t", output: "", ...more },
});

const raised = (callId: string, callIds?: readonly string[]): RunFact => ({
  type: "request.raised",
  turn: 2,
  request: { id: "r", kind: "input", prompt: "?" },
  callId,
  call: { callId, toolName: "t", args: {}, digest: "" },
  origin: "tool",
  toolName: "t",
  source: callIds ? "relay" : "native",
  output: "?",
  ...(callIds && { callIds }),
});

function measure(facts: readonly Timed[]) {
  const fold = metricsFold("m");
  let state = fold.initial;
  return facts.flatMap(([at, fact]) => {
    state = fold.step(state, fact, at);
    return state.events;
  });
}

const step = { event: "tool", tool: "t", source: "native" };

describe("metrics of a run", () => {
  it("a model call is counted once, with its usage where it has one", () => {
    expect(
      measure([
        [10, modelBegan],
        [25, used],
        [30, modelEnded],
      ]),
    ).toEqual([{ event: "llm", model: "m", status: "ok", ms: 15, promptTokens: 7, completionTokens: 2 }]);
    expect(
      measure([
        [10, modelBegan],
        [30, modelEnded],
      ]),
    ).toEqual([{ event: "llm", model: "m", status: "ok", ms: 20, promptTokens: 0, completionTokens: 0 }]);
  });

  it("a model call that fails is an error; a run that fails later adds none", () => {
    expect(
      measure([
        [10, modelBegan],
        [12, failed],
      ]),
    ).toMatchObject([{ event: "llm", status: "error", ms: 2 }]);
    expect(
      measure([
        [10, modelBegan],
        [12, modelEnded],
        [20, failed],
      ]),
    ).toMatchObject([{ status: "ok" }]);
  });

  it("a tool's step lasts from its entry to its result", () => {
    expect(
      measure([
        [0, toolsBegan],
        [5, entered("a")],
        [9, finished("a")],
      ]),
    ).toEqual([{ ...step, isError: false, ms: 4 }]);
  });

  it("a call that never reached a tool counts from the beginning of its turn", () => {
    expect(
      measure([
        [3, toolsBegan],
        [5, finished("a", { isError: true, failed: true }, "custom")],
      ]),
    ).toEqual([{ ...step, source: "custom", isError: true, ms: 2 }]);
  });

  it("a suspension is no error, and what follows its Answer is a step of its own", () => {
    const facts: Timed[] = [
      [0, toolsBegan],
      [1, entered("a")],
      [3, raised("a")],
      [90, entered("a")],
      [95, finished("a")],
    ];
    expect(measure(facts)).toEqual([
      { ...step, isError: false, ms: 2, pending: true },
      { ...step, isError: false, ms: 5 },
    ]);
  });

  it.each<[string, Partial<ToolResultPart>]>([
    ["a person's no", { rejected: true, isError: true }],
    ["an expired Request", { failed: true, isError: true, errorCode: GATEWAY_CODES.REQUEST_EXPIRED }],
    ["a cancelled Request", { failed: true, isError: true, errorCode: GATEWAY_CODES.REQUEST_CANCELLED }],
  ])("%s is no step of the tool", (_name, result) => {
    expect(
      measure([
        [0, toolsBegan],
        [1, finished("a", result)],
      ]),
    ).toEqual([]);
  });

  it("a second suspension counts as one, whatever the model is told", () => {
    const result = { failed: true, isError: true, errorCode: GATEWAY_CODES.UNRESOLVED } as const;
    expect(
      measure([
        [0, toolsBegan],
        [1, entered("a")],
        [4, finished("a", result)],
      ]),
    ).toEqual([{ ...step, isError: false, ms: 3, pending: true }]);
  });

  it("relayed calls are a suspension each; their results come from elsewhere", () => {
    const named = (callId: string, toolName: string): RunFact => ({
      type: "call.requested",
      turn: 1,
      part: 0,
      callId,
      toolName,
      args: {},
    });
    const facts: Timed[] = [
      [0, modelBegan],
      [0, named("a", "far")],
      [0, named("b", "wide")],
      [0, modelEnded],
      [0, toolsBegan],
      [1, raised("a", ["a", "b"])],
      [9, finished("a", {}, "relay")],
    ];
    expect(measure(facts).slice(1)).toMatchObject([
      { tool: "far", source: "relay", pending: true },
      { tool: "wide", source: "relay", pending: true },
    ]);
  });

  it("a run that begins in the midst of its calls knows no earlier time", () => {
    expect(measure([[1_000_000, finished("a")]])).toMatchObject([{ ms: 0 }]);
  });
});
