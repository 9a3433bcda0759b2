import { pressUntilGone } from "@holdpoint/testing/node";
import type { Locator } from "playwright-core";

/** Presses a button of a prompt until the prompt has taken it. */
export function pressButton(prompt: Locator, name: string): Promise<void> {
  return pressUntilGone(prompt.getByRole("button", { name, exact: true }));
}
