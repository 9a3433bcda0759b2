import { describe, expect } from "vitest";
import { test } from "./demo-test.ts";
import { conversation, startStory, untilSaid } from "./screen.ts";

describe("after a reload", () => {
  test("a picture is drawn from what was stored", async ({ demo }) => {
    const { page } = await demo.openTab();
    await startStory(page, "Take a screenshot");
    await untilSaid(page, /I see it/);
    await page.reload();
    const image = conversation(page).getByRole("img");
    await image.waitFor();
    await expect.poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(960);
    expect(await image.getAttribute("src")).toMatch(/^blob:/);
  });

  test("a PDF of three pages is drawn, page by page", async ({ demo }) => {
    const { page } = await demo.openTab();
    await startStory(page, "Make a report");
    await untilSaid(page, /September was the best month/);
    await page.reload();
    const canvas = conversation(page).locator("canvas").first();
    await canvas.waitFor();
    await conversation(page)
      .getByText(/of 3|3 pages/)
      .first()
      .waitFor();
    // Drawn, not blank: the first page of the report has a band of colour at its top.
    await expect.poll(() => canvas.evaluate(countColours)).toBeGreaterThan(2);
  });

  test("sound plays from what was stored", async ({ demo }) => {
    const { page } = await demo.openTab();
    await startStory(page, "Read this aloud");
    await untilSaid(page, /There you go/);
    await page.reload();
    const audio = conversation(page).locator("audio");
    await audio.waitFor();
    await expect.poll(() => audio.evaluate((element) => (element as HTMLAudioElement).duration)).toBeGreaterThan(1);
  });

  test("a picture a person sent is there too", async ({ demo }) => {
    const { page } = await demo.openTab();
    await startStory(page, "Ask about a picture");
    await untilSaid(page, /the picture did arrive/);
    await page.reload();
    const image = conversation(page).getByRole("img");
    await expect.poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(480);
  });
});

test("a broken picture and a broken PDF each say what is wrong and can be saved, and the run is unharmed", async ({
  demo,
}) => {
  const { page } = await demo.openTab();
  await startStory(page, "Damaged files");
  await untilSaid(page, /Both files are damaged/);
  const damaged = conversation(page).getByText(/damaged|cannot be shown/i);
  await expect.poll(() => damaged.count()).toBeGreaterThanOrEqual(3);
  const saving = page.waitForEvent("download");
  await conversation(page).getByRole("button", { name: /Save/ }).last().click();
  expect((await saving).suggestedFilename()).toBe("receipt-A-1042.pdf");
});

/** How many different colours a canvas holds, up to ten. */
function countColours(canvas: SVGElement | HTMLElement): number {
  if (!(canvas instanceof HTMLCanvasElement)) return 0;
  const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  const colours = new Set<string>();
  for (let at = 0; at < pixels.length && colours.size < 10; at += 4 * 97) {
    colours.add(`${pixels[at]},${pixels[at + 1]},${pixels[at + 2]}`);
  }
  return colours.size;
}
