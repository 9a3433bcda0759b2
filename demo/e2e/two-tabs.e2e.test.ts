import { pressUntil, pressUntilGone } from "@holdpoint/testing/node";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test } from "./demo-test.ts";
import { approve, conversation, promptFor, said, startStory, sureButton, untilSaid, untilUnguarded } from "./screen.ts";

async function placeOf(page: Page): Promise<string> {
  await page.waitForURL(/#\/runs\//);
  return new URL(page.url()).hash;
}

/** Where the last press goes, worked out beforehand: one tab must not wait for what the other has done. */
async function lastPressAt(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  const prompt = promptFor(page, "Approve refund_order?");
  const button = sureButton(prompt);
  await pressUntil(prompt.getByRole("button", { name: "Approve", exact: true }), button, "visible");
  const box = await button.boundingBox();
  if (box === null) throw new Error("The button is not on the screen.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

describe("two tabs on one run", () => {
  test("show the same text while it streams", async ({ demo }) => {
    const first = await demo.openTab({ paceMs: 120 });
    await startStory(first.page, "A plain answer");
    const second = await demo.openTab({ path: await placeOf(first.page), paceMs: 120 });

    await untilSaid(second.page, /Builders use them/);
    // Still under way: the follower did not wait for the end.
    expect(await said(second.page)).not.toContain("exactly once");
    expect(await said(first.page)).not.toContain("exactly once");

    await untilSaid(first.page, /takes effect exactly once/);
    await untilSaid(second.page, /takes effect exactly once/);
    await expect.poll(async () => (await said(second.page)) === (await said(first.page))).toBe(true);
  });

  test("the one that follows answers, the one that drives goes on, and the tool runs once", async ({ demo }) => {
    const driver = await demo.openTab();
    await startStory(driver.page, "Refund an order");
    await promptFor(driver.page, "Approve refund_order?").waitFor();
    const follower = await demo.openTab({ path: await placeOf(driver.page) });
    await approve(promptFor(follower.page, "Approve refund_order?"));

    await untilSaid(driver.page, /is on its way to Mira Okafor/);
    await untilSaid(follower.page, /is on its way to Mira Okafor/);
    expect(await promptFor(driver.page, "Approve refund_order?").count()).toBe(0);
    expect([...demo.ledger.countByKey("refund_order").values()]).toEqual([1]);
  });

  test("both approve in the same moment: one of them is first, and the tool runs once", async ({ demo }) => {
    const first = await demo.openTab();
    await startStory(first.page, "Refund an order");
    const second = await demo.openTab({ path: await placeOf(first.page) });
    const pages = [first.page, second.page];
    const places = await Promise.all(pages.map(lastPressAt));
    for (const { page } of [first, second]) await untilUnguarded(page);
    await Promise.all(places.map(({ x, y }, index) => pages[index]?.mouse.click(x, y)));
    await untilSaid(first.page, /is on its way to Mira Okafor/);
    await untilSaid(second.page, /is on its way to Mira Okafor/);
    expect([...demo.ledger.countByKey("refund_order").values()]).toEqual([1]);
  });

  test("the driver is closed in mid-answer: the other takes over and finishes", async ({ demo }) => {
    const driver = await demo.openTab({ paceMs: 120 });
    await startStory(driver.page, "A plain answer");
    const follower = await demo.openTab({ path: await placeOf(driver.page), paceMs: 10 });
    await untilSaid(follower.page, /Builders use them/);
    await driver.page.close();

    await untilSaid(follower.page, /takes effect exactly once/);
    const text = await said(follower.page);
    // Replaced, not doubled.
    expect(text.match(/Builders use them/g)).toHaveLength(1);
  });

  test("the driver is closed between two tools: the other goes on, and no tool runs twice", async ({ demo }) => {
    const driver = await demo.openTab({ paceMs: 60 });
    await startStory(driver.page, "Two approvals at once");
    const follower = await demo.openTab({ path: await placeOf(driver.page), paceMs: 0 });
    await approve(promptFor(follower.page, "Approve refund_order?"));
    // Its result is on disk: what is closed before that is in doubt, and has its own test.
    await conversation(follower.page).getByText("done", { exact: true }).waitFor();
    await driver.page.close();
    await approve(promptFor(follower.page, "Approve send_email?"));

    await untilSaid(follower.page, /went back to Priya Nair\. The e-mail is sent/);
    expect([...demo.ledger.countByKey().values()]).toEqual([1, 1]);
  });

  test("the driver is closed while a tool is under way: the other asks whether it ran, and runs nothing", async ({
    demo,
  }) => {
    const driver = await demo.openTab();
    await startStory(driver.page, "Refund an order");
    const follower = await demo.openTab({ path: await placeOf(driver.page) });
    demo.ledger.hold();
    await Promise.all([approve(promptFor(follower.page, "Approve refund_order?")), demo.ledger.whenCount(1)]);
    await driver.page.close();
    demo.ledger.release();

    const doubt = promptFor(follower.page, "Did refund_order run?");
    await doubt.getByText("8900").waitFor();
    await pressUntilGone(doubt.getByRole("button", { name: "Give up on it" }));
    await untilSaid(follower.page, /I did not refund A-1042/);
    expect(demo.ledger.of("refund_order")).toHaveLength(1);
  });
});
