import { describe, expect, inject } from "vitest";
import { test } from "./demo-test.ts";
import { edgeless, moving, ringless, smallTargets, stickingOut } from "./faults-of-looks.ts";
import { openGallery } from "./open-gallery.ts";
import { promptFor, startStory, untilSaid } from "./screen.ts";

describe("every state in the gallery", { timeout: 180_000 }, () => {
  test.for([
    { what: "320 wide", width: 320, choices: {} },
    { what: "320 wide, right to left, compact, German", width: 320, choices: turned() },
    { what: "1280 wide, compact", width: 1280, choices: { density: "compact" } },
    // What is left of 1280 by 900 at 200 %.
    { what: "at 200 % zoom", width: 640, height: 450, choices: {} },
  ])("fits and can be hit: $what", async ({ what: _, ...look }) => {
    const { page } = await openGallery(look);
    expect(await page.evaluate(stickingOut)).toEqual([]);
    expect(await page.evaluate(smallTargets)).toEqual([]);
  });

  test("fits with letters of twice the size", async () => {
    const { page } = await openGallery({ width: 640 });
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    expect(await page.evaluate(stickingOut)).toEqual([]);
    expect(await page.evaluate(smallTargets)).toEqual([]);
  });

  test.for(["light", "dark"] as const)("has edges and rings in forced colours, %s", async (colorScheme) => {
    const { page } = await openGallery({ media: { forcedColors: "active", colorScheme } });
    expect(await page.evaluate(edgeless)).toEqual([]);
    await page.keyboard.press("Tab");
    expect(await page.evaluate(ringless)).toEqual([]);
  });

  test("stands still where less motion is asked for, and moves where it is not", async () => {
    const { page } = await openGallery({ media: { reducedMotion: "reduce" } });
    expect(await page.evaluate(moving)).toEqual([]);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await expect.poll(() => page.evaluate(moving)).not.toEqual([]);
  });
});

test("nothing that the demo says of all elements wins over the components", async ({ demo }) => {
  const { page } = await demo.openTab();
  await startStory(page, "Refund an order");
  await promptFor(page, "Approve refund_order?").waitFor();
  const paddings = await page.evaluate(() =>
    ["ol.hp-timeline__turns", "p.hp-warning"].map((place) => {
      const element = document.querySelector(place);
      return element === null ? `no ${place}` : getComputedStyle(element).paddingInlineStart;
    }),
  );
  expect(paddings).toEqual(["12px", "10px"]);
});

test("the search finds what sticks out, is too small, or has no edge and no ring", { timeout: 180_000 }, async () => {
  const { page } = await openGallery({ media: { forcedColors: "active" } });
  await page.evaluate(() => {
    const spoilt = new CSSStyleSheet();
    spoilt.replaceSync(`.hp .hp-button { border: 0 !important; outline: none !important; padding: 0 !important;
      min-height: 0 !important; height: 9px !important } .hp-prompt { width: 3000px !important }`);
    document.adoptedStyleSheets.push(spoilt);
  });
  await page.keyboard.press("Tab");
  for (const search of [stickingOut, smallTargets, edgeless, ringless])
    expect((await page.evaluate(search)).length, search.name).toBeGreaterThan(20);
});

function turned() {
  return { direction: "rtl", density: "compact", language: "Deutsch" };
}

test("every place of the demo: 320 wide, in forced colours, with less motion", { timeout: 180_000 }, async ({
  demo,
}) => {
  const { page } = await demo.openTab();
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await page.setViewportSize({ width: 320, height: 640 });
  const faults: Record<string, readonly string[]> = {};
  const look = async (place: string): Promise<void> => {
    const found: string[] = [];
    for (const fault of [stickingOut, smallTargets, moving, edgeless]) found.push(...(await page.evaluate(fault)));
    await page.keyboard.press("Tab");
    found.push(...(await page.evaluate(ringless)));
    if (found.length > 0) faults[place] = found;
  };
  await look("start");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: /Settings/ }).click();
  await page.getByRole("radio", { name: /An endpoint of mine/ }).check();
  await look("settings");
  await page.reload();

  await startStory(page, "Two approvals at once");
  await promptFor(page, "Approve send_email?").waitFor();
  await page.getByRole("button", { name: "Devtools" }).click();
  await page.getByRole("list", { name: "Time line" }).waitFor();
  await look("a run that asks, with the devtools");
  await page.goto(page.url().replace(/#.*/, "#/inbox"));
  await promptFor(page, "Approve send_email?").waitFor();
  await look("inbox");
  await page.goto(page.url().replace(/#.*/, "#/"));
  await startStory(page, "Make a report");
  await untilSaid(page, /September was the best month/);
  await look("a run that is done");
  await page.goto(`${inject("demoUrl")}login.html?state=0123456789abcdef`);
  await page.getByRole("button", { name: "Sign in and allow" }).waitFor();
  await look("login");
  expect(faults).toEqual({});
});
