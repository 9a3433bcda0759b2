import { describe, expect, it } from "vitest";
import { elicitationAnswer, elicitationRequest } from "./elicitation.ts";

describe("elicitationRequest", () => {
  it("makes an input of a form and an authorization of an address", () => {
    const requestedSchema = { type: "object", properties: { email: { type: "string" } } };
    expect(elicitationRequest({ message: "Your email?", requestedSchema })).toMatchObject({
      kind: "input",
      prompt: "Your email?",
      data: { schema: requestedSchema },
    });
    expect(elicitationRequest({ mode: "url", message: "Sign in", url: "https://id.test/" })).toMatchObject({
      kind: "authorization",
      url: "https://id.test/",
    });
  });

  it.each([["javascript:CANARY()"], ["http://evil.test/"], [undefined], [7]])("refuses the address %s", (url) => {
    expect(() => elicitationRequest({ mode: "url", message: "Sign in", url })).toThrow(
      expect.objectContaining({ code: "invalid-argument", path: "url" }),
    );
  });

  it.each([[undefined], [null], [7], [{ message: 7 }]])("asks something even of %j", (given) => {
    expect(elicitationRequest(given)).toMatchObject({ kind: "input", prompt: "" });
  });
});

describe("elicitationAnswer", () => {
  const form = elicitationRequest({ message: "?", requestedSchema: {} });
  const login = elicitationRequest({ mode: "url", message: "?", url: "https://id.test/" });

  it.each([
    [form, { ok: true, data: { a: 1 } }, { action: "accept", content: { a: 1 } }],
    [form, { ok: true }, { action: "accept", content: {} }],
    [form, { ok: false, reason: "declined" as const }, { action: "decline" }],
    [form, { ok: false, reason: "expired" as const }, { action: "cancel" }],
    [form, { ok: false, reason: "cancelled" as const }, { action: "cancel" }],
    [form, { ok: false }, { action: "cancel" }],
    [login, { ok: true, data: { token: "x" } }, { action: "accept" }],
  ])("of %j to %j is %j", (request, answer, told) => {
    expect(elicitationAnswer(request, { id: request.id, ...answer })).toStrictEqual(told);
  });
});
