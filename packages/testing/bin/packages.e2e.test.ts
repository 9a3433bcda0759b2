import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { build, createServer, preview } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumFlags, findChromium } from "./find-chromium.mjs";
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

  test("draws a PDF, served by vite's dev server and built", async () => {
    // The page of its own: the worker of pdf.js must be found from inside a dependency that vite has bundled before.
    const pdf =
      "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj " +
      "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj trailer<</Root 1 0 R>>";
    writeFileSync(join(app, "pdf.html"), '<div id="root"></div><script type="module" src="/src/pdf.ts"></script>');
    writeFileSync(
      join(app, "src", "pdf.ts"),
      [
        'import { PartView } from "@holdpoint/react/components";',
        'import { createElement } from "react";',
        'import { createRoot } from "react-dom/client";',
        `const part = { type: "file", mimeType: "application/pdf", data: btoa(${JSON.stringify(pdf)}) } as const;`,
        'const root = document.getElementById("root");',
        "if (root) createRoot(root).render(createElement(PartView, { part }));",
      ].join("\n"),
    );
    const settings = { root: app, configFile: false, logLevel: "error" } as const;
    const server = await createServer({ ...settings, server: { host: "127.0.0.1", port: 0, strictPort: false } });
    await server.listen();
    try {
      expect(await drawsPdf(server.resolvedUrls?.local[0])).toBe("drawn");
    } finally {
      await server.close();
    }
    await build({ ...settings, build: { rolldownOptions: { input: join(app, "pdf.html") } } });
    const built = await preview({ ...settings, preview: { host: "127.0.0.1", port: 0 } });
    try {
      expect(await drawsPdf(built.resolvedUrls?.local[0])).toBe("drawn");
    } finally {
      await built.close();
    }
  }, 120_000);

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

/** What became of the first page of the PDF on `pdf.html`: "drawn", or what the page says instead. */
async function drawsPdf(address: string | undefined): Promise<string | null> {
  const executablePath = findChromium();
  if (executablePath === undefined || address === undefined) throw new Error("There is no Chromium, or no server.");
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  try {
    const page = await browser.newPage();
    await page.goto(`${address}pdf.html`);
    await page.waitForSelector('.hp-pdf__page[data-state="drawn"], [data-state="failed"]', { timeout: 45_000 });
    const drawn = await page.locator('.hp-pdf__page[data-state="drawn"]').count();
    return drawn > 0 ? "drawn" : await page.locator("body").textContent();
  } finally {
    await browser.close();
  }
}

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
