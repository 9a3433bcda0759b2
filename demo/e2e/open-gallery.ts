import { launchChromium, openTab, type Tab } from "@holdpoint/testing/node";
import type { Page } from "playwright-core";
import { inject, onTestFinished } from "vitest";

/** How the gallery is opened. */
export interface GalleryLook {
  /** What is chosen at its top: theme, direction, density, language. */
  readonly choices?: Readonly<Record<string, string>>;
  readonly width?: number;
  readonly height?: number;
  readonly media?: Parameters<Page["emulateMedia"]>[0];
}

/** The gallery, drawn, in a browser of the test's own; what went wrong in it so far. */
export async function openGallery({ choices = {}, width = 1280, height = 900, media }: GalleryLook): Promise<Tab> {
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const tab = await openTab(browser.context, `${inject("demoUrl")}gallery.html?${new URLSearchParams(choices)}`);
  await tab.page.setViewportSize({ width, height });
  if (media !== undefined) await tab.page.emulateMedia(media);
  await tab.page.getByRole("heading", { name: "Parts" }).waitFor();
  await untilDrawn(tab.page);
  return tab;
}

/** The PDF has come, and every guarded button stands still. */
async function untilDrawn(page: Page): Promise<void> {
  await page.locator('[data-state-name="PDF"]').scrollIntoViewIfNeeded();
  await page.locator('[data-state-name="PDF"] canvas').first().waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForFunction(() => document.querySelector('.hp-pdf__page[data-state="loading"]') === null);
}
