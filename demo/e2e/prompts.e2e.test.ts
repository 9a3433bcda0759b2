import { pressUntil, pressUntilGone } from "@holdpoint/testing/node";
import type { Page } from "playwright-core";
import { describe, expect, inject } from "vitest";
import { test } from "./demo-test.ts";
import { approve, promptFor, startStory, untilSaid } from "./screen.ts";

describe("a form", () => {
  test("survives a reload and goes to the tool that asked", async ({ demo }) => {
    const { page } = await demo.openTab();
    await startStory(page, "Deploy a service");
    await promptFor(page, "deploy needs some details").getByText("Which environment?").waitFor();

    await page.reload();
    const prompt = promptFor(page, "deploy needs some details");
    await prompt.getByRole("radio", { name: "production" }).check();
    await pressUntilGone(prompt.getByRole("button", { name: "Send answer" }));
    await untilSaid(page, /live in production/);
    expect(demo.ledger.of("deploy")).toMatchObject([{ args: { environment: "production" } }]);
  });

  test("that is not filled in is not sent", async ({ demo }) => {
    const { page } = await demo.openTab();
    await startStory(page, "Deploy a service");
    const prompt = promptFor(page, "deploy needs some details");
    const button = prompt.getByRole("button", { name: "Send answer" });
    await pressUntil(button, prompt.getByText("This is needed."), "visible");
    expect(demo.ledger.entries).toHaveLength(0);
  });
});

describe("a sign-in", () => {
  const title = "connect_calendar needs you to sign in";

  async function openLogin(page: Page): Promise<Page> {
    const opening = page.context().waitForEvent("page");
    await promptFor(page, title)
      .getByRole("link", { name: /Sign in at/ })
      .click();
    return opening;
  }

  test("survives a reload, opens a window of its own, and goes on by itself when that reports back", async ({
    demo,
  }) => {
    const { page } = await demo.openTab();
    await startStory(page, "Connect the calendar");
    await promptFor(page, title).waitFor();

    await page.reload();
    const login = await openLogin(page);
    await login.getByLabel("Account").fill("mira@example.com");
    expect(await login.evaluate(() => [window.opener, document.referrer])).toEqual([null, ""]);
    await login.getByRole("button", { name: "Sign in and allow" }).click();
    await untilSaid(page, /Connected as mira@example\.com/);
    expect(demo.ledger.of("connect_calendar")).toHaveLength(1);
  });

  test("whose code does not come says so, and is there once it is tried again", async ({ demo }) => {
    // A tab whose errors are not counted: the browser itself tells of the file that does not come.
    const page = await demo.browser.context.newPage();
    const code = /authorization-body-[^/]*\.js/;
    await page.route(code, (route) => route.abort());
    await page.goto(`${inject("demoUrl")}?${new URLSearchParams({ ledger: demo.ledger.url })}`);
    await startStory(page, "Connect the calendar");
    const prompt = promptFor(page, title);
    await prompt.getByText("This part of the page was not loaded.").waitFor();
    await page.unroute(code);
    await prompt.getByRole("button", { name: "Try again" }).click();
    const link = prompt.getByRole("link", { name: /Sign in at/ });
    await link.waitFor();
    // The page's own colour for links stays out of the components.
    const [words, ground] = await link.evaluate((element) => {
      const { color, backgroundColor } = getComputedStyle(element);
      return [color, backgroundColor];
    });
    expect(words).not.toBe(ground);
  });

  test("that was not allowed is told to the agent", async ({ demo }) => {
    const { page } = await demo.openTab();
    await startStory(page, "Connect the calendar");
    const login = await openLogin(page);
    await login.getByRole("button", { name: "Do not allow" }).click();
    await untilSaid(page, /The calendar is not connected\. You declined it\./);
    expect(demo.ledger.entries).toHaveLength(0);
  });

  test("done while no page waits is taken up when the person says so", async ({ demo }) => {
    const { page } = await demo.openTab();
    await startStory(page, "Connect the calendar");
    const login = await openLogin(page);
    const place = new URL(page.url()).hash;
    await page.close();
    await login.getByLabel("Account").fill("mira@example.com");
    await login.getByRole("button", { name: "Sign in and allow" }).click();
    await login.getByText("No page waits for this").waitFor();

    const again = await demo.openTab({ path: place });
    await pressUntilGone(promptFor(again.page, title).getByRole("button", { name: "I have signed in" }));
    await untilSaid(again.page, /Connected as mira@example\.com/);
  });

  test("said to be done and not done is asked for again", async ({ demo }) => {
    const { page } = await demo.openTab();
    await startStory(page, "Connect the calendar");
    const link = promptFor(page, title).getByRole("link", { name: /Sign in at/ });
    const address = (await link.getAttribute("href")) ?? "";
    const isNew = promptFor(page, title).locator(`a[href]:not([href=${JSON.stringify(address)}])`);
    await pressUntil(promptFor(page, title).getByRole("button", { name: "I have signed in" }), isNew, "visible");
    expect(demo.ledger.entries).toHaveLength(0);
  });

  test("under another state changes nothing", async ({ demo }) => {
    const { page } = await demo.openTab();
    await startStory(page, "Connect the calendar");
    await promptFor(page, title).waitFor();
    const stranger = await page.context().newPage();
    await stranger.goto(`${page.url().replace(/[?#].*/, "")}login.html?state=00000000000000000000000000000000`);
    await stranger.getByRole("button", { name: "Sign in and allow" }).click();
    await stranger.getByText("No page waits for this").waitFor();
    expect(await promptFor(page, title).count()).toBe(1);
    expect(demo.ledger.entries).toHaveLength(0);
  });
});

test("two approvals of one turn are answered in the other order, after a reload", async ({ demo }) => {
  const { page } = await demo.openTab();
  await startStory(page, "Two approvals at once");
  await promptFor(page, "Approve send_email?").waitFor();
  await page.reload();

  await approve(promptFor(page, "Approve send_email?"));
  await demo.ledger.whenCount(1);
  expect(demo.ledger.entries.map((entry) => entry.tool)).toEqual(["send_email"]);
  await approve(promptFor(page, "Approve refund_order?"));
  await untilSaid(page, /went back to Priya Nair\. The e-mail is sent/);
  expect([...demo.ledger.countByKey().values()]).toEqual([1, 1]);
});

test("the inbox answers for a run that is not on the screen", async ({ demo }) => {
  const { page } = await demo.openTab();
  await startStory(page, "Refund an order");
  await promptFor(page, "Approve refund_order?").waitFor();
  await page.goto(page.url().replace(/#.*/, "#/inbox"));
  await approve(promptFor(page, "Approve refund_order?"));
  await demo.ledger.whenCount(1);
  await page.getByRole("link", { name: /Please refund order A-1042/ }).click();
  await untilSaid(page, /is on its way to Mira Okafor/);
});
