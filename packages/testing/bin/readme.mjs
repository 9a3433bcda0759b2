// What the README holds that can be checked: its files of code, its links, its commands, its figures.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "./repository.mjs";

const text = readFileSync(join(repositoryRoot, "README.md"), "utf8");

/** @returns {Map<string, string>} name → code: the blocks whose first line is a comment with a file's name */
export function readmeFiles() {
  const blocks = [...text.matchAll(/^```[jt]sx?\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)];
  return new Map(blocks.map(([, name = "", code = ""]) => [name, code]));
}

/** @returns {string[]} */
export function readmeLinks() {
  return [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target = ""]) => target);
}

/** @returns {string[]} the scripts it tells to run */
export function readmeScripts() {
  return [...text.matchAll(/npm (?:run )?(start|test|(?<=run )[\w:]+)/g)].map(([, name = ""]) => name);
}

/** @returns {{ name: string, kilobytes: number }[]} the rows of the table of sizes */
export function readmeSizes() {
  return [...text.matchAll(/^\| (.+?) \| ([\d.]+) kB \|$/gm)].map(([, name = "", kilobytes]) => ({
    name,
    kilobytes: Number(kilobytes),
  }));
}
