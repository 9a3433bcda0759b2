// What a README holds that can be checked: its files of code, its links, its commands, its figures.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "./repository.mjs";

/** @param {string} [path] from the root of the repository */
export function readReadme(path = "README.md") {
  return readFileSync(join(repositoryRoot, path), "utf8");
}

/**
 * @param {string} text
 * @returns {Map<string, string>} name → code: the blocks whose first line is a comment with a file's name
 */
export function filesOf(text) {
  const blocks = [...text.matchAll(/^```[jt]sx?\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)];
  return new Map(blocks.map(([, name = "", code = ""]) => [name, code]));
}

/** @param {string} text @returns {string[]} */
export function linksOf(text) {
  return [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target = ""]) => target);
}

/** @param {string} text @returns {string[]} the scripts it tells to run */
export function scriptsOf(text) {
  return [...text.matchAll(/npm (?:run )?(start|test|(?<=run )[\w:]+)/g)].map(([, name = ""]) => name);
}

/** @param {string} text @returns {{ door: string, name: string }[]} what its code imports of ours */
export function importsOf(text) {
  return [...text.matchAll(/import \{([^}]+)\} from "(@holdpoint\/[^"]+)"/g)].flatMap(([, names = "", door = ""]) =>
    names.split(",").map((name) => ({ door, name: name.trim() })),
  );
}

/** @param {string} text @returns {{ name: string, eager: number, total: number }[]} the table of sizes, in kB */
export function sizesOf(text) {
  return [...text.matchAll(/^\| (.+?) \| ([\d.]+) kB \| ([\d.]+) kB \|$/gm)].map(([, name = "", eager, total]) => ({
    name,
    eager: Number(eager),
    total: Number(total),
  }));
}
