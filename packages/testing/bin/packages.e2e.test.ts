import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { createRequestBoard, createRequestHandler } from "@holdpoint/core/request-source";
import { toMiddleware } from "@holdpoint/testing/node";
import { chromium, type Page } from "playwright-core";
import { build, createServer as createDevServer, preview } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumFlags, findChromium } from "./find-chromium.mjs";
import { makePackedApp, type PackedApp, run } from "./packed-app.fixture.ts";

const names = ["core", "idb", "react", "testing", "widgets"];
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
      'import { mountRequest } from "@holdpoint/widgets/embed";',
      'import type * as frame from "@holdpoint/widgets/frame";',
      'import type {} from "@holdpoint/widgets/jsx";',
      'import type * as widgets from "@holdpoint/widgets";',
      "export type Widgets = [typeof frame, typeof widgets];",
      "console.log(core, idb, hooks, components, testing, mountRequest);",
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
    const server = await createDevServer({ ...settings, server: { host: "127.0.0.1", port: 0, strictPort: false } });
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

  test("shows an inbox by one script tag, from the database of the page and from a server", async () => {
    const board = createRequestBoard();
    const digest = createHash("sha256").update('{"args":{"order":"A17"},"toolName":"refund"}').digest("hex");
    await board.publish({
      v: 1,
      requestId: "req_1",
      runId: "run_1",
      agent: "shop",
      turn: 0,
      callId: "call_1",
      origin: "policy",
      state: "open",
      raisedAt: Date.now(),
      request: { id: "req_1", kind: "approval", prompt: "Refund A17?" },
      call: { callId: "call_1", toolName: "refund", args: { order: "A17" }, digest },
    });
    const server = await serveFolder(
      app.folder,
      toMiddleware(createRequestHandler({ source: board, authorize: () => true })),
    );
    app.write(
      "plain.html",
      '<!doctype html><script type="module" src="/node_modules/@holdpoint/widgets/dist/define.js"></script>' +
        '<holdpoint-inbox id="here"></holdpoint-inbox><holdpoint-inbox id="there" src="/holdpoint/requests"></holdpoint-inbox>',
    );
    try {
      await inPage(`${server.url}/plain.html`, async (page) => {
        await page.locator("#here").getByText("Nothing waits for you.").waitFor();
        await page.locator("#there").getByRole("article", { name: "Approve refund?" }).waitFor();
      });
    } finally {
      await server.close();
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
      'await import("@holdpoint/idb"); await import("@holdpoint/react"); await import("@holdpoint/react/components"); ' +
      'const { defineHoldpointElements } = await import("@holdpoint/widgets"); defineHoldpointElements();';
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

describe("the tarball of widgets", () => {
  const dist = (): string => join(app.modules, "@holdpoint/widgets/dist");

  test("has the licences of what is bundled in it, in full", () => {
    const licences = readFileSync(join(dist(), "THIRD-PARTY-LICENSES.md"), "utf8");
    for (const bundled of ["preact", "pdfjs-dist", "idb", "zustand"]) expect(licences).toMatch(`\n## ${bundled} - `);
    expect(licences).toContain("Copyright (c) 2015-present Jason Miller");
    expect(licences).toContain("Apache License");
    expect(readdirSync(join(dist(), "parts"))).toContain("LICENSE_OPENJPEG");
  });

  test("dresses what is drawn at first by what comes at first", () => {
    const chunk = /"\.\/(parts\/elements-[^"]+)"/.exec(readFileSync(join(dist(), "define.js"), "utf8"))?.[1] ?? "";
    // Animations are named like classes, and are none.
    const code = readFileSync(join(dist(), chunk), "utf8").replace(/@keyframes [\w-]+/g, "");
    const theme = readFileSync(join(app.modules, "@holdpoint/react/dist/styles.css"), "utf8");
    const drawn = new Set([...code.matchAll(/(?<!\.)\bhp-[a-z]+(?:[-_]+[a-z]+)*/g)].map(([name]) => name));
    const themed = (name: string): boolean => new RegExp(`\\.${name}(?![\\w-])`).test(theme);
    const undressed = [...drawn].filter((name) => themed(name) && !new RegExp(`\\.${name}(?![\\w-])`).test(code));
    expect(drawn.size).toBeGreaterThan(20);
    expect(undressed).toEqual([]);
  });
});

/** What became of the first page of the PDF on `pdf.html`: "drawn", or what the page says instead. */
async function drawsPdf(address: string | undefined): Promise<string | null> {
  if (address === undefined) throw new Error("There is no server.");
  return inPage(`${address}pdf.html`, async (page) => {
    await page.waitForSelector('.hp-pdf__page[data-state="drawn"], [data-state="failed"]', { timeout: 45_000 });
    const drawn = await page.locator('.hp-pdf__page[data-state="drawn"]').count();
    return drawn > 0 ? "drawn" : page.locator("body").textContent();
  });
}

/** Opens an address in a browser of its own. */
async function inPage<Seen>(address: string, look: (page: Page) => Promise<Seen>): Promise<Seen> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("There is no Chromium.");
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  try {
    const page = await browser.newPage();
    await page.goto(address);
    return await look(page);
  } finally {
    await browser.close();
  }
}

/** Serves files as they lie there, as any web server would, and Requests below `/holdpoint/requests`. */
async function serveFolder(
  folder: string,
  requests: ReturnType<typeof toMiddleware>,
): Promise<{ url: string; close(): Promise<void> }> {
  const types: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript" };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://x");
    if (pathname.startsWith("/holdpoint/requests")) return requests(request, response);
    const file = join(folder, pathname);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.setHeader("content-type", types[extname(file)] ?? "text/plain");
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
