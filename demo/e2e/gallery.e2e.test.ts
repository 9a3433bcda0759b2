import { describe, expect, test } from "vitest";
import { openGallery } from "./open-gallery.ts";
import { violationsOf } from "./violations.ts";

describe.each(["light", "dark"])("the gallery in %s colours", (theme) => {
  test.each([
    { direction: "ltr", density: "regular", language: "English" },
    { direction: "rtl", density: "compact", language: "Deutsch" },
  ])(
    "shows every state under the strict policy, axe finds nothing: $direction, $density, $language",
    async (choices) => {
      const { page, problems } = await openGallery({ choices: { theme, ...choices } });
      expect(await page.locator(".gallery-state").count()).toBeGreaterThan(60);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(
        choices.language === "Deutsch" ? "de" : "en",
      );
      // Else its sign is lost in some of the pictures.
      const enlarge = page.locator(".hp-part__enlarge").first();
      expect(await enlarge.evaluate((button) => getComputedStyle(button).backgroundColor)).toMatch(/^rgb\(/);
      // A page of an app has one conversation; this one shows many, each a landmark of the same name.
      expect(await violationsOf(page, ["landmark-unique"])).toEqual([]);
      expect(problems).toEqual([]);
    },
    180_000,
  );
});

test("the gallery holds 360 pixels, in either direction", async () => {
  for (const direction of ["ltr", "rtl"]) {
    const { page } = await openGallery({ choices: { direction }, width: 360 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
}, 180_000);

test("a choice stands in the address and survives a reload", async () => {
  const { page } = await openGallery({});
  await page.getByRole("combobox", { name: "language" }).selectOption("Deutsch");
  await page.reload();
  await page.getByRole("button", { name: "Genehmigen" }).first().waitFor();
}, 180_000);
