// npm run simulate -- [how many] [--from N] [--seed N] [--bail]: plays seeded stories over the memory store, and prints the
// seeds in which a promise was broken. `--seed N` plays one again and tells each step of it.
import { createSimulator } from "../src/simulation/simulate.ts";

const rejections: unknown[] = [];
process.on("unhandledRejection", (reason) => rejections.push(reason));

const { count, from } = readArguments(process.argv.slice(2));
/** Broken seeds to be shown. */
const most = process.argv.includes("--bail") ? 1 : 20;
const simulator = createSimulator(() => rejections.splice(0));
const startedAt = performance.now();
let played = 0;
let failed = 0;
let steps = 0;
const tally = new Map<string, number>();
for (let seed = from; seed < from + count; seed += 1) {
  const outcome = await simulator.play(seed, count === 1 ? (what) => console.log(what) : undefined);
  played += 1;
  steps += outcome.steps;
  for (const [what, times] of outcome.tally) tally.set(what, (tally.get(what) ?? 0) + times);
  if (outcome.problems.length === 0) continue;
  failed += 1;
  console.log(`seed ${seed} (${outcome.scenario}): npm run simulate -- --seed ${seed}`);
  for (const problem of outcome.problems) console.log(`  ${problem.replaceAll("\n", "\n  ")}`);
  if (failed >= most) break;
}
const seconds = (performance.now() - startedAt) / 1000;
console.log(`${played} seeds, ${steps} steps in ${seconds.toFixed(1)} s: ${Math.round(played / seconds)} seeds/s`);
for (const [what, times] of [...tally].sort()) console.log(`${String(times).padStart(9)}  ${what}`);
console.log(`${played - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function readArguments(given: readonly string[]): { count: number; from: number } {
  const numberAfter = (name: string): number | undefined => {
    const at = given.indexOf(name);
    return at < 0 ? undefined : Number(given[at + 1]);
  };
  const seed = numberAfter("--seed");
  if (seed !== undefined) return { count: 1, from: seed };
  const count = given[0] === undefined || given[0].startsWith("--") ? 2_000 : Number(given[0]);
  return { count, from: numberAfter("--from") ?? 1 };
}
