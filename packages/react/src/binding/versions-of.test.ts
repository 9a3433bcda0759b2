import type { RunFork, RunRecord } from "@holdpoint/core";
import { describe, expect, it } from "vitest";
import { versionsOf } from "./versions-of.ts";

const branch = (runId: string, forkedFrom?: Omit<RunFork, "root">): RunRecord =>
  ({ runId, ...(forkedFrom && { forkedFrom: { ...forkedFrom, root: "r" } }) }) as RunRecord;

describe("versionsOf", () => {
  const branches = [
    branch("r"),
    branch("a", { runId: "r", turn: 4 }),
    branch("b", { runId: "r", turn: 4 }),
    branch("c", { runId: "a", turn: 6 }),
    branch("d", { runId: "r", turn: 2 }),
  ];

  it.each([
    ["r", 4, { runIds: ["r", "a", "b"], current: 0 }],
    ["a", 4, { runIds: ["r", "a", "b"], current: 1 }],
    ["b", 4, { runIds: ["r", "a", "b"], current: 2 }],
    // Deeper branches show the version of the branch they come from.
    ["c", 4, { runIds: ["r", "a", "b"], current: 1 }],
    ["c", 6, { runIds: ["a", "c"], current: 1 }],
    ["a", 6, { runIds: ["a", "c"], current: 0 }],
    ["c", 2, { runIds: ["r", "d"], current: 0 }],
    ["d", 2, { runIds: ["r", "d"], current: 1 }],
    ["d", 4, undefined],
    ["b", 6, undefined],
    ["r", 0, undefined],
    ["nowhere", 0, undefined],
  ])("of %s at turn %i", (runId, turn, versions) => {
    expect(versionsOf(branches, runId, turn)).toEqual(versions);
  });

  it("goes on when the run they came from was removed", () => {
    expect(versionsOf(branches.slice(1), "b", 4)).toEqual({ runIds: ["a", "b"], current: 1 });
  });
});
