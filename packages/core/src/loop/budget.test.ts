import { describe, expect, it } from "vitest";
import { reachedLimit, stopRules } from "./budget.ts";
import { initialTranscript, type Transcript } from "./transcript.ts";

function reached(budget: Parameters<typeof stopRules>[0], more: Partial<Transcript>) {
  return reachedLimit(stopRules(budget), { ...initialTranscript(), ...more });
}

describe("what a run may spend by itself", () => {
  it("is ten model calls unless the host says otherwise", () => {
    expect(reached({}, { modelCalls: 9 })).toBeUndefined();
    expect(reached({}, { modelCalls: 10 })).toBe("maxTurns");
    expect(reached({ maxTurns: 2 }, { modelCalls: 2 })).toBe("maxTurns");
  });

  it("does not count how often a call was repeated unless told to", () => {
    const recentCalls = Array.from({ length: 50 }, () => "t {}");
    expect(reached({}, { recentCalls })).toBeUndefined();
  });

  it("stops at the same call with the same arguments, not at the same tool", () => {
    expect(reached({ maxSameCall: 3 }, { recentCalls: ["t {}", 't {"a":1}', "t {}"] })).toBeUndefined();
    expect(reached({ maxSameCall: 3 }, { recentCalls: ["t {}", "t {}", 't {"a":1}', "t {}"] })).toBe("repeatedCall");
  });
});
