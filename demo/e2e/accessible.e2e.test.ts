import { describe, expect, inject } from "vitest";
import { test } from "./demo-test.ts";
import { promptFor, startStory, untilSaid, untilUnguarded } from "./screen.ts";
import { violationsOf } from "./violations.ts";

describe.each(["light", "dark"] as const)("in %s colours axe finds nothing", (colorScheme) => {
  test.for([
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ])("on any place of the demo, $width wide", async (size, { demo }) => {
    const { page } = await demo.openTab();
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    expect(await violationsOf(page)).toEqual([]);

    await startStory(page, "Two approvals at once");
    await promptFor(page, "Approve send_email?").waitFor();
    await page.getByRole("button", { name: "Devtools" }).click();
    await page.getByRole("list", { name: "Time line" }).waitFor();
    await untilUnguarded(page);
    expect(await violationsOf(page)).toEqual([]);

    await page.goto(page.url().replace(/#.*/, "#/inbox"));
    await promptFor(page, "Approve send_email?").waitFor();
    await untilUnguarded(page);
    expect(await violationsOf(page)).toEqual([]);

    await page.goto(page.url().replace(/#.*/, "#/"));
    await startStory(page, "Make a report");
    await untilSaid(page, /September was the best month/);
    expect(await violationsOf(page)).toEqual([]);
    // Nothing is wider than the screen.
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

    if (size.width < 800) await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: /Settings/ }).click();
    await page.getByRole("radio", { name: /An endpoint of mine/ }).check();
    expect(await violationsOf(page)).toEqual([]);

    await page.goto(`${inject("demoUrl")}login.html?state=0123456789abcdef`);
    expect(await violationsOf(page)).toEqual([]);
  });
});
