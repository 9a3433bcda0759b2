import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readmeFiles, readmeLinks, readmeScripts, readmeSizes } from "./readme.mjs";
import { repositoryRoot } from "./repository.mjs";

const { scripts, sizes } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8"));

describe("the README", () => {
  test("has a page for a new app in under 40 lines, and a first agent in at most 20", () => {
    const linesOf = (name: string) => readmeFiles().get(name)?.trimEnd().split("\n").length;
    expect(linesOf("src/main.tsx")).toBeLessThan(40);
    expect(linesOf("weather.mjs")).toBeLessThanOrEqual(20);
  });

  test("links only to what is there", () => {
    const links = readmeLinks();
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((target) => !existsSync(join(repositoryRoot, target)))).toEqual([]);
  });

  test("names only scripts there are", () => {
    const named = readmeScripts();
    expect(named).toContain("start");
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  test("tells the budgets that are checked", () => {
    const told = readmeSizes();
    expect(told.length).toBeGreaterThan(0);
    const budgets = told.map(({ name }) => sizes.find((entry: { name: string }) => entry.name === name));
    expect(told).toEqual(budgets.map(({ name, maxBytes }) => ({ name, kilobytes: maxBytes / 1000 })));
  });
});
