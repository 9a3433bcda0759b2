import { expect, vi } from "vitest";

/** Waits for what is loaded on demand: nothing in here says any more that it is on its way. */
export async function codeIsHere(container: Element): Promise<void> {
  await vi.waitFor(() => expect(container.querySelector(".hp-wait:not([data-code])")).toBeNull(), { timeout: 15_000 });
}
