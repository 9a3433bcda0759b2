import type { RunEvent } from "@holdpoint/core";
import { describe, expect, it } from "vitest";
import { SCENARIOS, type Scenario } from "../durability/scenario.ts";
import { killedAt, playStory, undisturbed, writesOf } from "./story.ts";

/** All there are; a new one is missed here by the compiler. */
const EVENT_TYPES = Object.keys({
  "run.started": 1,
  "turn.started": 1,
  "text.appended": 1,
  "reasoning.appended": 1,
  "call.requested": 1,
  "call.started": 1,
  "call.finished": 1,
  "request.raised": 1,
  "request.answered": 1,
  "usage.added": 1,
  "turn.finished": 1,
  "run.paused": 1,
  "run.finished": 1,
  "run.failed": 1,
  "run.cancelled": 1,
} satisfies Record<RunEvent["type"], 1>);

const plans: Awaited<ReturnType<typeof planOf>>[] = [];
// One after another: each has the platform to itself.
for (const scenario of SCENARIOS) plans.push(await planOf(scenario));

it("kills before and after each event of every type, in at least twelve scenarios", () => {
  const struck = new Set(plans.flatMap(({ writes }) => writes.flatMap(({ types }) => types)));
  expect([...struck].sort()).toEqual(EVENT_TYPES.sort());
  expect(plans.length).toBeGreaterThanOrEqual(12);
});

// A page is killed at every write it makes when nothing goes wrong, so a kill that never strikes is a failure too.
describe.each(plans)("$name", ({ scenario, problems, transcript, writes }) => {
  it("undisturbed", () => {
    expect(problems).toEqual([]);
  });

  const cells = writes.flatMap(({ method, types }, at) =>
    (["before", "after"] as const).map((when) => ({ when, at, step: types.join(" + ") || method })),
  );
  it.each(cells)("killed $when write $at: $step", async ({ at, when }) => {
    const end = await playStory({ scenario, expected: [transcript] }, killedAt({ at, when }));
    expect(end.problems).toEqual([]);
  });
});

async function planOf(scenario: Scenario) {
  const { problems, transcript } = await playStory({ scenario }, undisturbed);
  return { scenario, name: scenario.name, problems, transcript, writes: await writesOf(scenario) };
}
