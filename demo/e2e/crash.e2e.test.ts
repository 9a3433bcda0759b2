import { pressUntilGone } from "@holdpoint/testing/node";
import { describe, expect } from "vitest";
import { test } from "./demo-test.ts";
import { approve, conversation, promptFor, said, startStory, untilSaid } from "./screen.ts";

describe("the browser is killed", () => {
  test("while a refund is under way: nobody knows whether it went out, so a person is asked and nothing runs twice", async ({
    demo,
  }) => {
    const before = await demo.openTab();
    await startStory(before.page, "Refund an order");
    demo.ledger.hold();
    const prompt = promptFor(before.page, "Approve refund_order?");
    await Promise.all([approve(prompt), demo.ledger.whenCount(1)]);
    const place = new URL(before.page.url()).hash;
    await demo.crashAndRestart();
    demo.ledger.release();

    const { page } = await demo.openTab({ path: place });
    const doubt = promptFor(page, "Did refund_order run?");
    await doubt.getByText("8900").waitFor();
    expect(demo.ledger.of("refund_order")).toHaveLength(1);
    await doubt.getByRole("textbox").fill('{"refunded":"€89.00","to":"Mira Okafor"}');
    await pressUntilGone(doubt.getByRole("button", { name: "It ran" }));
    await untilSaid(page, /€89\.00 is on its way to Mira Okafor/);
    expect(demo.ledger.of("refund_order")).toHaveLength(1);
  });

  test("while a refund is under way, and the person says to run it again: it does, under the same key", async ({
    demo,
  }) => {
    const before = await demo.openTab();
    await startStory(before.page, "Refund an order");
    demo.ledger.hold();
    const prompt = promptFor(before.page, "Approve refund_order?");
    await Promise.all([approve(prompt), demo.ledger.whenCount(1)]);
    const place = new URL(before.page.url()).hash;
    await demo.crashAndRestart();
    demo.ledger.release();

    const { page } = await demo.openTab({ path: place });
    const doubt = promptFor(page, "Did refund_order run?");
    await pressUntilGone(doubt.getByRole("button", { name: "Run it again" }));
    await untilSaid(page, /is on its way to Mira Okafor/);
    // Two entries, one key: a server that looks at the key can drop the second.
    expect([...demo.ledger.countByKey("refund_order").values()]).toEqual([2]);
  });

  test("in mid-answer: the model is asked again, and what had come is replaced", async ({ demo }) => {
    const before = await demo.openTab({ paceMs: 120 });
    await startStory(before.page, "A plain answer");
    await untilSaid(before.page, /Builders use them/);
    const place = new URL(before.page.url()).hash;
    await demo.crashAndRestart();

    const { page } = await demo.openTab({ path: place });
    await untilSaid(page, /takes effect exactly once/);
    expect((await said(page)).match(/Builders use them/g)).toHaveLength(1);
  });

  test("after two approvals were asked for: both are there again, and each tool runs once", async ({ demo }) => {
    const before = await demo.openTab();
    await startStory(before.page, "Two approvals at once");
    await approve(promptFor(before.page, "Approve refund_order?"));
    await demo.ledger.whenCount(1);
    await conversation(before.page).getByText("done", { exact: true }).waitFor();
    const place = new URL(before.page.url()).hash;
    await demo.crashAndRestart();

    const { page } = await demo.openTab({ path: place });
    await promptFor(page, "Approve send_email?").waitFor();
    expect(await promptFor(page, "Approve refund_order?").count()).toBe(0);
    await approve(promptFor(page, "Approve send_email?"));
    await untilSaid(page, /went back to Priya Nair\. The e-mail is sent/);
    expect([...demo.ledger.countByKey().values()]).toEqual([1, 1]);
  });
});
