import { describe, expect, it } from "vitest";
import { checkAnswer } from "./check-answer.ts";
import type { Request } from "./request.ts";

const request: Request = { id: "r1", kind: "approval", prompt: "May I?" };
const input: Request = {
  id: "r1",
  kind: "input",
  prompt: "Your address?",
  data: { schema: { type: "object", properties: { email: { type: "string", format: "email" } }, required: ["email"] } },
};
const coded = (code: string, path?: string) =>
  expect.objectContaining({ name: "AnswerError", code, ...(path !== undefined && { path }) });

describe("checkAnswer", () => {
  it.each([[false], [0], [""], [null], [{ a: [1] }]])("takes %j as data: falsy data is an answer", async (data) => {
    expect(await checkAnswer(request, { id: "r1", ok: true, data }, 0)).toStrictEqual({ id: "r1", ok: true, data });
  });

  it("keeps only known, exactly typed fields, frozen", async () => {
    const answer = await checkAnswer(
      request,
      { id: "r1", ok: false, reason: "declined", by: "mallory", ["__proto__"]: { ok: true } },
      0,
    );
    expect(answer).toStrictEqual({ id: "r1", ok: false, reason: "declined" });
    expect(Object.isFrozen(answer)).toBe(true);
    expect(await checkAnswer(request, { id: "r1", ok: false, reason: "approved" }, 0)).toStrictEqual({
      id: "r1",
      ok: false,
    });
    expect(await checkAnswer(request, { id: "r1", ok: true, reason: "declined" }, 0)).toStrictEqual({
      id: "r1",
      ok: true,
    });
  });

  it.each(["declined", "cancelled", "expired"])("never mixes up the reason %s", async (reason) => {
    expect((await checkAnswer(request, { id: "r1", ok: false, reason }, 0)).reason).toBe(reason);
  });

  it.each([
    ["text for ok", { id: "r1", ok: "true" }, "ok"],
    ["a number for ok", { id: "r1", ok: 1 }, "ok"],
    ["no ok", { id: "r1" }, "ok"],
    ["a function in data", { id: "r1", ok: true, data: { f: () => 1 } }, "data.f"],
  ])("refuses %s", async (_name, answer, path) => {
    await expect(checkAnswer(request, answer, 0)).rejects.toThrow(coded("answer-invalid", path));
  });

  it.each([[null], ["yes"], [[]], [() => true], [undefined]])("refuses %s, which is no Answer", async (answer) => {
    await expect(checkAnswer(request, answer, 0)).rejects.toThrow(coded("answer-invalid"));
  });

  it("refuses 5,000 levels, stating the limit", async () => {
    let data: unknown = 1;
    for (let level = 0; level < 5000; level++) data = [data];
    await expect(checkAnswer(request, { id: "r1", ok: true, data }, 0)).rejects.toThrow(/more than 128 levels/);
  });

  it("refuses the Answer to another Request", async () => {
    await expect(checkAnswer(request, { id: "r2", ok: true }, 0)).rejects.toThrow(coded("answer-mismatch", "id"));
    await expect(checkAnswer(request, { ok: true }, 0)).rejects.toThrow(coded("answer-mismatch"));
  });

  it("refuses an Answer from the moment the Request expires", async () => {
    const soon = { ...request, expiresAt: 1000 };
    expect((await checkAnswer(soon, { id: "r1", ok: true }, 999)).ok).toBe(true);
    await expect(checkAnswer(soon, { id: "r1", ok: true }, 1000)).rejects.toThrow(coded("request-expired"));
  });

  it("checks what is said yes with against the Request's schema, and names the place", async () => {
    expect((await checkAnswer(input, { id: "r1", ok: true, data: { email: "a@b.test" } }, 0)).data).toEqual({
      email: "a@b.test",
    });
    await expect(checkAnswer(input, { id: "r1", ok: true, data: { email: "a@@b" } }, 0)).rejects.toThrow(
      coded("answer-invalid", "data.email"),
    );
    await expect(checkAnswer(input, { id: "r1", ok: true }, 0)).rejects.toThrow(/email is missing/);
    await expect(checkAnswer(input, { id: "r1", ok: true, data: null }, 0)).rejects.toThrow(
      coded("answer-invalid", "data"),
    );
  });

  it("asks nothing of the data of a no", async () => {
    expect(
      await checkAnswer(input, { id: "r1", ok: false, reason: "declined", data: { reason: "not mine" } }, 0),
    ).toStrictEqual({
      id: "r1",
      ok: false,
      reason: "declined",
      data: { reason: "not mine" },
    });
  });

  it("can still be declined when its schema cannot be used", async () => {
    const broken = { ...input, data: { schema: { $ref: "https://evil.test/s" } } };
    await expect(checkAnswer(broken, { id: "r1", ok: true, data: {} }, 0)).rejects.toThrow(coded("answer-invalid"));
    expect((await checkAnswer(broken, { id: "r1", ok: false }, 0)).ok).toBe(false);
  });

  describe("changed arguments of an approval", () => {
    const inputSchema = { type: "object", properties: { amount: { type: "number", maximum: 50 } } };
    const call = { toolName: "refund", args: { amount: 5 } };
    const editable: Request = { ...request, data: { ...call, editable: true, inputSchema } };
    const changed = (args: unknown) => ({ id: "r1", ok: true, data: { args } });

    it("are taken where they may be changed and fit the tool's schema", async () => {
      expect(await checkAnswer(editable, changed({ amount: 4 }), 0)).toStrictEqual(changed({ amount: 4 }));
    });

    it("are refused with their place where they do not fit", async () => {
      await expect(checkAnswer(editable, changed({ amount: 51 }), 0)).rejects.toThrow(
        coded("answer-invalid", "data.args.amount"),
      );
      await expect(checkAnswer(editable, changed([1]), 0)).rejects.toThrow(coded("answer-invalid", "data.args"));
    });

    it("are refused where they may not be changed, so that nobody approves what does not run", async () => {
      const fixed: Request = { ...request, data: call };
      await expect(checkAnswer(fixed, changed({ amount: 4 }), 0)).rejects.toThrow(coded("answer-invalid", "data.args"));
    });

    it("are no arguments where a tool asks for approval of its own", async () => {
      expect(await checkAnswer(request, changed({ amount: 4 }), 0)).toStrictEqual(changed({ amount: 4 }));
    });
  });
});
