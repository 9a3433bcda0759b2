import { describe, expect } from "vitest";
import { test } from "./demo-test.ts";
import { approve, pressUntil, pressUntilGone, promptFor, startStory, untilSaid } from "./screen.ts";

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
  test("survives a reload, opens a window of its own, and goes on by itself when that reports back", async ({
    demo,
  }) => {
    const { page } = await demo.openTab();
    await startStory(page, "Connect the calendar");
    await promptFor(page, "connect_calendar needs you to sign in").waitFor();

    await page.reload();
    const prompt = promptFor(page, "connect_calendar needs you to sign in");
    const opening = page.context().waitForEvent("page");
    await prompt.getByRole("link", { name: /Sign in at/ }).click();
    const login = await opening;
    expect(await login.evaluate(() => [window.opener, document.referrer])).toEqual([null, ""]);
    await login.getByLabel("Account").fill("mira@example.com");
    await login.getByRole("button", { name: "Sign in and allow" }).click();
    await untilSaid(page, /Connected as mira@example\.com/);
    expect(demo.ledger.of("connect_calendar")).toHaveLength(1);
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
