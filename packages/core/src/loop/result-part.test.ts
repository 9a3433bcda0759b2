import { describe, expect, it } from "vitest";
import { ToolResult } from "../contracts/tool-result.ts";
import type { ToolCallPart } from "../contracts/turn.ts";
import { GATEWAY_CODES } from "../toolkit/gateway-codes.ts";
import { failedPart, isExecuted, modelText, outcomePart } from "./result-part.ts";

const call: ToolCallPart = { kind: "TOOL_CALL", callId: "c", toolName: "t", args: {} };
const settled = (result: ToolResult, more: object = {}) =>
  outcomePart(call, { kind: "settled", result, entered: true, ...more });

describe("the part of a call", () => {
  it("that did its work holds its output and no flag", () => {
    expect(settled(ToolResult.ok("fine"))).toEqual({ kind: "TOOL_RESULT", callId: "c", toolName: "t", output: "fine" });
  });

  it("that ended the run says so", () => {
    expect(settled(ToolResult.ok("bye"), { endedRun: true })).toMatchObject({ output: "bye", endedRun: true });
  });

  it("that failed holds { error } and a code; the model reads the plain message", () => {
    const part = settled(ToolResult.error("no luck"), { errorCode: 301, failed: true });
    expect(part).toMatchObject({ output: { error: "no luck" }, failed: true, isError: true, errorCode: 301 });
    expect(modelText(part)).toBe("no luck");
  });

  it("that failed by a hook's word has the word's code, or that of a reported error", () => {
    expect(settled(ToolResult.error("no", { errorCode: "MINE" }))).toMatchObject({ errorCode: "MINE" });
    expect(settled(ToolResult.error("no"))).toMatchObject({ errorCode: GATEWAY_CODES.TOOL_ERROR });
  });

  it("that was denied holds what the model reads, and is no failure", () => {
    const part = settled(ToolResult.error("not today"), { denied: true, errorCode: 102 });
    expect(part).toMatchObject({ output: "not today", denied: true, isError: true });
    expect(part).not.toHaveProperty("failed");
    expect(part).not.toHaveProperty("errorCode");
  });

  it("whose arguments a person changed tells the model so", () => {
    const result = ToolResult.ok("paid");
    const part = outcomePart(call, { kind: "settled", result, entered: true }, { amount: 4 });
    expect(part).toMatchObject({ output: "paid", editedArgs: { amount: 4 } });
    expect(modelText(part)).toContain('{"amount":4}');
  });

  it("counts as executed unless it was rejected, denied or failed", () => {
    expect(isExecuted(settled(ToolResult.ok("")))).toBe(true);
    expect(isExecuted(settled(ToolResult.error("no")))).toBe(false);
    expect(isExecuted(settled(ToolResult.error("no"), { denied: true }))).toBe(false);
    expect(isExecuted(failedPart(call, "gone", GATEWAY_CODES.TOOL_GONE))).toBe(false);
    expect(isExecuted({ ...settled(ToolResult.ok("")), rejected: true })).toBe(false);
  });
});
