import { describe, expect } from "vitest";
import { test } from "./demo-test.ts";
import { approve, conversation, promptFor, said, startStory, untilSaid } from "./screen.ts";

describe("what became of a call is said in words", () => {
  test("a tool that fails, and the one that helps", async ({ demo }) => {
    const { page } = await demo.openTab();
    await startStory(page, "A tool that fails");
    await untilSaid(page, /There are 7 in the south/);
    const text = await said(page);
    expect(text).toMatch(/failed/);
    expect(text).toContain("The warehouse north does not answer");
  });

  test("a call that policy refuses is never entered", async ({ demo }) => {
    const { page } = await demo.openTab();
    await startStory(page, "Something not allowed");
    await untilSaid(page, /I may not do that/);
    await conversation(page).getByText("denied by policy").waitFor();
    expect(demo.ledger.entries).toHaveLength(0);
  });

  test("a tool that ends the run is followed by nothing", async ({ demo }) => {
    const { page } = await demo.openTab();
    await startStory(page, "Close the ticket");
    await conversation(page).getByText("done, ended the run").waitFor();
    expect(await said(page)).not.toContain("once more");
    expect(demo.ledger.of("close_ticket")).toHaveLength(1);
  });

  test("two tools at once are both there before the answer", async ({ demo }) => {
    const { page } = await demo.openTab();
    await startStory(page, "Two tools at once");
    await untilSaid(page, /In Lisbon it is \d\d:\d\d/);
    const text = await said(page);
    expect(text.indexOf("get_weather")).toBeLessThan(text.indexOf("get_time"));
    expect(text.indexOf("get_time")).toBeLessThan(text.indexOf("In Lisbon it is"));
  });
});

describe("a person meanwhile", () => {
  test("writes while something is open: the message waits, and is answered after it", async ({ demo }) => {
    const { page } = await demo.openTab();
    await startStory(page, "Refund an order");
    await promptFor(page, "Approve refund_order?").waitFor();
    await page.getByRole("textbox", { name: "Message" }).fill("Where is order A-1043?");
    await page.getByRole("button", { name: "Send" }).click();
    await conversation(page).getByText("1 message waits its turn.").waitFor();
    await page.reload();
    await conversation(page).getByText("1 message waits its turn.").waitFor();
    await approve(promptFor(page, "Approve refund_order?"));
    await untilSaid(page, /is on its way to Mira Okafor/);
    await untilSaid(page, /The Wool blanket, grey is on its way/);
    expect(demo.ledger.of("refund_order")).toHaveLength(1);
  });

  test("stops an answer: it stays as far as it came, and the run goes on with the next message", async ({ demo }) => {
    const { page } = await demo.openTab({ paceMs: 100 });
    await startStory(page, "A plain answer");
    await untilSaid(page, /Builders use them/);
    await page.getByRole("button", { name: "Stop" }).click();
    await conversation(page).getByText("Stopped.").waitFor();
    expect(await said(page)).not.toContain("takes effect exactly once");
    await page.getByRole("textbox", { name: "Message" }).fill("Where is order A-1043?");
    await page.getByRole("textbox", { name: "Message" }).press("Enter");
    await untilSaid(page, /The Wool blanket, grey is on its way/);
  });

  test("removes a run: it is gone from the list, and its address says so", async ({ demo }) => {
    const { page } = await demo.openTab();
    await startStory(page, "A plain answer");
    await untilSaid(page, /takes effect exactly once/);
    const place = page.url();
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Remove for good?" }).click();
    await page.getByRole("heading", { name: "What should the agent do?" }).waitFor();
    await page.getByRole("link", { name: /What is a hold point/ }).waitFor({ state: "detached" });
    await page.goto(place);
    await page.getByRole("heading", { name: "There is no such run" }).waitFor();
  });

  test("opens the devtools: events in order, what was sent, and the past step by step", async ({ demo }) => {
    const { page } = await demo.openTab();
    await startStory(page, "Look something up");
    await untilSaid(page, /is on its way/);
    await page.getByRole("button", { name: "Devtools" }).click();
    const tools = page.getByRole("region", { name: "Devtools" });
    const events = tools.getByRole("list", { name: "Events, newest last" });
    await events.getByText("run.finished", { exact: true }).waitFor();
    const types = await events.locator("code").allTextContents();
    expect(types[0]).toBe("run.started");
    expect(types.indexOf("call.started")).toBeLessThan(types.indexOf("call.finished"));

    await tools.getByRole("tab", { name: "Wire" }).click();
    await tools.getByText("POST").first().waitFor();
    const sent = tools.getByRole("list", { name: "Requests, newest first" }).getByRole("listitem");
    await expect.poll(() => sent.count()).toBe(2);

    await tools.getByRole("tab", { name: "Steps" }).click();
    await tools.getByRole("slider", { name: "Step" }).press("Home");
    await tools.getByText(/^1 of \d+$/).waitFor();
    // Not its announcer, which has said the last thing that was new.
    const moment = conversation(page).last();
    expect(await moment.getByText(/is on its way/).count()).toBe(0);
    await tools.getByRole("button", { name: "To the present" }).click();
    await moment.getByText(/is on its way/).waitFor();
  });
});
