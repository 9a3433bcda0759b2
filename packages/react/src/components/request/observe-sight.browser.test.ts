import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { isInForeignFrame, observeSight } from "./observe-sight.ts";

let button: HTMLButtonElement;

beforeEach(async () => {
  // As large as it is shown: the test page shrinks what does not fit, and what is shrunk counts as not seen.
  await page.viewport(600, 500);
  button = document.createElement("button");
  button.textContent = "Approve";
  document.body.append(button);
});
afterEach(() => document.body.replaceChildren());

describe("observeSight", () => {
  it("sees a button that is plainly there, covered, and uncovered", async () => {
    const seen = vi.fn();
    const stop = observeSight(button, seen);
    await vi.waitFor(() => expect(seen).toHaveBeenLastCalledWith(true));
    const cover = document.createElement("div");
    cover.style.cssText = "position: fixed; inset: 0; background: #fff";
    document.body.append(cover);
    await vi.waitFor(() => expect(seen).toHaveBeenLastCalledWith(false), { timeout: 3000 });
    cover.remove();
    await vi.waitFor(() => expect(seen).toHaveBeenLastCalledWith(true), { timeout: 3000 });
    stop();
  });

  it("does not see a button that is nearly see-through", async () => {
    document.body.style.opacity = "0.01";
    const seen = vi.fn();
    const stop = observeSight(button, seen);
    await vi.waitFor(() => expect(seen).toHaveBeenLastCalledWith(false));
    document.body.style.opacity = "";
    stop();
  });
});

describe("isInForeignFrame", () => {
  it("trusts pages of one's own origin", () => {
    expect(window.parent).not.toBe(window);
    expect(isInForeignFrame(window)).toBe(false);
  });

  it("does not trust a page that does not let itself be looked at", () => {
    const stranger = {
      get location(): never {
        throw new DOMException("Blocked", "SecurityError");
      },
    };
    const view = { parent: stranger, location: { origin: "https://example.com" } };
    Object.assign(stranger, { parent: stranger });
    expect(isInForeignFrame(view as unknown as Window)).toBe(true);
  });
});
