import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { readPackages } from "./packages.mjs";
import { repositoryRoot } from "./repository.mjs";

const modules = Object.entries(readPackages()).flatMap(([name, { doors }]) =>
  Object.entries(doors)
    .filter(([, source]) => source.endsWith(".ts"))
    .map(([subpath, source]) => ({ specifier: `@holdpoint/${name}${subpath.slice(1)}`, source })),
);

test("every public door is known to TypeScript by its source", () => {
  const { config } = ts.readConfigFile(join(repositoryRoot, "tsconfig.base.json"), ts.sys.readFile);
  const expected = Object.fromEntries(modules.map(({ specifier, source }) => [specifier, [`./${source}`]]));
  expect(config.compilerOptions.paths).toEqual(expected);
});

test("every public door stands in the API documentation", () => {
  const { typedocOptions } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8"));
  expect([...typedocOptions.entryPoints].sort()).toEqual(modules.map(({ source }) => source).sort());
});
