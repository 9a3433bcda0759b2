import { describe, expect } from "vitest";
import { test } from "./demo-test.ts";
import { approve, promptFor, reject, said, startStory, untilSaid } from "./screen.ts";

const title = "Approve refund_order?";

describe("a refund", () => {
  test("waits through a reload, and is paid exactly once after the approval", async ({ demo }) => {
    const { page } = await demo.openTab();
    await startStory(page, "Refund an order");
    await promptFor(page, title).getByText("8900").waitFor();
    expect(demo.ledger.of("refund_order")).toHaveLength(0);

    await page.reload();
    const prompt = promptFor(page, title);
    await prompt.getByText("A-1042").first().waitFor();
    await approve(prompt);
    await untilSaid(page, /is on its way to Mira Okafor/);
    expect(demo.ledger.of("refund_order")).toHaveLength(1);

    await page.reload();
    await untilSaid(page, /is on its way to Mira Okafor/);
    expect(await promptFor(page, title).count()).toBe(0);
    expect(demo.ledger.of("refund_order")).toHaveLength(1);
  });

  test("waits while the browser is killed and started again, and is paid exactly once", async ({ demo }) => {
    const before = await demo.openTab();
    await startStory(before.page, "Refund an order");
    await promptFor(before.page, title).waitFor();
    const place = new URL(before.page.url()).hash;

    await demo.crashAndRestart();
    const { page } = await demo.openTab({ path: place });
    await approve(promptFor(page, title));
    await untilSaid(page, /is on its way to Mira Okafor/);
    expect(demo.ledger.of("refund_order")).toHaveLength(1);
  });

  test("that is rejected does not go out, and the agent reads why", async ({ demo }) => {
    const { page } = await demo.openTab();
    await startStory(page, "Refund an order");
    await reject(promptFor(page, title), "The lamp was never sent back");
    await untilSaid(page, /I did not refund A-1042\. You said: “The lamp was never sent back”/);
    expect(await said(page)).toContain("rejected");
    expect(demo.ledger.of("refund_order")).toHaveLength(0);
  });
});
