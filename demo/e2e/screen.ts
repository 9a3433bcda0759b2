import { pressUntilGone } from "@holdpoint/testing/node";
import type { Locator, Page } from "playwright-core";

/** Begins a story by its button on the start page. */
export async function startStory(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: title }).click();
  await conversation(page).waitFor();
}

export function conversation(page: Page): Locator {
  return page.getByRole("region", { name: "Conversation" });
}

/** The prompt of an open Request, by its title. */
export function promptFor(page: Page, title: string): Locator {
  return page.getByRole("article", { name: title });
}

/** Approves as a person does: after the prompt has stood still for a moment, and twice where it is asked twice. */
export async function approve(prompt: Locator): Promise<void> {
  await pressUntilGone(prompt.getByRole("button", { name: "Approve", exact: true }));
  const sure = sureButton(prompt);
  if (await sure.isVisible()) await pressUntilGone(sure);
}

/** The second press of what cannot be undone. */
export function sureButton(prompt: Locator): Locator {
  return prompt.getByRole("button", { name: "Yes, run it" });
}

export async function reject(prompt: Locator, reason: string): Promise<void> {
  await prompt.getByRole("button", { name: "Reject…" }).click();
  await prompt.getByRole("textbox").fill(reason);
  await pressUntilGone(prompt.getByRole("button", { name: "Reject", exact: true }));
}

/** Waits until every button of a prompt takes a press: in the moment in which it appears it does not, and is pale. */
export async function untilUnguarded(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[data-guard="waiting"]') === null);
}

/** Waits until the conversation holds a text. */
export async function untilSaid(page: Page, text: string | RegExp): Promise<void> {
  await conversation(page).getByText(text).first().waitFor();
}

/** The words of the conversation. */
export async function said(page: Page): Promise<string> {
  return (await conversation(page).textContent()) ?? "";
}

/** The id of the run the page shows. */
export function runIdOf(page: Page): string {
  const runId = /#\/runs\/(.+)$/.exec(page.url())?.[1];
  if (runId === undefined) throw new Error(`${page.url()} shows no run.`);
  return runId;
}
