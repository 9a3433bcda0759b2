import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { buildPages } from "../../node/build-pages.ts";
import { buildScript } from "../../node/build-script.ts";
import { type LaunchedBrowser, launchChromium } from "../../node/launch.ts";
import { closeServer, listen } from "../../node/local-server.ts";
import { pressUntilGone } from "../../node/press-until.ts";
import { openTab } from "../../node/tabs.ts";
import { MARK } from "./find-secrets.fixture.ts";
import type { SecretPage } from "./secret-page.fixture.ts";
import type { SecretWatch } from "./secret-watch.fixture.ts";

/** A worker drives runs with keys in its hands; widgets, a frame of another site and a second page show them. */
declare const secretPage: SecretPage;
declare const secretWatch: SecretWatch;

const folder = mkdtempSync(join(tmpdir(), "holdpoint-secrets-"));
const servers: Server[] = [];
let app = "";
/** Another site. */
let other = "";
let watch = "";
let browser: LaunchedBrowser;
let context: BrowserContext;
/** What went over the network, headers included. */
let sent: string[] = [];
let problems: (readonly string[])[] = [];

const html = (head: string, body = ""): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>page</title>${head}</head><body>${body}</body></html>`;
const script = (path: string): string => `<script type="module" src="${path}"></script>`;
const pages: Readonly<Record<string, () => string>> = {
  "/page.html": () => html(script("/holdpoint/define.js") + script("/page.js")),
  "/inbox.html": () => html(script("/holdpoint/define.js"), "<holdpoint-inbox></holdpoint-inbox>"),
  "/frame.html": () => html(`<meta name="holdpoint:origins" content="${app}">${script("/holdpoint/frame-page.js")}`),
};

beforeAll(async () => {
  const at = (name: string): URL => new URL(`./secret-${name}.fixture.ts`, import.meta.url);
  await buildPages(folder, { page: at("page"), worker: at("worker") });
  watch = await buildScript(at("watch"));
  for (let count = 0; count < 2; count += 1) {
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://x");
      const page = pages[pathname]?.();
      const file = join(folder, normalize(pathname));
      if (page === undefined && !statSync(file, { throwIfNoEntry: false })?.isFile())
        return void response.writeHead(pathname === "/favicon.ico" ? 204 : 404).end();
      const isScript = /\.m?js$/.test(extname(file));
      response.setHeader(
        "content-type",
        page !== undefined ? "text/html" : isScript ? "text/javascript" : "text/plain",
      );
      response.end(page ?? readFileSync(file));
    });
    servers.push(server);
  }
  const [first = "", second = ""] = await Promise.all(servers.map(listen));
  app = new URL(first).origin;
  other = new URL(second.replace("127.0.0.1", "localhost")).origin;
  browser = await launchChromium();
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await Promise.all(servers.map(closeServer));
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

beforeEach(async () => {
  const opened = await browser.context.browser()?.newContext();
  if (opened === undefined) throw new Error("The browser is gone.");
  context = opened;
  sent = [];
  problems = [];
  await context.addInitScript({ content: watch });
  context.on("request", (request) => {
    sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ""}`);
  });
});

afterEach(async () => {
  await context.close();
  expect(problems.flat()).toEqual([]);
});

async function open(path: string): Promise<Page> {
  const tab = await openTab(context, app + path);
  problems.push(tab.problems);
  return tab.page;
}

/** A run that waits for a person, shown everywhere. */
async function openAll() {
  const page = await open("/page.html");
  await page.evaluate(() => secretPage.ready);
  const runId = await page.evaluate(() => secretPage.show("shop"));
  await page.evaluate((src) => secretPage.embed(src), `${other}/frame.html`);
  const frame = page.frameLocator("iframe");
  const inbox = await open("/inbox.html");
  for (const place of [page.locator("holdpoint-run"), frame.locator("main"), inbox.locator("holdpoint-inbox")])
    await place.getByRole("article", { name: "Approve pay?" }).waitFor();
  return { page, runId, frame, inbox };
}

/** Every place that holds a secret: pages, frames, the worker, and what was sent. */
async function secretsAnywhere(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const frame of context.pages().flatMap((one) => one.frames())) {
    const { pathname } = new URL(frame.url());
    found.push(...(await frame.evaluate(() => secretWatch.secrets())).map((line) => `${pathname} ${line}`));
  }
  found.push(...(await page.evaluate(() => secretPage.workerSecrets())).map((place) => `worker ${place}`));
  return [...found, ...sent.filter((line) => line.includes(MARK)).map((line) => `sent: ${line}`)];
}

test("no secret of a worker that drives is in it, its page, a widget, another page, or a frame of another site", async () => {
  const { page, runId, frame } = await openAll();
  expect(await secretsAnywhere(page)).toEqual([]);

  await pressUntilGone(frame.getByRole("button", { name: "Approve", exact: true }));
  await expect.poll(() => page.evaluate((id) => secretPage.status(id), runId), { timeout: 30_000 }).toBe("done");
  await page.locator("holdpoint-run").getByText("All done.").first().waitFor();
  expect(await secretsAnywhere(page)).toEqual([]);

  await page.evaluate(() => secretPage.show("refused"));
  await page.locator("holdpoint-run").last().getByText(/401/).first().waitFor();
  expect(await secretsAnywhere(page)).toEqual([]);

  // Secrets were there to be found, and something was said by which they could have come out.
  expect(await page.evaluate(() => secretPage.given())).toBeGreaterThanOrEqual(4);
  for (const one of page.frames()) expect(await one.evaluate(() => secretWatch.heard())).toBeGreaterThan(0);
});

test("the search finds a secret in a shadow root, a message to a frame, a worker's console, and an address", async () => {
  const { page } = await openAll();
  await page.evaluate((mark) => {
    document.querySelector("holdpoint-run")?.shadowRoot?.append(`a ${mark} in the shadow`);
    document.querySelector("iframe")?.contentWindow?.postMessage({ deep: [mark] }, "*");
    secretPage.leakInWorker();
  }, MARK);
  await page.evaluate((mark) => fetch(`/favicon.ico?key=${mark}`).then(() => undefined), MARK);
  const places = ["/page.html dom", "/frame.html heard", "worker heard", "sent"];
  await expect
    .poll(
      async () => {
        const found = await secretsAnywhere(page);
        return places.filter((place) => !found.some((line) => line.startsWith(place)));
      },
      { timeout: 30_000 },
    )
    .toEqual([]);
});
