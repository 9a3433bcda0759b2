import type { Locator } from "playwright-core";

/** How often a button is pressed before one gives up. */
const PRESSES = 20;

/** How long a press may wait until the button can be pressed, in milliseconds: it may have gone by the last one. */
const PRESS_MS = 1_500;

/** How long each press may take to have its outcome, in milliseconds: a little longer than a button does not count. */
const LOOK_MS = 700;

/**
 * Presses a guarded button until something has come of it. A press that comes as the button appears or moves does not
 * count, also a person's: then one looks again, and presses again.
 *
 * @param outcome what is to be seen, or no longer, once a press counted
 * @throws Error when nothing came of twenty presses
 *
 * @example
 * await pressUntil(page.getByRole("button", { name: "Approve" }), page.getByText("done"), "visible");
 */
export async function pressUntil(button: Locator, outcome: Locator, state: "visible" | "hidden"): Promise<void> {
  // One that is not there yet is not one that has gone.
  await button.waitFor();
  for (let press = 0; press < PRESSES; press += 1) {
    await inTime(button.click({ timeout: PRESS_MS }));
    if (await inTime(outcome.waitFor({ state, timeout: LOOK_MS }))) return;
  }
  throw new Error(`Nothing came of the button, though it was pressed ${PRESSES} times.`);
}

async function inTime(done: Promise<void>): Promise<boolean> {
  try {
    await done;
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError") return false;
    throw error;
  }
}

/** The same, for a button that goes away with its prompt. @throws Error when it is still there after twenty presses */
export function pressUntilGone(button: Locator): Promise<void> {
  return pressUntil(button, button, "hidden");
}
