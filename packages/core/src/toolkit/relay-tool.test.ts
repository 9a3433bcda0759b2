import { describe, expect, it } from "vitest";
import { ToolResult } from "../contracts/tool-result.ts";
import { type RelayCall, relayedResult, relayRequest, relayTool } from "./relay-tool.ts";

const calls: RelayCall[] = [
  { id: "c1", name: "lookup", input: { q: "x" }, arguments: '{"q": "x"}' },
  { id: "c2", name: "send", input: {}, arguments: "" },
];
const request = relayRequest("r1", calls);

describe("relayTool", () => {
  it("only declares: executing it suspends with its call", async () => {
    const tool = relayTool("lookup", "Looks up", { type: "object" });
    expect(tool).toMatchObject({ source: "relay", idempotent: true });
    const result = await tool.execute({ q: "x" }, { callId: "c1" });
    expect(ToolResult.pendingOf(result)).toMatchObject({
      kind: "tool_call",
      data: { calls: [{ id: "c1", name: "lookup", input: { q: "x" }, arguments: '{"q":"x"}' }] },
    });
    const answer = { id: "r", ok: true, data: { output: "found" } };
    expect(await tool.execute({ q: "x" }, { callId: "c1", answer })).toEqual({ output: "found", isError: false });
  });
});

describe("relayRequest", () => {
  it("carries all calls of the turn in order", () => {
    expect(request).toMatchObject({ id: "r1", kind: "tool_call", data: { calls } });
    expect(request.prompt).not.toBe("");
  });
});

describe("relayedResult", () => {
  const answered = (data: unknown, id: string, ok = true) => relayedResult(request, { id: "r1", ok, data }, id);

  it("finds each call's result in any order", () => {
    const data = {
      results: [
        { id: "c2", output: "sent" },
        { id: "c1", output: "not found", isError: true },
      ],
    };
    expect(answered(data, "c1")).toEqual({ output: "not found", isError: true });
    expect(answered(data, "c2")).toEqual({ output: "sent", isError: false });
  });

  it("gives an error result to a call without one", () => {
    for (const data of [
      undefined,
      {},
      { results: [] },
      { results: [{ id: "c2", output: "x" }] },
      { output: "x" },
      { results: "c1" },
    ]) {
      expect(answered(data, "c1")).toMatchObject({ isError: true });
    }
  });

  it("takes data.output where there was one call only", () => {
    const single = relayRequest("r2", calls.slice(0, 1));
    const one = (data: unknown) => relayedResult(single, { id: "r2", ok: true, data }, "c1");
    expect(one({ output: "x" })).toEqual({ output: "x", isError: false });
    expect(one({ output: "x", isError: true })).toEqual({ output: "x", isError: true });
    expect(one({ output: "" })).toEqual({ output: "", isError: false });
    expect(one({ output: { a: 1 } })).toEqual({ output: '{"a":1}', isError: false });
    expect(one({ output: "x", isError: "yes" })).toEqual({ output: "x", isError: false });
  });

  it("gives every call an error result when the Answer is not ok", () => {
    for (const { id } of calls)
      expect(answered({ results: [{ id, output: "x" }] }, id, false)).toMatchObject({ isError: true });
  });

  it("takes only own fields of what came", () => {
    const data = { results: [Object.create({ id: "c1", output: "x" })] };
    expect(answered(data, "c1")).toMatchObject({ isError: true });
  });
});
