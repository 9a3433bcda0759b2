import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { describe, expect, inject } from "vitest";
import { test } from "./demo-test.ts";
import { promptFor, startStory, untilSaid } from "./screen.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong, one line each. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const { violations: found } = await page.evaluate<AxeResults>("axe.run()");
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary}`),
  );
}

describe.each(["light", "dark"] as const)("in %s colours axe finds nothing", (colorScheme) => {
  test.for([
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ])("on any place of the demo, $width wide", async (size, { demo }) => {
    const { page } = await demo.openTab();
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    expect(await violations(page)).toEqual([]);

    await startStory(page, "Two approvals at once");
    await promptFor(page, "Approve send_email?").waitFor();
    await page.getByRole("button", { name: "Devtools" }).click();
    await page.getByRole("list", { name: "Time line" }).waitFor();
    // The buttons of a prompt are pale while they are guarded.
    await page.waitForTimeout(700);
    expect(await violations(page)).toEqual([]);

    await page.goto(page.url().replace(/#.*/, "#/inbox"));
    await promptFor(page, "Approve send_email?").waitFor();
    await page.waitForTimeout(700);
    expect(await violations(page)).toEqual([]);

    await page.goto(page.url().replace(/#.*/, "#/"));
    await startStory(page, "Make a report");
    await untilSaid(page, /September was the best month/);
    expect(await violations(page)).toEqual([]);
    // Nothing is wider than the screen.
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

    if (size.width < 800) await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: /Settings/ }).click();
    await page.getByRole("radio", { name: /An endpoint of mine/ }).check();
    expect(await violations(page)).toEqual([]);

    await page.goto(`${inject("demoUrl")}login.html?state=0123456789abcdef`);
    expect(await violations(page)).toEqual([]);
  });
});
