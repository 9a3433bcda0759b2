import { describe, expect, it } from "vitest";
import { readRequest } from "./read-request.ts";
import { isExpired, newRequestId } from "./request.ts";

const request = { id: "r1", kind: "authorization", prompt: "Sign in", url: "https://id.example.test/" };

describe("readRequest", () => {
  it("keeps fields it does not know: a later version wrote them", () => {
    const later = { ...request, data: { a: 1 }, urgency: { level: 2 } };
    expect(readRequest(later)).toEqual({ ok: true, request: later });
  });

  it.each([
    ["javascript:CANARY()"],
    ["JaVaScRiPt:CANARY()"],
    ["data:text/html,x"],
    ["https://accounts.google.com@evil.example/"],
    ["//evil.example"],
    ["/login"],
    ["http://example.test/"],
    [7],
    [null],
  ])("refuses the address %s before anybody sees it", (url) => {
    expect(readRequest({ ...request, url })).toMatchObject({ ok: false, path: "url" });
  });

  it.each([
    ["seconds", 1_900_000_000, /milliseconds.*looks like seconds/],
    ["text that is no time", "soon", /milliseconds/],
    ["a number as text", "1900000000000", /milliseconds/],
    ["a year", "2030", /milliseconds/],
    ["a date without a time", "2030-01-01", /milliseconds/],
    ["a time without its zone", "2030-01-01T00:00:00", /milliseconds/],
    ["a day that does not exist", "2030-13-01T00:00:00Z", /milliseconds/],
    ["an object", {}, /milliseconds/],
  ])("refuses %s for expiresAt, naming the unit", (_name, expiresAt, words) => {
    expect(readRequest({ ...request, expiresAt })).toMatchObject({
      ok: false,
      path: "expiresAt",
      problem: expect.stringMatching(words),
    });
  });

  it.each([[Date.UTC(2030, 0, 1)], [5], ["2030-01-01T00:00:00Z"], ["2030-01-01T01:00+01:00"]])(
    "takes %s for expiresAt",
    (expiresAt) => {
      expect(readRequest({ ...request, expiresAt }).ok).toBe(true);
    },
  );

  it("takes a prompt as the text it is, also an empty one", () => {
    expect(readRequest({ ...request, prompt: "" }).ok).toBe(true);
  });
});

describe("isExpired", () => {
  it("is so from the moment on, and never without a time", () => {
    expect(isExpired({ ...request, expiresAt: 1000 }, 999)).toBe(false);
    expect(isExpired({ ...request, expiresAt: 1000 }, 1000)).toBe(true);
    expect(isExpired({ ...request, expiresAt: "1970-01-01T00:00:01Z" }, 1000)).toBe(true);
    expect(isExpired({}, Number.MAX_SAFE_INTEGER)).toBe(false);
  });

  it("is not so for a time 30 days away, beyond what a timer holds", () => {
    const now = Date.UTC(2030, 0, 1);
    expect(isExpired({ ...request, expiresAt: now + 30 * 86_400_000 }, now)).toBe(false);
  });
});

describe("newRequestId", () => {
  it("is another one each time", () => {
    expect(new Set(Array.from({ length: 1000 }, newRequestId)).size).toBe(1000);
  });
});
