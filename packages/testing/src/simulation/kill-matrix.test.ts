import { describe, expect, it } from "vitest";
import { EVENT_TYPES } from "../durability/event-types.ts";
import { SCENARIOS, type Scenario } from "../durability/scenario.ts";
import { killedAt, playStory, undisturbed, writesOf } from "./story.ts";

const plans: Awaited<ReturnType<typeof planOf>>[] = [];
// One after another: each has the platform to itself.
for (const scenario of SCENARIOS) plans.push(await planOf(scenario));

it("kills before and after each event of every type, in at least twelve scenarios", () => {
  const struck = new Set(plans.flatMap(({ writes }) => writes.flatMap(({ types }) => types)));
  expect([...struck].sort()).toEqual([...EVENT_TYPES].sort());
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
