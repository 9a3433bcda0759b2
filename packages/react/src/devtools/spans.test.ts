import type { RunEvent, RunFact } from "@holdpoint/core";
import { expect, it } from "vitest";
import { spansOf } from "./spans.ts";

/** Facts ten milliseconds apart. */
function events(...facts: RunFact[]): RunEvent[] {
  return facts.map((fact, seq) => ({ ...fact, runId: "run", seq, at: seq * 10 }));
}

const call = { turn: 2, callId: "c", toolName: "refund", source: "native", args: {} } as const;
const raised: RunFact = {
  type: "request.raised",
  ...call,
  origin: "policy",
  request: { id: "r", kind: "approval", prompt: "?" },
  call: { callId: "c", toolName: "refund", args: {}, digest: "d" },
  output: "",
};

function shown(list: readonly RunEvent[]) {
  return spansOf(list).map(({ kind, name, from, to }) => [kind, name, from, to]);
}

it("tells what the model, a tool and a person took", () => {
  const list = events(
    { type: "turn.started", turn: 1, role: "ASSISTANT" },
    { type: "turn.finished", turn: 1, role: "ASSISTANT" },
    raised,
    { type: "request.answered", turn: 2, callId: "c", requestId: "r", answer: { id: "r", ok: true } },
    { type: "call.started", ...call, attempt: 1 },
    { type: "call.finished", ...call, result: { kind: "TOOL_RESULT", callId: "c", toolName: "refund", output: "" } },
  );
  expect(shown(list)).toEqual([
    ["model", "1", 0, 10],
    ["request", "approval", 20, 30],
    ["call", "refund", 40, 50],
  ]);
});

it("a tool that asks is not at work while it waits", () => {
  expect(shown(events({ type: "call.started", ...call, attempt: 1 }, raised))).toEqual([
    ["call", "refund", 0, 10],
    ["request", "approval", 10, undefined],
  ]);
});

it("what a run leaves behind when it ends has ended, and a model asked again begins anew", () => {
  const list = events(
    { type: "turn.started", turn: 1, role: "ASSISTANT" },
    { type: "run.failed", error: { name: "EndpointError", code: "stream-cut", message: "" } },
    { type: "turn.started", turn: 1, role: "ASSISTANT" },
  );
  expect(shown(list)).toEqual([
    ["model", "1", 0, 10],
    ["model", "1", 20, undefined],
  ]);
});

it("gives every stretch a key of its own", () => {
  const again: RunFact = { type: "turn.started", turn: 1, role: "ASSISTANT" };
  const keys = spansOf(events(again, again, again)).map(({ key }) => key);
  expect(new Set(keys).size).toBe(3);
});
