import { errors, type Locator, type Page } from "playwright-core";

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
  return page.getByRole("region", { name: title });
}

/** Approves as a person does: only after the prompt has stood still for a moment does a click count. */
export async function approve(prompt: Locator): Promise<void> {
  await pressUntilGone(prompt.getByRole("button", { name: "Approve", exact: true }));
}

export async function reject(prompt: Locator, reason: string): Promise<void> {
  await prompt.getByRole("button", { name: "Reject…" }).click();
  await prompt.getByRole("textbox").fill(reason);
  await pressUntilGone(prompt.getByRole("button", { name: "Reject", exact: true }));
}

/**
 * Presses a button that is guarded: it counts as disabled until it has stood still for half a second, and a press that
 * comes as something moves is lost, as for a person. Then one presses again.
 */
export async function pressUntilGone(button: Locator): Promise<void> {
  for (let press = 0; press < 5; press += 1) {
    await button.click();
    const gone = await button.waitFor({ state: "hidden", timeout: 2000 }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof errors.TimeoutError) return false;
        throw error;
      },
    );
    if (gone) return;
  }
  throw new Error("The button stays however often it is pressed.");
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
