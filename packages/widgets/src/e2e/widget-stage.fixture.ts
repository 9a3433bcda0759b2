import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { createRequestBoard, createRequestHandler, type RequestBoard } from "@holdpoint/core/request-source";
import { type LaunchedBrowser, type Ledger, launchChromium, startLedger, toMiddleware } from "@holdpoint/testing/node";
import type { BrowserContext } from "playwright-core";
import { build } from "vite";

/** The built widgets, pages around them on three origins, and what stands outside of every browser. */
export interface WidgetStage {
  /** The site that has the agents and hosts the frame. */
  readonly app: string;
  /** Another site. */
  readonly host: string;
  /** A site on nobody's list. */
  readonly stranger: string;
  readonly ledger: Ledger;
  readonly board: RequestBoard;
  launch(): Promise<LaunchedBrowser>;
  close(): Promise<void>;
}

/** Asked for in so many words: the strictest policy a page can have without giving the widgets up. */
const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self'; require-trusted-types-for 'script'; object-src 'none'; base-uri 'none'";

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".html": "text/html",
};

export async function startWidgetStage(): Promise<WidgetStage> {
  const folder = mkdtempSync(join(tmpdir(), "holdpoint-widgets-"));
  await asPublished(() => buildPages(folder));
  const ledger = await startLedger();
  const board = createRequestBoard();
  const places = { app: "", host: "", stranger: "" };
  const handler = toMiddleware(
    createRequestHandler({
      source: board,
      // Any session will do here; that there must be one is what counts.
      authorize: ({ headers }) => /\bsession=desk\b/.test(headers.get("cookie") ?? ""),
    }),
  );

  const serve = (name: keyof typeof places): Server =>
    createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://x");
      if (pathname.startsWith("/holdpoint/requests")) return handler(request, response);
      const html = pages[pathname]?.(places, ledger.url);
      const file = join(folder, normalize(pathname));
      if (html === undefined && !statSync(file, { throwIfNoEntry: false })?.isFile()) {
        response.writeHead(pathname === "/favicon.ico" ? 204 : 404).end();
        return;
      }
      response.setHeader("content-type", types[extname(pathname)] ?? "text/plain");
      const frames = `${places.app} ${places.host} ${places.stranger}`;
      response.setHeader("content-security-policy", `${POLICY}; connect-src 'self' ${ledger.url}; frame-src ${frames}`);
      if (name === "app" && html !== undefined)
        response.setHeader("set-cookie", "session=desk; SameSite=Lax; HttpOnly");
      response.end(html ?? readFileSync(file));
    });

  const servers = { app: serve("app"), host: serve("host"), stranger: serve("stranger") };
  places.app = `http://127.0.0.1:${await listen(servers.app)}`;
  places.host = `http://localhost:${await listen(servers.host)}`;
  places.stranger = `http://localhost:${await listen(servers.stranger)}`;
  const browsers: LaunchedBrowser[] = [];
  return {
    ...places,
    ledger,
    board,
    async launch() {
      const browser = await launchChromium();
      browsers.push(browser);
      return browser;
    },
    async close() {
      for (const browser of browsers) await browser.close();
      for (const server of Object.values(servers)) {
        server.closeAllConnections();
        server.close();
      }
      await ledger.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

type PageMaker = (places: { readonly app: string; readonly host: string }, ledger: string) => string;

const page = (head: string, body = ""): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>page</title>${head}</head><body>${body}</body></html>`;
const script = (name: string): string => `<script type="module" src="${name}"></script>`;

/** No build step: what a person writes by hand. */
const pages: Readonly<Record<string, PageMaker>> = {
  "/agent.html": () => page(`${script("/agent.js")}${script("/holdpoint/define.js")}`),
  "/plain.html": () =>
    page(
      `<link rel="stylesheet" href="/plain.css">${script("/holdpoint/define.js")}${script("/holdpoint/define.js?again")}${script("/plain.js")}`,
      "<h1>Back office</h1><form><holdpoint-inbox can-open></holdpoint-inbox></form>",
    ),
  "/run.html": () => page(`${script("/holdpoint/define.js")}`, "<holdpoint-run></holdpoint-run>"),
  "/german.html": () =>
    page(script("/holdpoint/define.js"), '<div lang="de"><holdpoint-inbox></holdpoint-inbox></div>'),
  "/desk.html": () =>
    page(script("/holdpoint/define.js"), '<holdpoint-inbox src="/holdpoint/requests"></holdpoint-inbox>'),
  "/frame.html": ({ host }) =>
    page(`<meta name="holdpoint:origins" content="${host}">${script("/holdpoint/frame-page.js")}`),
  "/elsewhere.html": () => page(script("/stranger.js")),
  "/host.html": () => page(script("/host.js"), '<div id="embedded"></div>'),
  "/plain.css": () =>
    "holdpoint-inbox::part(prompt) { border-top-width: 7px; } holdpoint-inbox { --holdpoint-radius: 3px; }",
};

/** Inside a test vite would build for development. */
async function asPublished(make: () => Promise<void>): Promise<void> {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  try {
    await make();
  } finally {
    process.env.NODE_ENV = before;
  }
}

async function buildPages(folder: string): Promise<void> {
  const configFile = fileURLToPath(new URL("../../../../vite.config.ts", import.meta.url));
  const common = { configFile, logLevel: "error" } as const;
  await build({ ...common, mode: "package:widgets", build: { outDir: join(folder, "holdpoint") } });
  const input = Object.fromEntries(
    Object.entries({
      agent: "agent-page.fixture.tsx",
      plain: "plain-page.fixture.ts",
      host: "host-page.fixture.ts",
      stranger: "stranger-page.fixture.ts",
    }).map(([name, file]) => [name, fileURLToPath(new URL(`./${file}`, import.meta.url))]),
  );
  await build({
    ...common,
    mode: "size",
    build: {
      outDir: folder,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: { input, output: { entryFileNames: "[name].js" } },
    },
  });
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

/** Storage of its own in a browser that runs. */
export async function newContext({ context }: LaunchedBrowser): Promise<BrowserContext> {
  const browser = context.browser();
  if (browser === null) throw new Error("The browser is gone.");
  return browser.newContext();
}
