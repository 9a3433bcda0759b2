import { join } from "node:path";
import { build } from "vite";
import { expect, test } from "vitest";
import { repositoryRoot } from "./repository.mjs";

/** The modules of ours that an app downloads for these lines, what is loaded when needed included. */
async function modulesOf(code: string): Promise<string[]> {
  const entry = "virtual:app";
  const result = await build({
    configFile: join(repositoryRoot, "vite.config.ts"),
    mode: "size",
    logLevel: "silent",
    plugins: [
      {
        name: "app",
        enforce: "pre",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? { code, moduleSideEffects: true } : undefined),
      },
    ],
    build: {
      write: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: "strict", external: /^react(-dom)?(\/|$)/ },
    },
  });
  if (!("output" in result)) throw new Error("vite gave no single bundle.");
  return result.output
    .flatMap((item) => (item.type === "chunk" ? item.moduleIds : []))
    .filter((id) => id.startsWith(repositoryRoot))
    .map((id) => id.slice(repositoryRoot.length));
}

const doors = ["core", "idb", "react", "react/components"];

test("an app that does not import the devtools gets nothing of them", async () => {
  const all = await modulesOf(
    doors.map((door, index) => `export * as all${index} from "@holdpoint/${door}";`).join("\n"),
  );
  expect(all).toContain("packages/react/src/components/timeline/run-timeline.tsx");
  expect(all.filter((id) => id.includes("devtools"))).toEqual([]);
}, 60_000);

test("nor what of the core only they use", async () => {
  const app = [
    'export { createClient, createRuns } from "@holdpoint/core";',
    'export { useAgentRun } from "@holdpoint/react";',
    'export { RunTimeline } from "@holdpoint/react/components";',
  ];
  const modules = await modulesOf(app.join("\n"));
  expect(modules).toContain("packages/core/src/run/runs.ts");
  expect(modules).not.toContain("packages/core/src/run/replay.ts");
}, 60_000);

test("one that imports them gets them, and the words of one language", async () => {
  const modules = await modulesOf('export { HoldpointDevtools, createTap } from "@holdpoint/react/devtools";');
  expect(modules).toContain("packages/react/src/devtools/holdpoint-devtools.tsx");
  expect(modules.filter((id) => id.includes("/labels/"))).toEqual([]);
}, 60_000);
