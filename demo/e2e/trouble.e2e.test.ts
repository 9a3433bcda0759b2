import { pressUntil } from "@holdpoint/testing/node";
import { describe, expect } from "vitest";
import { test } from "./demo-test.ts";
import { conversation, said, startStory, untilSaid } from "./screen.ts";

describe("when the model fails", () => {
  test("a connection lost in mid-answer is said, and trying again replaces what had come", async ({ demo }) => {
    const { page } = await demo.openTab();
    await startStory(page, "The connection is lost");
    await untilSaid(page, /The answer broke off/);
    expect(await said(page)).toContain("The connection was lost");
    await conversation(page).getByRole("button", { name: "Try again" }).click();
    await untilSaid(page, /replaced, not doubled/);
    const text = await said(page);
    expect(text.match(/The connection was lost/g)).toHaveLength(1);
    expect(text).not.toContain("broke off");
  });

  test("a 429 that passes is waited out, and the person sees no error", async ({ demo }) => {
    const { page } = await demo.openTab();
    await startStory(page, "The model is busy");
    await untilSaid(page, /I was busy for a second/);
    expect(await said(page)).not.toContain("429");
  });

  test("a 429 that stays is said, and trying again works", async ({ demo }) => {
    const { page } = await demo.openTab();
    await startStory(page, "Busy for too long");
    await untilSaid(page, /too many requests \(429\)/);
    await conversation(page).getByRole("button", { name: "Try again" }).click();
    await untilSaid(page, /Now I have time for you/);
  });

  test("a 401 says that the key was refused, and trying again works, also after a reload", async ({ demo }) => {
    const { page } = await demo.openTab();
    await startStory(page, "The key is refused");
    await untilSaid(page, /refused the key \(401\)/);
    await page.reload();
    await untilSaid(page, /refused the key \(401\)/);
    // The model in the page has begun anew, so it refuses once more: it takes two tries.
    const tryAgain = conversation(page).getByRole("button", { name: "Try again" });
    await pressUntil(tryAgain, conversation(page).getByText(/your key was accepted/), "visible");
  });
});
