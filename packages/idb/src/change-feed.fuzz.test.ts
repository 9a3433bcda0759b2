import { fuzzBudget, spoilJson } from "@holdpoint/testing/suites";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseChange } from "./change-feed.ts";

test("a message on the channel of the tabs is a hint of one of five kinds, or nothing", () => {
  const spoilt = fc
    .tuple(fc.constantFrom("run", "events", "requests", "commands", "removed", "all"), fc.nat())
    .map(([kind, seed]) => spoilJson({ v: 1, runId: "run_1", kind, answer: { id: "r", ok: true } }, seed));
  const anything = fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true });
  fc.assert(
    fc.property(fc.oneof(spoilt, anything), (data) => {
      const change = parseChange(data);
      expect("polluted" in {}).toBe(false);
      if (change === undefined) return;
      // Nothing that could be an Answer is handed on.
      expect(Object.keys(change).sort()).toEqual(["kind", "runId"]);
      const { kind, runId } = change as { kind: string; runId: string };
      expect(["run", "events", "requests", "commands", "removed"]).toContain(kind);
      expect(typeof runId === "string" && runId.length <= 1_000).toBe(true);
    }),
    fuzzBudget(2_000),
  );
});
