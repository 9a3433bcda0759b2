import { describe, expect, it } from "vitest";
import type { Request } from "../contracts/request.ts";
import type { RunFact } from "../contracts/run-event.ts";
import type { ToolResultPart } from "../contracts/turn.ts";
import { streamFold } from "./stream-fold.ts";

const requested = (callId: string, part: number, wireId?: string): RunFact => ({
  type: "call.requested",
  turn: 1,
  part,
  callId,
  toolName: callId,
  args: {},
  ...(wireId && { wireId }),
});

const finished = (callId: string, more: Partial<ToolResultPart> = {}): RunFact => ({
  type: "call.finished",
  turn: 2,
  callId,
  args: {},
  source: "native",
  result: { kind: "TOOL_RESULT", callId, toolName: callId, output: `${callId} ran`, ...more },
});

const raised = (callId: string, callIds?: readonly string[]): RunFact => {
  const request: Request = { id: `ask ${callId}`, kind: "input", prompt: "?" };
  const call = { callId, toolName: callId, args: {}, digest: "" };
  return {
    type: "request.raised",
    turn: 2,
    request,
    callId,
    call,
    origin: "tool",
    toolName: callId,
    source: "native",
    output: "?",
    ...(callIds && { callIds }),
  };
};

const began: RunFact = { type: "turn.started", turn: 1, role: "ASSISTANT" };
const replied: RunFact = { type: "turn.finished", turn: 1, role: "ASSISTANT" };
const paused: RunFact = { type: "run.paused", requestIds: [] };

/** What a stream tells of facts, a line each; a slash stands between the facts that told something. */
function tell(facts: readonly RunFact[], halts = false): string[] {
  const fold = streamFold(halts);
  let state = fold.initial;
  return facts.flatMap((fact) => {
    state = fold.step(state, fact, 0);
    return state.events.map((event) => {
      if (event.type === "pending") return event.request.id;
      return event.type === "tool_result" ? event.output : event.type === "tool_call" ? `call ${event.id}` : event.type;
    });
  });
}

describe("a stream's events", () => {
  it("calls are told together, in their order, when the reply is whole", () => {
    expect(tell([began, requested("b", 2), requested("a", 1)])).toEqual([]);
    expect(tell([began, requested("b", 2), requested("a", 1), replied])).toEqual(["call a", "call b"]);
  });

  it("a call is told by the id its provider knows", () => {
    expect(tell([began, requested("a_2", 0, "a"), replied])).toEqual(["call a"]);
  });

  const two = [began, requested("a", 0), requested("b", 1), replied];
  const after = (facts: readonly RunFact[], halts = false) => tell([...two, ...facts], halts).slice(2);

  it("results are told in call order, each as soon as that allows", () => {
    expect(after([finished("b")])).toEqual([]);
    expect(after([finished("b"), finished("a")])).toEqual(["a ran", "b ran"]);
  });

  it("a Request is told when all before it is, and before its result", () => {
    expect(after([raised("b"), finished("a"), finished("b")])).toEqual(["a ran", "ask b", "b ran"]);
  });

  it("a call that asks twice is told twice", () => {
    expect(after([raised("a"), raised("a"), finished("a")])).toEqual(["ask a", "ask a", "a ran"]);
  });

  it("a Request that stands for several calls is told once, at the first", () => {
    expect(after([raised("a", ["a", "b"]), finished("b"), finished("a")])).toEqual(["ask a", "a ran", "b ran"]);
  });

  it("a pause of a run that waits tells nothing", () => {
    expect(after([raised("a"), raised("b"), paused])).toEqual(["ask a"]);
  });

  it("a halt tells the first suspension only, and what finished after it", () => {
    const three = [began, requested("a", 0), requested("b", 1), requested("c", 2), replied];
    expect(tell([...three, raised("b"), raised("a"), finished("c"), paused], true).slice(3)).toEqual([
      "ask a",
      "c ran",
    ]);
  });

  it("what a person said no to reads as the model reads it", () => {
    const said = finished("a", { output: "too much", modelText: "declined/expired: ?", isError: true, rejected: true });
    expect(after([said])).toEqual(["declined/expired: ?"]);
  });

  it("usage is told at the end of a run that is done, and only then", () => {
    const usage: RunFact = {
      type: "usage.added",
      turn: 1,
      usage: { promptTokens: 1, completionTokens: 2, totalTokens: 3 },
    };
    expect(tell([usage, { type: "run.finished", status: "done", text: "" }])).toEqual(["usage"]);
    expect(tell([usage, { type: "run.finished", status: "incomplete", text: "", limit: "maxTurns" }])).toEqual([]);
  });

  it("the calls of one turn are forgotten in the next", () => {
    expect(tell([...two, finished("a"), finished("b"), began, requested("c", 0), replied]).slice(4)).toEqual([
      "call c",
    ]);
  });
});
