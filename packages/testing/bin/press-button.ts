import { errors, type Locator } from "playwright-core";

/**
 * Presses a button of a prompt as a person does: a press that comes as the button appears or moves is lost, so one
 * looks and presses again.
 */
export async function pressButton(prompt: Locator, name: string): Promise<void> {
  const button = prompt.getByRole("button", { name, exact: true });
  for (let tries = 0; tries < 5; tries += 1) {
    await button.click();
    const isGone = await button.waitFor({ state: "hidden", timeout: 3000 }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof errors.TimeoutError) return false;
        throw error;
      },
    );
    if (isGone) return;
  }
  throw new Error(`Nothing came of the button ${name}.`);
}
