import { openRequest } from "@holdpoint/testing/suites";
import { describe, expect, test } from "vitest";
import type { RequestRecord, RequestState } from "./journal.ts";
import { decideAnswer, decideRetract, mergeRequest } from "./write-rules.ts";

const yes = { id: "ask", ok: true } as const;
const no = { id: "ask", ok: false, reason: "declined" } as const;
const states: readonly RequestState[] = ["open", "answered", "settled", "closed"];

function request(state: RequestState, answer?: typeof yes | typeof no): RequestRecord {
  return openRequest("run", "ask", { state, ...(answer && { answer, answeredAt: 7 }) });
}

function label({ state, answer }: RequestRecord): string {
  return answer === undefined ? state : `${state} (${answer.ok ? "yes" : "no"})`;
}

/** The state afterwards, `kept` when nothing is written, the code when it is refused. */
function merged(stored: RequestRecord, next: RequestRecord): string {
  try {
    const written = mergeRequest(stored, next);
    return written === undefined ? "kept" : `${written.state}${written.answer ? ` ${written.answer.ok}` : ""}`;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe("what a batch may make of a Request", () => {
  const table: readonly (readonly [stored: RequestRecord, next: RequestRecord, becomes: string])[] = [
    // stored, next, becomes
    [request("open"), request("open"), "open"],
    [request("open"), request("answered", yes), "request-changed"],
    [request("open"), request("settled", yes), "request-changed"],
    [request("open"), request("closed"), "closed"],
    [request("answered", yes), request("open"), "kept"],
    [request("answered", yes), request("answered", yes), "kept"],
    [request("answered", yes), request("answered", no), "request-changed"],
    [request("answered", yes), request("settled", yes), "settled true"],
    [request("answered", yes), request("settled", no), "request-changed"],
    [request("answered", yes), request("settled"), "request-changed"],
    [request("answered", no), request("closed"), "closed false"],
    [request("settled", yes), request("open"), "request-changed"],
    [request("settled", yes), request("settled", yes), "kept"],
    [request("settled", yes), request("settled", no), "request-changed"],
    [request("settled", yes), request("closed"), "request-changed"],
    [request("closed"), request("open"), "request-changed"],
    [request("closed"), request("settled", yes), "request-changed"],
    [request("closed", yes), request("closed"), "kept"],
  ];

  test.each(table.map(([stored, next, becomes]) => [label(stored), label(next), becomes, stored, next] as const))(
    "stored %s, in the batch %s: %s",
    (_stored, _next, becomes, stored, next) => {
      expect(merged(stored, next)).toBe(becomes);
    },
  );

  test("a Request of another run is never touched", () => {
    expect(merged(request("open"), { ...request("open"), runId: "other" })).toBe("invalid-record");
  });
});

describe("an Answer", () => {
  test.each(states)("is accepted only while the Request is open: %s", (state) => {
    const { outcome, write } = decideAnswer(request(state), yes, 9);
    expect(outcome.accepted).toBe(state === "open");
    expect(write === undefined).toBe(state !== "open");
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 10])("at 9, expiry at %d has not come", (expiresAt) => {
    const stored = { ...request("open"), request: { ...request("open").request, expiresAt } };
    expect(decideAnswer(stored, yes, 9).outcome.accepted).toBe(true);
  });

  test("finds itself only in a retry of its own write", () => {
    const stored = request("answered", yes);
    expect(decideAnswer(stored, yes, 7, true).outcome.accepted).toBe(true);
    expect(decideAnswer(stored, yes, 7, false).outcome.accepted).toBe(false);
    expect(decideAnswer(stored, yes, 8, true).outcome.accepted).toBe(false);
    expect(decideAnswer(stored, no, 7, true).outcome.accepted).toBe(false);
  });

  test.each(states)("is taken back only while it waits to be consumed: %s", (state) => {
    const reopened = decideRetract(request(state, yes));
    expect(reopened).toEqual(state === "answered" ? request("open") : undefined);
  });
});
