// npm run fuzz -- [seconds for each property, 60 unless told] [part of a file's name]: tries new cases on every parser, from
// fast-check and from real files that are spoilt by a seed. What fails prints its seed; `npm test` tries the same few.
import { spawnSync } from "node:child_process";
import { repositoryRoot } from "./repository.mjs";

const given = process.argv.slice(2);
const seconds = Number(given[0] ?? 60);
if (!(seconds > 0)) {
  console.error("Give the seconds for each property as a number above 0: npm run fuzz -- 60");
  process.exit(1);
}
const { status } = spawnSync(
  process.execPath,
  [
    ...["node_modules/vitest/vitest.mjs", "run", "--project", "node", "--project", "chromium", ".fuzz."],
    ...[`--testTimeout=${(seconds + 120) * 1_000}`, "--maxWorkers=2"],
    ...given.slice(1),
  ],
  { cwd: repositoryRoot, stdio: "inherit", env: { ...process.env, HOLDPOINT_FUZZ_SECONDS: String(seconds) } },
);
process.exitCode = status ?? 1;
