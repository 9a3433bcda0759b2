// npm run check:imports: fails when an import goes the wrong way. The rules are in import-rules.mjs.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findViolations } from "./import-rules.mjs";
import { readPackages } from "./packages.mjs";
import { repositoryRoot } from "./repository.mjs";

const sources = ["packages", "demo"].flatMap((folder) => listSources(folder));
const files = new Map(sources.map((file) => [file, readFileSync(join(repositoryRoot, file), "utf8")]));
const violations = findViolations(files, readPackages());

for (const { file, line, rule, message } of violations) console.error(`${file}:${line}  [${rule}] ${message}`);
console.log(`imports: ${files.size} files, ${violations.length} violations`);
if (files.size === 0) console.error("No source was found, so nothing was checked.");
process.exitCode = violations.length > 0 || files.size === 0 ? 1 : 0;

/** @param {string} folder @returns {string[]} */
function listSources(folder) {
  return readdirSync(join(repositoryRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return ["node_modules", "dist"].includes(entry.name) ? [] : listSources(path);
    return /\.(ts|tsx|mts|mjs|js)$/.test(entry.name) && !entry.name.endsWith(".d.ts") ? [path] : [];
  });
}
