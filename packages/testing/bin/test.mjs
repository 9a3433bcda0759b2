// npm test: installs what is missing, runs every check, and ends with one line, `N passed, N failed[, N skipped]`.
// A later check runs although an earlier one failed. Plain JavaScript, since nothing may be installed yet.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium, ensureInstalled } from "./install.mjs";
import { repositoryRoot } from "./repository.mjs";
import { countByExitCode, countByLastLine, countByVitestReport } from "./test-counts.mjs";

/** @typedef {import("./test-counts.mjs").Counts} Counts */
/** @typedef {import("./test-counts.mjs").Outcome} Outcome */
/** @typedef {{ name: string, command: string[], count: (outcome: Outcome) => Counts }} Step */

/** A step that hangs is a step that failed. */
const stepLimitMs = 40 * 60_000;
const reports = mkdtempSync(join(tmpdir(), "holdpoint-test-"));

/** @type {Step[]} */
const steps = [
  { name: "type-check", command: ["npm", "run", "--silent", "typecheck"], count: countByExitCode },
  { name: "lint", command: ["npm", "run", "--silent", "lint"], count: countByExitCode },
  { name: "imports", command: ["npm", "run", "--silent", "check:imports"], count: countByExitCode },
  vitest("unit", "node"),
  vitest("browser", "chromium"),
  vitest("browser with React 18", "react-18"),
  { name: "build", command: ["npm", "run", "--silent", "build"], count: countByExitCode },
  { name: "docs", command: ["npm", "run", "--silent", "docs", "--", "--emit", "none"], count: countByExitCode },
  vitest("end to end", "e2e"),
  suite("recorded"),
  suite("conformance"),
  { name: "size", command: ["npm", "run", "--silent", "size"], count: countByExitCode },
];

process.exitCode = await main();

async function main() {
  const problem = ensureInstalled() ?? ensureChromium();
  if (problem !== undefined) {
    console.error(problem);
    console.log("0 passed, 1 failed");
    return 1;
  }
  /** @type {{ name: string, counts: Counts, seconds: number }[]} */
  const results = [];
  for (const step of steps) {
    console.log(`\n── ${step.name} ──`);
    const startedAt = Date.now();
    const counts = step.count(await run(step.command));
    if (counts.problem) console.log(`${step.name}: ${counts.problem}`);
    results.push({ name: step.name, counts, seconds: (Date.now() - startedAt) / 1000 });
  }
  rmSync(reports, { recursive: true, force: true });

  console.log("\n── summary ──");
  for (const { name, counts, seconds } of results) {
    const why = counts.problem ? `  (${counts.problem})` : "";
    console.log(`${name.padEnd(12)} ${describe(counts).padEnd(34)} ${seconds.toFixed(1).padStart(6)} s${why}`);
  }
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { counts } of results) {
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
  }
  console.log(describe(total));
  return total.failed > 0 ? 1 : 0;
}

/** @param {{ passed: number, failed: number, skipped: number }} counts */
function describe({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/**
 * @param {string} name
 * @param {string} project of vitest
 * @returns {Step}
 */
function vitest(name, project) {
  const report = join(reports, `${project}.json`);
  return {
    name,
    // allowOnly: a forgotten `.only` would leave the rest of its file untested.
    command: [
      ...[process.execPath, "node_modules/vitest/vitest.mjs", "run", "--project", project, "--allowOnly=false"],
      ...["--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    ],
    count: (outcome) => countByVitestReport(outcome, existsSync(report) ? readFileSync(report, "utf8") : undefined),
  };
}

/**
 * A suite that counts by itself: `bin/<name>.ts`, run by the script of that name.
 *
 * @param {string} name
 * @returns {Step}
 */
function suite(name) {
  if (!existsSync(join(repositoryRoot, "packages/testing/bin", `${name}.ts`))) {
    const problem = `packages/testing/bin/${name}.ts is not written yet`;
    return { name, command: [], count: () => ({ passed: 0, failed: 0, skipped: 1, problem }) };
  }
  return { name, command: ["npm", "run", "--silent", name], count: countByLastLine };
}

/**
 * Runs a command, shows its output and keeps it. Never rejects: what cannot be started has failed.
 *
 * @param {string[]} command
 * @returns {Promise<Outcome>}
 */
function run([program, ...options]) {
  if (program === undefined) return Promise.resolve({ code: 0, output: "" });
  return new Promise((resolve) => {
    let output = "";
    let note = "";
    // A group of its own, so that a hanging step is ended with the browsers it started.
    const child = spawn(program, options, {
      cwd: repositoryRoot,
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    });
    const timer = setTimeout(() => {
      note = `did not end within ${stepLimitMs / 60_000} minutes`;
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    }, stepLimitMs);
    const interrupt = () => {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
      process.exit(130);
    };
    process.once("SIGINT", interrupt);
    process.once("SIGTERM", interrupt);
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (text) => {
      output += text;
      process.stdout.write(text);
    });
    child.on("error", (error) => {
      note = error.message;
    });
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      process.off("SIGINT", interrupt);
      process.off("SIGTERM", interrupt);
      if (signal !== null && note === "") note = `ended by ${signal}`;
      resolve({ code: code ?? 1, output, ...(note === "" ? {} : { note }) });
    });
  });
}
