import { describe, expect, it } from "vitest";
import { allOf, byTool, type Policy, type PolicyContext, type PolicyVerdict, readVerdict } from "./policy.ts";

const call = { toolName: "refund", args: {} };
const context = {} as PolicyContext;
const saying =
  (verdict: unknown): Policy =>
  () =>
    verdict as PolicyVerdict;

describe("readVerdict", () => {
  it("reads the verdicts there are", () => {
    expect(readVerdict("allow")).toEqual({ kind: "allow" });
    expect(readVerdict("ask")).toEqual({ kind: "ask", ask: {} });
    expect(readVerdict({ deny: "no" })).toEqual({ kind: "deny", reason: "no" });
    expect(readVerdict({ deny: "" })).toEqual({ kind: "deny", reason: "Denied by policy." });
    expect(readVerdict({ ask: { prompt: "Sure?" } })).toEqual({ kind: "ask", ask: { prompt: "Sure?" } });
    expect(readVerdict({ ask: {}, deny: "no" })).toEqual({ kind: "deny", reason: "no" });
  });

  it.each([
    [undefined],
    [null],
    [true],
    [1],
    ["Allow"],
    ["yes"],
    [{}],
    [[]],
    [{ allow: true }],
    [{ deny: true }],
    [{ ask: true }],
    [{ ask: null }],
    [() => "allow"],
    [Object.create({ ask: {} })],
  ])("reads nothing from %s", (verdict) => {
    expect(readVerdict(verdict)).toBeUndefined();
  });
});

describe("allOf", () => {
  it.each([
    [["allow", "allow"], "allow"],
    [["allow", "ask"], "ask"],
    [["ask", { deny: "no" }], { deny: "no" }],
    [[{ deny: "first" }, { deny: "second" }], { deny: "first" }],
    [[{ ask: { prompt: "first" } }, { ask: { prompt: "second" } }], { ask: { prompt: "first" } }],
    [[], "allow"],
  ])("of %j is %j", async (verdicts, strictest) => {
    expect(await allOf(...verdicts.map(saying))(call, context)).toEqual(strictest);
  });

  it("passes on what is no verdict, which denies, and what is thrown", async () => {
    expect(
      readVerdict(await allOf(saying("allow"), saying(undefined), saying("allow"))(call, context)),
    ).toBeUndefined();
    const throwing: Policy = () => {
      throw new Error("no");
    };
    await expect(allOf(saying("allow"), throwing)(call, context)).rejects.toThrow("no");
  });
});

describe("byTool", () => {
  it("looks the tool up in a table, by its own names only", async () => {
    const policy = byTool(
      { refund: "ask", drop: { deny: "never" }, pay: ({ args }) => (args.amount === 1 ? "allow" : "ask") },
      "allow",
    );
    const verdict = (toolName: string, args = {}) => policy({ toolName, args }, context);
    expect(verdict("refund")).toBe("ask");
    expect(verdict("drop")).toEqual({ deny: "never" });
    expect(verdict("pay", { amount: 1 })).toBe("allow");
    expect(verdict("pay", { amount: 2 })).toBe("ask");
    for (const name of ["other", "constructor", "toString", "__proto__"]) expect(verdict(name)).toBe("allow");
  });
});
