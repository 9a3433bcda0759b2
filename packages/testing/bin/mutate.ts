// npm run mutate -- [--only text]: takes one rule of durability after another out of a copy of the sources, and prints
// who notices: the simulation, the kill matrix over the memory store, or a test beside the sources.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { MUTATIONS, type Mutation, mutate } from "../src/durability/mutations.ts";
import { repositoryRoot } from "./repository.mjs";

/** Those who look, the quickest first. */
const WATCHERS = [
  { name: "simulation", command: ["node_modules/.bin/tsx", "packages/testing/bin/simulate.ts", "1000", "--bail"] },
  {
    name: "kill matrix",
    command: vitest("packages/testing/src/simulation/kill-matrix.test.ts"),
  },
  { name: "tests", command: vitest("packages/core/src/run", "packages/core/src/loop") },
] as const;

const given = process.argv.slice(2);
const only = given.includes("--only") ? given[given.indexOf("--only") + 1] : undefined;
const chosen = MUTATIONS.filter(({ name }) => only === undefined || name.includes(only));

const folder = mkdtempSync(join(tmpdir(), "holdpoint-mutate-"));
let missed = 0;
try {
  copyRepository(folder);
  const alarms = look();
  if (!alarms.every(isSilent)) throw new Error(`With nothing taken out somebody cries already:\n${alarms.join("\n")}`);
  for (const mutation of chosen) {
    const seen = whoNotices(mutation);
    if (seen.every(isSilent)) missed += 1;
    console.log(`${mutation.name}\n  ${seen.join("\n  ")}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${chosen.length - missed} passed, ${missed} failed`);
process.exitCode = missed > 0 || chosen.length === 0 ? 1 : 0;

/** What each watcher says of the sources with the rule taken out. */
function whoNotices(mutation: Mutation): readonly string[] {
  const path = join(folder, mutation.file);
  const source = readFileSync(path, "utf8");
  writeFileSync(path, mutate(mutation, source));
  try {
    return look();
  } finally {
    writeFileSync(path, source);
  }
}

/** What each watcher says, in a line. */
function look(): readonly string[] {
  return WATCHERS.map(({ name, command: [program, ...options] }) => {
    const { status, stdout, stderr } = spawnSync(program, options, { cwd: folder, encoding: "utf8", timeout: 900_000 });
    if (status === 0) return `${name}: -`;
    const lines = plain(stdout + stderr).split("\n");
    const first = lines.find((line) => /^ {2}\S|^ ?FAIL /.test(line)) ?? (status === null ? "it hangs" : "it fails");
    return `${name}: ${first.replace("FAIL", "").trim().slice(0, 200)}`;
  });
}

function isSilent(line: string): boolean {
  return line.endsWith(": -");
}

/** What git knows, as it stands now; packages of this repository are the copied ones. */
function copyRepository(to: string): void {
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: repositoryRoot, encoding: "utf8" }).split("\0");
  for (const file of files.filter(Boolean)) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(repositoryRoot, file), join(to, file));
  }
  link("node_modules", readdirSync(join(repositoryRoot, "node_modules")));
  for (const name of readdirSync(join(to, "packages"))) {
    mkdirSync(join(to, "node_modules/@holdpoint"), { recursive: true });
    symlinkSync(join(to, "packages", name), join(to, "node_modules/@holdpoint", name));
  }

  function link(under: string, names: readonly string[]): void {
    mkdirSync(join(to, under), { recursive: true });
    for (const name of names.filter((each) => each !== "@holdpoint")) {
      symlinkSync(join(repositoryRoot, under, name), join(to, under, name));
    }
  }
}

function vitest(...files: readonly string[]): readonly [string, ...string[]] {
  return ["node_modules/.bin/vitest", "run", "--project", "node", "--typecheck.enabled=false", "--bail", "1", ...files];
}

function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours
  return text.replace(/\u001b\[\d+m/g, "");
}
