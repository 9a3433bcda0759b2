import { describe, expect, test } from "vitest";
import { findViolations, readImports } from "./import-rules.mjs";

const packages = {
  core: { doors: { ".": "packages/core/src/index.ts" }, dependencies: ["eventsource-parser"] },
  idb: { doors: { ".": "packages/idb/src/index.ts" }, dependencies: ["@holdpoint/core", "idb"] },
  react: {
    doors: { ".": "packages/react/src/index.ts", "./components": "packages/react/src/components.ts" },
    dependencies: ["@holdpoint/core", "@holdpoint/idb", "react", "zustand"],
  },
  mcp: { doors: { ".": "packages/mcp/src/index.ts" }, dependencies: ["@holdpoint/core"] },
  widgets: {
    doors: { ".": "packages/widgets/src/index.ts" },
    dependencies: ["@holdpoint/core", "@holdpoint/idb", "@holdpoint/react"],
  },
  testing: {
    doors: { ".": "packages/testing/src/index.ts", "./node": "packages/testing/src/node/index.ts" },
    dependencies: ["@holdpoint/core"],
  },
};

/** The rules broken by one file that stands among others, which break none by themselves. */
function rulesBroken(file: string, text: string): string[] {
  const files = new Map([
    ["packages/core/src/index.ts", `export { run } from "./run/client.ts";`],
    ["packages/core/src/primitives/clock.ts", ""],
    ["packages/core/src/contracts/turn.ts", `import { now } from "../primitives/clock.ts";`],
    ["packages/core/src/wire/openai/stream.ts", ""],
    ["packages/core/src/run/client.ts", `import type { Turn } from "../contracts/turn.ts";`],
    ["packages/idb/src/index.ts", `export type { Turn } from "@holdpoint/core";`],
    ["packages/react/src/index.ts", `export { useRun } from "./hooks/use-run.ts";`],
    ["packages/react/src/components.ts", `export { Inbox } from "./components/inbox.tsx";`],
    ["packages/react/src/binding/run-store.ts", `import { create } from "zustand/vanilla";`],
    ["packages/react/src/hooks/use-run.ts", `import { store } from "../binding/run-store";`],
    ["packages/react/src/components/inbox.tsx", `import { useRun } from "../hooks/use-run.js";`],
    ["packages/testing/src/index.ts", `export { model } from "./scripted-model.ts";`],
    ["packages/testing/src/scripted-model.ts", ""],
    ["packages/testing/src/node/launch.ts", `import { spawn } from "node:child_process";`],
    ["packages/testing/src/model.fixture.ts", ""],
    [file, text],
  ]);
  return findViolations(files, packages).map((violation) => violation.rule);
}

describe("what is allowed", () => {
  test.each([
    [
      "packages/core/src/loop/loop.ts",
      `import { read } from "../wire/openai/stream.ts"; import { a } from "./step.ts";`,
    ],
    ["packages/core/src/wire/sse.ts", `import { createParser } from "eventsource-parser/stream";`],
    ["packages/react/src/binding/inbox.ts", `import type { Store } from "@holdpoint/idb";`],
    ["packages/react/src/components/box.tsx", `import "./box.css"; import { run } from "@holdpoint/core";`],
    ["packages/widgets/src/element.ts", `import { Inbox } from "@holdpoint/react/components";`],
    ["packages/testing/src/node/serve.ts", `import { model } from "../scripted-model.ts";`],
    [
      "packages/testing/bin/tool.ts",
      `import { run } from "@holdpoint/core"; import { model } from "../src/scripted-model.ts";`,
    ],
    [
      "packages/core/src/contracts/turn.test.ts",
      `import { model } from "@holdpoint/testing"; import { test } from "vitest";`,
    ],
    ["packages/core/src/contracts/turn.test-d.ts", `import { run } from "@holdpoint/core"; import "../run/client.ts";`],
    ["demo/src/gallery/sections.tsx", `import "../../../packages/testing/src/model.fixture.ts";`],
    ["demo/src/main.tsx", `import { useRun } from "@holdpoint/react"; import { store } from "@holdpoint/idb";`],
  ])("%s: %s", (file, text) => {
    expect(rulesBroken(file, text)).toEqual([]);
  });
});

describe("a violation is found", () => {
  test.each([
    ["an upward import", "floor", "packages/core/src/contracts/run.ts", `import { run } from "../run/client.ts";`],
    ["an upward type", "floor", "packages/core/src/contracts/run.ts", `import type { Run } from "../run/client";`],
    ["an upward re-export", "floor", "packages/core/src/toolkit/a.ts", `export * from "../wire/openai/stream.ts";`],
    ["an upward import()", "floor", "packages/core/src/loop/a.ts", `const run = await import("../run/client.ts");`],
    ["an upward import type", "floor", "packages/core/src/loop/a.ts", `let x: import("../run/client.ts").Run;`],
    [
      "hooks to components",
      "floor",
      "packages/react/src/hooks/a.ts",
      `import { Inbox } from "../components/inbox.tsx";`,
    ],
    ["binding to hooks", "floor", "packages/react/src/binding/a.ts", `import { useRun } from "../hooks/use-run.ts";`],
    [
      "components at the hooks' door",
      "floor",
      "packages/react/src/index.ts",
      `export * from "./components/inbox.tsx";`,
    ],
    ["a file on no floor", "floor", "packages/core/src/helpers.ts", ""],
    ["a folder that is no floor", "floor", "packages/core/src/utils/text.ts", ""],
    ["core to idb", "package", "packages/core/src/run/a.ts", `import type { Store } from "@holdpoint/idb";`],
    ["idb to react", "package", "packages/idb/src/a.ts", `import { useRun } from "@holdpoint/react";`],
    ["react to idb as a value", "package", "packages/react/src/hooks/a.ts", `import { store } from "@holdpoint/idb";`],
    ["a type-only name", "package", "packages/react/src/hooks/a.ts", `import { type Store } from "@holdpoint/idb";`],
    ["react to idb, lazily", "package", "packages/react/src/hooks/a.ts", `const idb = await import("@holdpoint/idb");`],
    ["testing to idb", "package", "packages/testing/src/a.ts", `import type { Store } from "@holdpoint/idb";`],
    ["mcp to idb", "package", "packages/mcp/src/a.ts", `import { store } from "@holdpoint/idb";`],
    ["a published file to testing", "package", "packages/core/src/run/a.ts", `export * from "@holdpoint/testing";`],
    ["another package by path", "door", "packages/idb/src/a.ts", `import "../../core/src/run/client.ts";`],
    [
      "another package by path, in a test",
      "door",
      "packages/idb/src/a.test.ts",
      `import "../../core/src/run/client.ts";`,
    ],
    ["a package by path, in the demo", "door", "demo/src/a.ts", `import "../../packages/core/src/index.ts";`],
    ["a subpath that is no door", "door", "packages/idb/src/a.ts", `import "@holdpoint/core/run/client";`],
    ["a package that does not exist", "door", "packages/idb/src/a.ts", `import "@holdpoint/nothing";`],
    ["the own barrel", "barrel", "packages/core/src/run/a.ts", `import { run } from "../index.ts";`],
    ["the own barrel as a folder", "barrel", "packages/core/src/run/a.ts", `import { run } from "..";`],
    ["the own package by name", "barrel", "packages/core/src/run/a.ts", `import { run } from "@holdpoint/core";`],
    ["Node in a page", "node", "packages/core/src/run/a.ts", `import { join } from "node:path";`],
    ["Node through the other door", "node", "packages/testing/src/a.ts", `import { launch } from "./node/launch.ts";`],
    [
      "an undeclared dependency",
      "dependency",
      "packages/core/src/run/a.ts",
      `import type { Draft } from "immer/types";`,
    ],
    ["a query of vite's", "query", "packages/react/src/hooks/a.ts", `import url from "zustand/worker.mjs?url";`],
    ["a fixture in a published file", "test", "packages/testing/src/a.ts", `import "./model.fixture.ts";`],
    ["a cycle of one", "cycle", "packages/core/src/run/a.ts", `import "./a.ts";`],
  ])("%s: %s", (_, rule, file, text) => {
    expect(rulesBroken(file, text)).toEqual([rule]);
  });

  test("a cycle, type imports counted, is named once with all its files", () => {
    const files = new Map([
      ["packages/core/src/run/a.ts", `import type { B } from "./b.ts";`],
      ["packages/core/src/run/b.ts", `export { c } from "./c";`],
      ["packages/core/src/run/c.ts", `import { a } from "./a.js"; import { b } from "./b.ts";`],
      ["packages/core/src/run/d.ts", `import { a } from "./a.ts";`],
    ]);
    const [cycle, ...others] = findViolations(files, packages);
    expect(others).toEqual([]);
    expect(cycle).toMatchObject({ rule: "cycle" });
    for (const name of ["a", "b", "c"]) expect(cycle?.message).toContain(`run/${name}.ts`);
    expect(cycle?.message).not.toContain("run/d.ts");
  });
});

describe("readImports", () => {
  test("finds every way to name a module, and none in comments and strings", () => {
    const text = [
      `import a from "a";`,
      `import type b from "b";`,
      `export * as c from "c";`,
      `export type { D } from "d";`,
      `const e = import("e");`,
      `type F = import("f").F;`,
      `new Worker(new URL("./g.ts", import.meta.url));`,
      `import h from "./h.pdf?url";`,
      `// import x from "x";`,
      `const y = 'import y from "y"';`,
    ].join("\n");
    expect(readImports("a.ts", text).map(({ specifier, typeOnly, line }) => [specifier, typeOnly, line])).toEqual([
      ["a", false, 1],
      ["b", true, 2],
      ["c", false, 3],
      ["d", true, 4],
      ["e", false, 5],
      ["f", true, 6],
      ["./g.ts", false, 7],
      ["./h.pdf", false, 8],
    ]);
  });
});
