import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LaunchedBrowser, launchChromium } from "../launch.ts";
import { type KillStage, startKillStage } from "./kill-stage.ts";
import type { PortablePage } from "./portable-page.fixture.ts";

declare global {
  interface Window {
    readonly portable: PortablePage;
  }
}

let stage: KillStage;
/** Another profile, as on another machine. */
let elsewhere: LaunchedBrowser;

beforeAll(async () => {
  stage = await startKillStage("portable-page");
  elsewhere = await launchChromium();
});

afterAll(async () => {
  await elsewhere.close();
  await stage.close();
});

async function openPage(browser: LaunchedBrowser, runId: string): Promise<Page> {
  const page = await browser.context.newPage();
  await page.goto(stage.pageUrl({ scenario: "sub-agent", runId }));
  return page;
}

test("a paused run is taken along as a file to another profile, attachments and sub-agent with it, and goes on there", async () => {
  const here = await openPage(stage.browser, "moving");
  await here.evaluate(() => window.portable.start("moving"));
  const asked = await here.evaluate(() => window.portable.pending("moving"));
  const text = await here.evaluate(() => window.portable.save(["moving"]));
  await here.close();
  expect(text).not.toContain("CANARY");

  const there = await openPage(elsewhere, "moving");
  expect(await there.evaluate((file) => window.portable.load(file), text)).toEqual(["moving", "moving/call_0_0"]);
  const pending = await there.evaluate(() => window.portable.pending("moving"));
  expect(pending).toEqual(asked);
  expect(stage.ledger.entries).toEqual([]);
  await there.evaluate((id) => window.portable.answer(id), pending[0]?.requestId ?? "");
  const transcript = await there.evaluate(() => window.portable.whenDone("moving"));
  expect(transcript.at(-1)).toContain("All done.");
  expect(stage.ledger.of("refund")).toMatchObject([{ key: "moving/call_0_0/call_0_0", args: { amount: 1 } }]);
  // The bytes came along: they go out of here again as they came in.
  const again = JSON.parse(await there.evaluate(() => window.portable.save(["moving"])));
  expect(again.blobs).toEqual(JSON.parse(text).blobs);
  expect(Object.keys(again.blobs)).toHaveLength(1);
  await there.close();
});

test("a file that is brought in where its run is makes a second run, which asks for itself", async () => {
  const page = await openPage(stage.browser, "twice");
  await page.evaluate(() => window.portable.start("twice"));
  const [first] = await page.evaluate(() => window.portable.pending("twice"));
  const text = await page.evaluate(() => window.portable.save(["twice"]));
  const [copy = ""] = await page.evaluate((file) => window.portable.load(file), text);
  expect(copy).not.toBe("twice");
  const [second] = await page.evaluate((runId) => window.portable.pending(runId), copy);
  expect(second?.requestId).not.toBe(first?.requestId);
  await page.evaluate((id) => window.portable.answer(id), second?.requestId ?? "");
  await page.evaluate((runId) => window.portable.whenDone(runId), copy);
  const keys = stage.ledger.of("refund").map(({ key }) => key);
  expect(keys.filter((key) => key.startsWith(`${copy}/`))).toHaveLength(1);
  expect(keys.filter((key) => key.startsWith("twice/"))).toEqual([]);
  await page.close();
});

test("a file that was changed on its way is refused, and nothing of it comes in", async () => {
  const here = await openPage(stage.browser, "changed");
  await here.evaluate(() => window.portable.start("changed"));
  await here.evaluate(() => window.portable.pending("changed"));
  const text = await here.evaluate(() => window.portable.save(["changed"]));
  await here.close();
  const there = await openPage(elsewhere, "changed");
  const refusal = await there.evaluate(
    (file) => window.portable.load(file).catch((error: unknown) => ({ ...(error as object) })),
    text.replace('"go"', '"stop"'),
  );
  expect(refusal).toMatchObject({ code: "invalid-file", path: expect.stringMatching(/^runs\[0\]\./) });
  await there.close();
});
