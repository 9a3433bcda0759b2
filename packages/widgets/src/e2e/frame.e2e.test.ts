import { type LaunchedBrowser, openTab, pressUntilGone } from "@holdpoint/testing/node";
import type { BrowserContext, FrameLocator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { MountedRequest } from "../embed.ts";
import { newContext, startWidgetStage, type WidgetStage } from "./widget-stage.fixture.ts";

let stage: WidgetStage;
let browser: LaunchedBrowser;
let context: BrowserContext;

beforeAll(async () => {
  stage = await startWidgetStage();
  browser = await stage.launch();
}, 240_000);
afterAll(() => stage?.close());
beforeEach(async () => {
  // Each test has storage of its own.
  context = await newContext(browser);
});
afterEach(() => context.close());

const soon = { timeout: 30_000 };

/** The other site runs the agent and embeds the app's page, which asks back for the Requests. */
async function openRelay(): Promise<{ readonly page: Page; readonly frame: FrameLocator }> {
  const query = new URLSearchParams({ ledger: stage.ledger.url, embed: `${stage.app}/frame.html` });
  const { page } = await openTab(context, `${stage.host}/agent.html?${query}`);
  await page.getByRole("button", { name: "Refund" }).click();
  const frame = page.frameLocator("#embedded iframe");
  await frame.getByRole("article", { name: "Approve refund?" }).waitFor();
  return { page, frame };
}

const approveIn = (frame: FrameLocator) => frame.getByRole("button", { name: "Approve", exact: true });
const sightOf = (frame: FrameLocator) => frame.locator(".hp-frame__sight");

describe("a frame of another site", () => {
  test("relays to the page that holds the store, says so, and what is approved in it runs once", async () => {
    const before = stage.ledger.entries.length;
    const { page, frame } = await openRelay();
    await page.locator('html[data-mode="relay"]').waitFor();
    await frame.getByText(`The requests are kept by ${stage.host}`).waitFor();
    await pressUntilGone(approveIn(frame));
    await expect.poll(() => stage.ledger.entries.length, soon).toBe(before + 1);
  });

  test("may nothing but run its script: sandbox and allow are tight, and it is as high as what it shows", async () => {
    const { page, frame } = await openRelay();
    const { sandbox, allow } = await page.locator("#embedded iframe").evaluate((element) => ({
      sandbox: element.getAttribute("sandbox"),
      allow: element.getAttribute("allow"),
    }));
    expect(sandbox).toBe("allow-scripts allow-same-origin");
    expect(allow).toContain("camera 'none'");
    await expect(sightOf(frame).getAttribute("data-sight")).resolves.toBeDefined();
    await expect
      .poll(async () => {
        const inner = await frame.locator("main").evaluate((element) => element.getBoundingClientRect().height);
        const outer = await page.locator("#embedded iframe").evaluate((element) => element.clientHeight);
        return Math.abs(outer - inner);
      }, soon)
      .toBeLessThan(3);
  });

  test("has no storage of its own there: it offers a window, which shows the Request and takes the Answer", async () => {
    const { page: agent } = await openTab(
      context,
      `${stage.app}/agent.html?ledger=${encodeURIComponent(stage.ledger.url)}`,
    );
    await agent.getByRole("button", { name: "Refund" }).click();
    await expect.poll(() => agent.locator("#waiting").textContent(), soon).toMatch(/^req_/);
    const request = (await agent.locator("#waiting").textContent()) ?? "";
    const before = stage.ledger.entries.length;

    const query = new URLSearchParams({ src: `${stage.app}/frame.html`, request });
    const { page } = await openTab(context, `${stage.host}/host.html?${query}`);
    const frame = page.frameLocator("#embedded iframe");
    await frame.getByText("in a window of its own only").waitFor();
    await page.locator('html[data-mode="window"]').waitFor();
    expect(await approveIn(frame).count()).toBe(0);

    const opening = context.waitForEvent("page");
    await frame.getByRole("button", { name: "Open in a window of its own" }).click();
    const own = await opening;
    await own.getByText("The requests are kept in this browser.").waitFor();
    expect(await own.evaluate(() => window.opener)).toBeNull();
    await pressUntilGone(own.getByRole("button", { name: "Approve", exact: true }));
    await expect.poll(() => stage.ledger.entries.length, soon).toBe(before + 1);
  });

  test("shows words and no button when a site that is not on its list embeds it", async () => {
    const query = new URLSearchParams({ src: `${stage.app}/frame.html`, request: "req_1" });
    const { page } = await openTab(context, `${stage.stranger}/host.html?${query}`);
    const frame = page.frameLocator("#embedded iframe");
    await frame.getByText(`${stage.stranger} may not embed this.`).waitFor();
    expect(await frame.getByRole("button").count()).toBe(0);
    expect(await page.locator("html").getAttribute("data-mode")).toBeNull();
  });
});

describe("the approve button is not there while it cannot be seen", () => {
  const tricks: readonly [string, string, (page: Page) => Promise<unknown>, (page: Page) => Promise<unknown>][] = [
    [
      "something lies over it that lets clicks through",
      "unseen",
      (page) =>
        page.evaluate(() => {
          const cover = document.createElement("div");
          cover.id = "cover";
          cover.textContent = "Win a prize";
          Object.assign(cover.style, { position: "fixed", inset: "0", background: "white", pointerEvents: "none" });
          document.body.append(cover);
        }),
      (page) => page.evaluate(() => document.querySelector("#cover")?.remove()),
    ],
    [
      "it is made see-through",
      "unseen",
      (page) => page.locator("#embedded").evaluate((element) => element.style.setProperty("opacity", "0.05")),
      (page) => page.locator("#embedded").evaluate((element) => element.style.removeProperty("opacity")),
    ],
    [
      "it is squeezed into a slit",
      "small",
      (page) =>
        page.locator("#embedded iframe").evaluate((element) => {
          element.style.setProperty("max-height", "40px");
        }),
      (page) => page.locator("#embedded iframe").evaluate((element) => element.style.removeProperty("max-height")),
    ],
  ];

  test.each(tricks)("when %s; it comes back with the sight", async (_, sight, trick, undo) => {
    const { page, frame } = await openRelay();
    await approveIn(frame).waitFor();
    await trick(page);
    await expect.poll(() => sightOf(frame).getAttribute("data-sight"), soon).toBe(sight);
    await approveIn(frame).waitFor({ state: "hidden" });
    await undo(page);
    await expect.poll(() => sightOf(frame).getAttribute("data-sight"), soon).toBe("seen");
    await approveIn(frame).waitFor();
  });
});

describe("messages that are not of the protocol", () => {
  test("are dropped by the frame, whoever sends them: nothing is answered, nothing breaks", async () => {
    const { page, frame } = await openRelay();
    const before = stage.ledger.entries.length;
    await page.evaluate((app) => {
      const inner = document.querySelector("iframe")?.contentWindow;
      const hello = { holdpoint: "embed", v: 1, type: "hello", nonce: "0123456789abcdef0123", relay: true };
      const hostile: unknown[] = [
        null,
        "approve",
        { ...hello, v: 2 },
        { ...hello, nonce: "short" },
        { ...hello, relay: "yes" },
        hello,
        JSON.parse(
          '{"__proto__":{"holdpoint":"embed","v":1,"type":"hello"},"constructor":{"prototype":{"admin":true}}}',
        ),
        { holdpoint: "embed", v: 1, type: "answer", answer: { ok: true } },
        "x".repeat(10_000_000),
      ];
      for (const message of hostile) inner?.postMessage(message, app);
      for (let count = 0; count < 10_000; count += 1) inner?.postMessage({ type: "flood", count }, app);
    }, stage.app);
    await page.waitForTimeout(500);
    expect(await page.evaluate(() => Reflect.get({}, "admin"))).toBeUndefined();
    expect(stage.ledger.entries.length).toBe(before);
    await pressUntilGone(approveIn(frame));
    await expect.poll(() => stage.ledger.entries.length, soon).toBe(before + 1);
  });

  test("are dropped and counted by the host: from a wrong window, of a wrong shape", async () => {
    const { page, frame } = await openRelay();
    await page.evaluate(() => {
      // The right words from the wrong window.
      window.postMessage({ holdpoint: "embed", v: 1, type: "ready" }, "*");
    });
    await frame.locator("body").evaluate((_, host) => {
      for (const message of [
        null,
        "ready",
        { holdpoint: "embed", v: 9, type: "ready" },
        { type: "answer", ok: true },
      ]) {
        window.parent.postMessage(message, host);
      }
    }, stage.host);
    await expect.poll(() => droppedBy(page), soon).toBe(4);
    await approveIn(frame).waitFor();
  });
});

test("a frame that went elsewhere is sent nothing: no greeting, no look, no word of what changed", async () => {
  const { page } = await openRelay();
  const droppedBefore = await droppedBy(page);
  await page.locator("#embedded iframe").evaluate((element, address) => {
    (element as HTMLIFrameElement).src = address;
  }, `${stage.stranger}/elsewhere.html`);
  // It has said three times that it is ready.
  await expect.poll(() => droppedBy(page), soon).toBe(droppedBefore + 3);
  const gone = page.frames().find((frame) => frame.url().startsWith(stage.stranger));
  await page.evaluate(() => {
    (Reflect.get(window, "mounted") as MountedRequest).setLook({ theme: "dark" });
  });
  // A change of the store, which the page tells its frame of.
  await page.getByRole("button", { name: "Refund" }).click();
  await expect.poll(async () => (await page.locator("#waiting").textContent())?.split(" ").length, soon).toBe(2);
  // What was posted before this arrives before it.
  await page.evaluate((origin) => {
    document.querySelector("iframe")?.contentWindow?.postMessage("the last", origin);
  }, stage.stranger);
  await expect
    .poll(() => gone?.evaluate(() => (Reflect.get(window, "received") as unknown[]).length), soon)
    .toBeGreaterThan(0);
  expect(await gone?.evaluate(() => Reflect.get(window, "received"))).toEqual(["the last"]);
});

function droppedBy(page: Page): Promise<number> {
  return page.evaluate(() => (Reflect.get(window, "mounted") as MountedRequest).dropped);
}
