// npm run kill-matrix -- [how many] [--only text]: kills a page of each scenario in a real Chromium before, during and
// after every write, by crash, closed tab and SIGKILL in turn, and prints what came of it. Without a number: all of it.
import { playKill } from "../src/node/kill-matrix/kill-cell.ts";
import { outcomeOf, planKills, sampleOf } from "../src/node/kill-matrix/kill-plan.ts";
import { startKillStage } from "../src/node/kill-matrix/kill-stage.ts";
import { type KillResult, killTable } from "../src/node/kill-matrix/kill-table.ts";

const given = process.argv.slice(2);
const only = given.includes("--only") ? given[given.indexOf("--only") + 1] : undefined;
const count = given[0] === undefined || given[0].startsWith("--") ? Number.POSITIVE_INFINITY : Number(given[0]);

const startedAt = performance.now();
const stage = await startKillStage();
const results: KillResult[] = [];
try {
  const all = (await planKills(stage)).filter(
    ({ scenario, step, way }) => only === undefined || `${scenario.name} ${step} ${way}`.includes(only),
  );
  for (const cell of sampleOf(all, count)) {
    const { scenario, runId, expected, when, way, step, at } = cell;
    const end = await playKill(stage, { scenario, runId, expected, kill: cell }, (error) =>
      console.log(`The browser failed in ${scenario.name}, ${way} ${when} write ${at}: ${String(error)}`),
    );
    const outcome = outcomeOf(end);
    results.push({ cell, outcome, problems: end.problems });
    if (outcome === "broken") {
      console.log(`BROKEN ${scenario.name}: ${way} ${when} write ${at}, ${step}`);
      for (const problem of end.problems) console.log(`  ${problem.replaceAll("\n", "\n  ")}`);
    } else if (results.length % 50 === 0) {
      console.log(`${results.length} cells, ${Math.round((performance.now() - startedAt) / 1000)} s`);
    }
  }
} finally {
  await stage.close();
}
const broken = results.filter(({ outcome }) => outcome === "broken").length;
const unreached = results.filter(({ outcome }) => outcome === "not reached").length;
console.log(killTable(results));
console.log(`${Math.round((performance.now() - startedAt) / 1000)} s`);
console.log(`${results.length - broken - unreached} passed, ${broken} failed, ${unreached} skipped`);
process.exitCode = broken > 0 || results.length === 0 ? 1 : 0;
