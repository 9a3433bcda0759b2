import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { build, createServer, preview } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumFlags, findChromium } from "./find-chromium.mjs";
import { makePackedApp, type PackedApp, run } from "./packed-app.fixture.ts";

const names = ["core", "idb", "react", "testing"];
let app: PackedApp;

beforeAll(async () => {
  app = await makePackedApp(names);
  app.write("index.html", '<div id="root"></div><script type="module" src="/src/main.ts"></script>');
  app.write(
    "src/main.ts",
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

afterAll(() => app.remove());

describe("an app that installs the packed packages", () => {
  test("builds with vite", async () => {
    const result = await build({ root: app.folder, configFile: false, logLevel: "error", build: { write: false } });
    expect(result).toHaveProperty("output");
  });

  test("draws a PDF, served by vite's dev server and built", async () => {
    // The page of its own: the worker of pdf.js must be found from inside a dependency that vite has bundled before.
    const pdf =
      "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj " +
      "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj trailer<</Root 1 0 R>>";
    app.write("pdf.html", '<div id="root"></div><script type="module" src="/src/pdf.ts"></script>');
    app.write(
      "src/pdf.ts",
      [
        'import { PartView } from "@holdpoint/react/components";',
        'import { createElement } from "react";',
        'import { createRoot } from "react-dom/client";',
        `const part = { type: "file", mimeType: "application/pdf", data: btoa(${JSON.stringify(pdf)}) } as const;`,
        'const root = document.getElementById("root");',
        "if (root) createRoot(root).render(createElement(PartView, { part }));",
      ].join("\n"),
    );
    const settings = { root: app.folder, configFile: false, logLevel: "error" } as const;
    const server = await createServer({ ...settings, server: { host: "127.0.0.1", port: 0, strictPort: false } });
    await server.listen();
    try {
      expect(await drawsPdf(server.resolvedUrls?.local[0])).toBe("drawn");
    } finally {
      await server.close();
    }
    await build({ ...settings, build: { rolldownOptions: { input: join(app.folder, "pdf.html") } } });
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
      expect(await app.typeErrors(options)).toEqual([]);
    },
  );

  test("runs what needs no page in plain Node, without a bundler", async () => {
    const script = 'await import("@holdpoint/core"); await import("@holdpoint/testing"); console.log("loaded");';
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], { cwd: app.folder });
    expect(stdout.trim()).toBe("loaded");
  });

  test("imports the store and the hooks on a server without touching a browser's globals", async () => {
    const script =
      'await import("@holdpoint/idb"); await import("@holdpoint/react"); await import("@holdpoint/react/components");';
    const { stderr } = await run(process.execPath, ["--input-type=module", "-e", script], { cwd: app.folder });
    expect(stderr).toBe("");
  });
});

describe.each(names)("the tarball of %s", (name) => {
  const folder = (): string => join(app.modules, "@holdpoint", name);
  const files = (): string[] => readdirSync(folder(), { recursive: true, encoding: "utf8" });

  test("holds every file its exports name", () => {
    const { exports } = JSON.parse(readFileSync(join(folder(), "package.json"), "utf8"));
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
      if (
        !file.endsWith(".js") ||
        !/\b(function|class|const|let|var)\b/.test(readFileSync(join(folder(), file), "utf8"))
      )
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
