// npm run fuzz -- [seconds for each property, 60 unless told] [names of files before their .fuzz]: tries new cases on
// every parser, from fast-check and from real files that are spoilt by a seed. What fails prints its seed and path; in
// `npm test` the same tests try the same few cases.
import { spawnSync } from "node:child_process";
import { repositoryRoot } from "./repository.mjs";

const [given = "60", ...names] = process.argv.slice(2);
const seconds = Number(given);
if (!(seconds > 0)) {
  console.error("Give the seconds for each property as a number above 0: npm run fuzz -- 60");
  process.exit(1);
}
const { status } = spawnSync(
  process.execPath,
  [
    ...["node_modules/vitest/vitest.mjs", "run", "--project", "node", "--project", "chromium"],
    ...(names.length === 0 ? [".fuzz."] : names.map((name) => `${name}.fuzz.`)),
    ...[`--testTimeout=${(seconds + 120) * 1_000}`, "--maxWorkers=2"],
  ],
  { cwd: repositoryRoot, stdio: "inherit", env: { ...process.env, HOLDPOINT_FUZZ_SECONDS: String(seconds) } },
);
process.exitCode = status ?? 1;
