// What `npm start` and `npm test` need before anything else can run. Plain JavaScript without a dependency.
import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { findChromium } from "./find-chromium.mjs";
import { repositoryRoot } from "./repository.mjs";

/**
 * Runs `npm ci` when `node_modules` is missing or is not what `package-lock.json` says. Never `npm install`: that would
 * change the lock file and hide the difference.
 *
 * @returns {string | undefined} why it failed, in one line
 */
export function ensureInstalled() {
  const reason = whyStale();
  if (reason === undefined) return undefined;
  console.log(`Installing dependencies (${reason}): npm ci`);
  const code = run("npm", ["ci", "--no-audit", "--no-fund"]);
  return code === 0 ? undefined : `npm ci failed with exit code ${code}: see its output above.`;
}

/**
 * Finds a Chromium, or installs Debian's when that is possible.
 *
 * @returns {string | undefined} what to install, in one line, when there is none
 */
export function ensureChromium() {
  if (findChromium() !== undefined) return undefined;
  if (process.env.CHROMIUM_PATH) {
    return `CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, which cannot be executed: correct it or unset it.`;
  }
  const advice = "No Chromium was found: install chromium or google-chrome, or set CHROMIUM_PATH to its executable.";
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  if (!canRun(["apt-get", "--version"]) || (asRoot.length > 0 && !canRun([...asRoot, "true"]))) return advice;
  console.log("Installing Chromium: apt-get install chromium");
  for (const step of [["update"], ["install", "-y", "chromium"]]) {
    const [program = "", ...rest] = [...asRoot, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", ...step];
    const code = run(program, rest);
    // A failed update may leave a usable list; the install decides.
    if (code !== 0 && step[0] === "install")
      return `${advice} (apt-get install chromium failed with exit code ${code}.)`;
  }
  return findChromium() === undefined ? advice : undefined;
}

/**
 * Compares what is installed with the lock file, entry by entry. npm keeps its own record of what it installed.
 *
 * @returns {string | undefined} why an install is needed
 */
function whyStale() {
  const recordPath = join(repositoryRoot, "node_modules", ".package-lock.json");
  if (!statSync(recordPath, { throwIfNoEntry: false })) return "node_modules is missing";
  const wanted = readLock(join(repositoryRoot, "package-lock.json"));
  const installed = readLock(recordPath);
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.startsWith("node_modules/") && !path.includes("/node_modules/")) continue;
    const found = installed[path];
    if (found === undefined) {
      if (entry.optional) continue; // Made for another platform.
      return `${path} is missing`;
    }
    if (found.version !== entry.version || found.integrity !== entry.integrity) return `${path} is another version`;
    if (!statSync(join(repositoryRoot, path), { throwIfNoEntry: false })) return `${path} is gone`;
  }
  return undefined;
}

/**
 * @param {string} path
 * @returns {Record<string, { version?: string, integrity?: string, optional?: boolean }>}
 */
function readLock(path) {
  return JSON.parse(readFileSync(path, "utf8")).packages ?? {};
}

/** @param {string} program @param {string[]} options */
function run(program, options) {
  const { status, error } = spawnSync(program, options, { cwd: repositoryRoot, stdio: "inherit" });
  if (error) console.error(error.message);
  return status ?? 1;
}

/** @param {string[]} command */
function canRun([program = "", ...options]) {
  return spawnSync(program, options, { stdio: "ignore" }).status === 0;
}
