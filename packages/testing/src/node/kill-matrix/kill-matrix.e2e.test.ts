import { afterAll, beforeAll, expect, test } from "vitest";
import { EVENT_TYPES } from "../../durability/event-types.ts";
import { playKill } from "./kill-cell.ts";
import { outcomeOf, planKills, sampleOf } from "./kill-plan.ts";
import { type KillStage, startKillStage } from "./kill-stage.ts";
import { type KillResult, killTable } from "./kill-table.ts";

/** At least sixty must strike; `npm run kill-matrix` plays all. */
const CELLS = 72;

let stage: KillStage;

beforeAll(async () => {
  stage = await startKillStage();
});

afterAll(async () => {
  await stage.close();
});

test("killed by crash, closed tab or SIGKILL at any write, a run goes on and nothing is lost or done twice", {
  timeout: 600_000,
}, async () => {
  const results: KillResult[] = [];
  for (const cell of sampleOf(await planKills(stage), CELLS)) {
    const { scenario, runId, expected } = cell;
    const end = await playKill(stage, { scenario, runId, expected, kill: cell }, (error) =>
      console.log(`The browser failed in ${scenario.name}, ${cell.way} ${cell.when} ${cell.step}: ${String(error)}`),
    );
    results.push({ cell, outcome: outcomeOf(end), problems: end.problems });
  }
  console.log(killTable(results));
  const broken = results
    .filter(({ outcome }) => outcome === "broken")
    .map(
      ({ cell, problems }) => `${cell.scenario.name}, ${cell.way} ${cell.when} ${cell.step}: ${problems.join("; ")}`,
    );
  expect(broken).toEqual([]);
  expect(results.filter(({ outcome }) => outcome !== "not reached").length).toBeGreaterThanOrEqual(60);
  const steps = results.flatMap(({ cell }) => cell.step.split(" + ").map((type) => `${cell.when} ${type}`));
  for (const type of EVENT_TYPES) expect(steps).toEqual(expect.arrayContaining([`before ${type}`, `after ${type}`]));
  expect(new Set(results.map(({ cell }) => cell.way))).toEqual(new Set(["crash", "close", "kill"]));
});
