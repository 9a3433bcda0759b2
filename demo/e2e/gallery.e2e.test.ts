import { launchChromium, openTab } from "@holdpoint/testing/node";
import type { Page } from "playwright-core";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { violationsOf } from "./violations.ts";

/** The gallery under these choices; what went wrong in it so far. */
async function openGallery(query: Record<string, string>, width = 1280) {
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const tab = await openTab(browser.context, `${inject("demoUrl")}gallery.html?${new URLSearchParams(query)}`);
  await tab.page.setViewportSize({ width, height: 900 });
  await tab.page.getByRole("heading", { name: "Parts" }).waitFor();
  await untilDrawn(tab.page);
  return tab;
}

/** The PDF has come, and the buttons of prompts are pale no more. */
async function untilDrawn(page: Page): Promise<void> {
  await page.locator('[data-state-name="PDF"]').scrollIntoViewIfNeeded();
  await page.locator('[data-state-name="PDF"] canvas').first().waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForFunction(() => document.querySelector('.hp-pdf__page[data-state="loading"]') === null);
}

describe.each(["light", "dark"])("the gallery in %s colours", (theme) => {
  test.each([
    { direction: "ltr", density: "regular", language: "English" },
    { direction: "rtl", density: "compact", language: "Deutsch" },
  ])(
    "shows every state under the strict policy, axe finds nothing: $direction, $density, $language",
    async (choices) => {
      const { page, problems } = await openGallery({ theme, ...choices });
      expect(await page.locator(".gallery-state").count()).toBeGreaterThan(60);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(
        choices.language === "Deutsch" ? "de" : "en",
      );
      // A page of an app has one conversation; this one shows many, each a landmark of the same name.
      expect(await violationsOf(page, ["landmark-unique"])).toEqual([]);
      expect(problems).toEqual([]);
    },
    180_000,
  );
});

test("the gallery holds 360 pixels, in either direction", async () => {
  for (const direction of ["ltr", "rtl"]) {
    const { page } = await openGallery({ direction }, 360);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
}, 180_000);

test("a choice stands in the address and survives a reload", async () => {
  const { page } = await openGallery({});
  await page.getByRole("combobox", { name: "language" }).selectOption("Deutsch");
  await page.reload();
  await page.getByRole("button", { name: "Genehmigen" }).first().waitFor();
}, 180_000);
