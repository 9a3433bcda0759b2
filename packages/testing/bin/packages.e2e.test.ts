import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { repositoryRoot } from "./repository.mjs";

/**
 * What a stranger gets: the packages are built, packed and unpacked into the `node_modules` of an app outside the
 * repository. Their dependencies are linked from here, so nothing is downloaded.
 */
const start = promisify(execFile);
const names = ["core", "idb", "react", "testing"];
const app = mkdtempSync(join(tmpdir(), "holdpoint-app-"));
const modules = join(app, "node_modules");

beforeAll(async () => {
  await run(process.execPath, ["packages/testing/bin/build.mjs", ...names], { cwd: repositoryRoot });
  linkForeignModules();
  mkdirSync(join(modules, "@holdpoint"), { recursive: true });
  for (const name of names) await unpack(name);
  mkdirSync(join(app, "src"));
  writeFileSync(join(app, "package.json"), JSON.stringify({ name: "app", private: true, type: "module" }));
  writeFileSync(join(app, "index.html"), '<div id="root"></div><script type="module" src="/src/main.ts"></script>');
  writeFileSync(
    join(app, "src", "main.ts"),
    [
      'import * as core from "@holdpoint/core";',
      'import * as idb from "@holdpoint/idb";',
      'import * as hooks from "@holdpoint/react";',
      'import * as components from "@holdpoint/react/components";',
      'import "@holdpoint/react/styles.css";',
      'import * as testing from "@holdpoint/testing";',
      "console.log(core, idb, hooks, components, testing);",
    ].join("\n"),
  );
}, 240_000);

afterAll(() => rmSync(app, { recursive: true, force: true }));

describe("an app that installs the packed packages", () => {
  test("builds with vite", async () => {
    const result = await build({ root: app, configFile: false, logLevel: "error", build: { write: false } });
    expect(result).toHaveProperty("output");
  });

  test.each([
    ["bundler", "ESNext"],
    ["node16", "Node16"],
  ])(
    "type-checks with moduleResolution %s and no types of Node, library files included",
    async (resolution, module) => {
      const options = {
        target: "ES2022",
        lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
        module,
        moduleResolution: resolution,
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        noEmit: true,
        types: ["vite/client"],
      };
      const project = join(app, `tsconfig.${resolution}.json`);
      writeFileSync(project, JSON.stringify({ compilerOptions: options, include: ["src"] }));
      expect(await typeErrors(project)).toEqual([]);
    },
  );

  test("runs what needs no page in plain Node, without a bundler", async () => {
    const script = 'await import("@holdpoint/core"); await import("@holdpoint/testing"); console.log("loaded");';
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], { cwd: app });
    expect(stdout.trim()).toBe("loaded");
  });

  test("imports the store and the hooks on a server without touching a browser's globals", async () => {
    const script =
      'await import("@holdpoint/idb"); await import("@holdpoint/react"); await import("@holdpoint/react/components");';
    const { stderr } = await run(process.execPath, ["--input-type=module", "-e", script], { cwd: app });
    expect(stderr).toBe("");
  });
});

describe.each(names)("the tarball of %s", (name) => {
  const folder = join(modules, "@holdpoint", name);
  const files = (): string[] => readdirSync(folder, { recursive: true, encoding: "utf8" });

  test("holds every file its exports name", () => {
    const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const named = Object.values(exports).flatMap((target) =>
      Object.values(typeof target === "string" ? [target] : (target ?? {})),
    );
    for (const target of named) expect(files()).toContain(String(target).replace("./", ""));
  });

  test("holds no test, fixture or build record, and a source map beside each module", () => {
    expect(files().filter((file) => /\.(test|test-d|fixture)\.|\.tsbuildinfo$|\.tsx?$(?<!\.d\.ts)/.test(file))).toEqual(
      [],
    );
    for (const file of files()) {
      // A door only forwards, so vite gives it no map.
      if (!file.endsWith(".js") || !/\b(function|class|const|let|var)\b/.test(readFileSync(join(folder, file), "utf8")))
        continue;
      expect(files()).toContain(`${file}.map`);
    }
  });
});

/** Runs a program to its end; a failure carries what it printed. */
async function run(
  program: string,
  options: string[],
  settings: { cwd: string },
): Promise<{ stdout: string; stderr: string }> {
  try {
    return await start(program, options, settings);
  } catch (error) {
    if (!(error instanceof Error && "stdout" in error && "stderr" in error)) throw error;
    throw new Error(`${program} ${options.join(" ")} failed:\n${error.stdout}${error.stderr}`, { cause: error });
  }
}

async function unpack(name: string): Promise<void> {
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", app], {
    cwd: join(repositoryRoot, "packages", name),
  });
  const [packed] = JSON.parse(stdout);
  const target = join(modules, "@holdpoint", name);
  mkdirSync(target);
  await run("tar", ["-xzf", join(app, packed.filename), "-C", target, "--strip-components=1"], { cwd: app });
}

/** Everything installed here but the workspaces themselves. */
function linkForeignModules(): void {
  mkdirSync(modules);
  const source = join(repositoryRoot, "node_modules");
  for (const name of readdirSync(source)) {
    if (name.startsWith(".") || name === "@holdpoint") continue;
    symlinkSync(join(source, name), join(modules, name));
  }
}

async function typeErrors(project: string): Promise<string[]> {
  try {
    await start(process.execPath, [join(repositoryRoot, "node_modules/typescript/bin/tsc"), "-p", project], {
      cwd: app,
    });
    return [];
  } catch (error) {
    if (error instanceof Error && "stdout" in error) return String(error.stdout).trim().split("\n");
    throw error;
  }
}
