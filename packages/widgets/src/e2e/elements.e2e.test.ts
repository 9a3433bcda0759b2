import { type LaunchedBrowser, openTab, pressUntil, pressUntilGone } from "@holdpoint/testing/node";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { newContext, startWidgetStage, type WidgetStage } from "./widget-stage.fixture.ts";

let stage: WidgetStage;
let browser: LaunchedBrowser;
let context: BrowserContext;
const problems: (readonly string[])[] = [];

beforeAll(async () => {
  stage = await startWidgetStage();
  browser = await stage.launch();
}, 240_000);
afterAll(() => stage?.close());
beforeEach(async () => {
  // Each test has storage of its own.
  context = await newContext(browser);
});
afterEach(async () => {
  await context.close();
  // A policy that was broken, an error nobody caught: every test fails by it.
  expect(problems.splice(0).flat()).toEqual([]);
});

async function open(path: string, from = stage.app): Promise<Page> {
  const tab = await openTab(context, `${from}${path}`);
  problems.push(tab.problems);
  return tab.page;
}

const agentPath = (more = ""): string => `/agent.html?ledger=${encodeURIComponent(stage.ledger.url)}${more}`;

/** A run that waits, and its page gone: gives the Request's id. */
async function leaveWaiting(): Promise<string> {
  const page = await open(agentPath());
  await page.getByRole("button", { name: "Refund" }).click();
  await expect.poll(() => page.locator("#waiting").textContent(), { timeout: 20_000 }).toMatch(/^req_/);
  const id = (await page.locator("#waiting").textContent()) ?? "";
  await page.close();
  return id;
}

const heard = (page: Page): Promise<readonly string[]> => page.evaluate(() => Reflect.get(window, "heard") as string[]);
const approve = (page: Page) => page.getByRole("button", { name: "Approve", exact: true });
const soon = { timeout: 30_000 };

describe("on a plain HTML page without an agent", () => {
  test("what waits is shown and approved; the run goes on as soon as a tab has its agent, and the tool runs once", async () => {
    await leaveWaiting();
    const before = stage.ledger.entries.length;
    const page = await open("/plain.html");
    await page.getByRole("article", { name: "Approve refund?" }).waitFor();
    await pressUntilGone(approve(page));
    await expect
      .poll(() => heard(page), soon)
      .toEqual(['holdpoint-answer {"ok":true}', 'holdpoint-answered {"ok":true}']);
    expect(stage.ledger.entries.length).toBe(before);

    await open(agentPath());
    await expect.poll(() => stage.ledger.entries.length, soon).toBe(before + 1);
    await page.waitForTimeout(500);
    expect(stage.ledger.entries.length).toBe(before + 1);
    expect(stage.ledger.entries.at(-1)?.args).toEqual({ order: "A17" });
  });

  test("a listener that cancels the event holds the Answer back, in words, and nothing is posted", async () => {
    await leaveWaiting();
    const page = await open("/plain.html?hold");
    await approve(page).waitFor();
    const words = page.getByText("This page held your answer back.");
    await pressUntil(approve(page), words, "visible");
    expect(await approve(page).isVisible()).toBe(true);
    await page.goto(`${stage.app}/plain.html`);
    await approve(page).waitFor();
  });

  test("nothing of the widget lies in the page: no styles, no markup, no answer by a script's click", async () => {
    await leaveWaiting();
    const page = await open("/plain.html");
    await approve(page).waitFor();
    await page.locator('.hp-button[data-guard="ready"]').first().waitFor();
    const left = await page.evaluate(() => {
      const inbox = document.querySelector("holdpoint-inbox");
      const button = [...(inbox?.shadowRoot?.querySelectorAll("button") ?? [])].find(
        ({ textContent }) => textContent === "Approve",
      );
      button?.click();
      return {
        sheets: document.adoptedStyleSheets.length,
        styles: document.querySelectorAll("style").length,
        children: inbox?.childElementCount,
        classes: document.querySelectorAll("[class]").length,
        inline: inbox?.shadowRoot?.querySelectorAll("[style], style").length,
      };
    });
    expect(left).toEqual({ sheets: 0, styles: 0, children: 0, classes: 0, inline: 0 });
    await page.waitForTimeout(300);
    expect(await heard(page)).toEqual([]);
  });

  test("it is dressed by custom properties and parts, and says where a run can be opened", async () => {
    await leaveWaiting();
    const page = await open("/plain.html");
    await approve(page).waitFor();
    const looks = await page.evaluate(() => {
      const root = document.querySelector("holdpoint-inbox")?.shadowRoot;
      const prompt = root?.querySelector(".hp-prompt");
      if (prompt == null) throw new Error("There is no prompt.");
      const { borderTopWidth, borderTopLeftRadius } = getComputedStyle(prompt);
      const primary = root?.querySelector('[part~="button-primary"]')?.textContent;
      return { borderTopWidth, borderTopLeftRadius, primary };
    });
    expect(looks).toEqual({ borderTopWidth: "7px", borderTopLeftRadius: "3px", primary: "Approve" });
    await page.getByRole("button", { name: "Open the conversation" }).click();
    await expect.poll(() => heard(page)).toEqual([expect.stringMatching(/^holdpoint-open-run "/)]);
  });

  test("it speaks German in a German part of the page", async () => {
    await leaveWaiting();
    const page = await open("/german.html");
    await page.getByRole("button", { name: "Genehmigen" }).waitFor();
  });

  test("an element that is moved keeps what it shows, and one that is taken away and put back works on", async () => {
    await leaveWaiting();
    const page = await open("/plain.html");
    await approve(page).waitFor();
    const isSame = await page.evaluate(() => {
      const inbox = document.querySelector("holdpoint-inbox");
      const before = inbox?.shadowRoot?.querySelector("button");
      if (inbox != null) document.body.prepend(inbox);
      return before?.isConnected === true;
    });
    expect(isSame).toBe(true);
    await page.evaluate(async () => {
      const inbox = document.querySelector("holdpoint-inbox");
      inbox?.remove();
      await new Promise((resolve) => setTimeout(resolve, 100));
      if (inbox != null) document.body.append(inbox);
    });
    await pressUntilGone(approve(page));
    await expect.poll(() => heard(page)).toHaveLength(2);
  });

  test("a conversation is shown with what it asks, and answered there", async () => {
    const requestId = await leaveWaiting();
    const page = await open("/run.html");
    const runId = await page.evaluate(
      (id) =>
        new Promise<string>((resolve, reject) => {
          const opening = indexedDB.open("holdpoint");
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const reading = opening.result.transaction("requests").objectStore("requests").get(id);
            reading.onsuccess = () => {
              opening.result.close();
              resolve(String(reading.result.runId));
            };
          };
        }),
      requestId,
    );
    await page.evaluate((id) => document.querySelector("holdpoint-run")?.setAttribute("run-id", id), runId);
    await page.getByText("I shall pay it back.").waitFor();
    await pressUntilGone(approve(page));
  });
});

describe("inside a React app", () => {
  test("the element and the app see one inbox: approved in the element, the app's run goes on and the tool runs once", async () => {
    const before = stage.ledger.entries.length;
    const page = await open(agentPath("&widget"));
    await page.getByRole("button", { name: "Refund" }).click();
    await pressUntilGone(approve(page));
    await expect.poll(() => stage.ledger.entries.length, soon).toBe(before + 1);
    await vi.waitFor(async () => expect(await page.locator("#waiting").textContent()).toBe(""), soon);
  });
});

describe("two browsers", () => {
  test("the run in one, the approval in the other, over HTTP: the tool runs once, where the run is", async () => {
    const before = stage.ledger.entries.length;
    const page = await open(agentPath(`&board=${encodeURIComponent("/holdpoint/requests")}`));
    await page.getByRole("button", { name: "Refund" }).click();

    const other = await stage.launch();
    const { page: desk, problems: wrong } = await openTab(other.context, `${stage.app}/desk.html`);
    problems.push(wrong);
    await desk.getByRole("article", { name: "Approve refund?" }).waitFor();
    await desk.getByText("A17").first().waitFor();
    await pressUntilGone(approve(desk));
    await expect.poll(() => stage.ledger.entries.length, soon).toBe(before + 1);
    await expect.poll(async () => (await stage.board.list()).length, soon).toBe(0);
    await other.close();
  });

  test("without a session nothing is shown, and the person is told", async () => {
    const other = await stage.launch();
    // No cookie: it is set by pages of the app only, and this one comes from another name.
    const page = await other.context.newPage();
    await page.goto(`${stage.host}/desk.html`);
    await page.getByText(/The request source refuses you \(403\)/).waitFor();
    expect(await approve(page).count()).toBe(0);
    await other.close();
  });
});
