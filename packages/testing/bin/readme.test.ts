import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readPackages } from "./packages.mjs";
import { filesOf, importsOf, linksOf, readReadme, scriptsOf, sizesOf } from "./readme.mjs";
import { repositoryRoot } from "./repository.mjs";

const packages = readPackages();
const { scripts, sizes } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8"));

describe("the README", () => {
  const text = readReadme();

  test("has a page for a new app in under 40 lines, and a first agent in at most 20", () => {
    const linesOf = (name: string) => filesOf(text).get(name)?.trimEnd().split("\n").length;
    expect(linesOf("src/main.tsx")).toBeLessThan(40);
    expect(linesOf("weather.mjs")).toBeLessThanOrEqual(20);
  });

  test("links only to what is there", () => {
    const links = linksOf(text);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((target) => !existsSync(join(repositoryRoot, target)))).toEqual([]);
  });

  test("names only scripts there are", () => {
    const named = scriptsOf(text);
    expect(named).toContain("start");
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  test("tells the budgets that are checked", () => {
    const told = sizesOf(text);
    expect(told.length).toBeGreaterThan(0);
    const budgets = told.map(({ name }) => sizes.find((entry: { name: string }) => entry.name === name));
    expect(told).toEqual(
      budgets.map(({ name, maxBytes, maxTotalBytes }) => ({
        name,
        eager: maxBytes / 1000,
        total: maxTotalBytes / 1000,
      })),
    );
  });
});

describe.each(["README.md", ...Object.keys(packages).map((name) => `packages/${name}/README.md`)])("%s", (path) => {
  test("imports only what there is", () => {
    const imported = importsOf(readReadme(path));
    expect(imported.length).toBeGreaterThan(0);
    expect(imported.filter(({ door, name }) => !exportsOf(door).has(name))).toEqual([]);
  });
});

/** The names a door exports, by its text. */
function exportsOf(door: string): Set<string> {
  const [, name = "", subpath] = door.split("/");
  const source = packages[name]?.doors[subpath === undefined ? "." : `./${subpath}`];
  if (source === undefined) return new Set();
  return new Set(readFileSync(join(repositoryRoot, source), "utf8").match(/\b\w+\b/g));
}
