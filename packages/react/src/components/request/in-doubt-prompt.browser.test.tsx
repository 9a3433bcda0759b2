import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../check-accessible.fixture.ts";
import { requestRecord } from "./request-records.fixture.ts";
import { press, show } from "./show-prompt.fixture.tsx";

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe("a call in doubt", () => {
  const doubt = () =>
    requestRecord({
      origin: "in_doubt",
      request: { kind: "in_doubt", prompt: "Did it?", data: { choices: ["ran", "run_again", "give_up"] } },
    });

  it.each([
    ["It ran", { outcome: "ran" }],
    ["Run it again", { outcome: "run_again" }],
    ["Give up on it", { outcome: "give_up" }],
  ])("%s", async (button, data) => {
    const { container, given } = show(doubt());
    expect(container.textContent).toContain("with exactly this, was cut off:");
    await press(button);
    expect(given).toEqual([{ ok: true, data }]);
    // Whatever it was, nobody approved anything.
    expect(container.textContent).toContain("Answered.");
  });

  it("tells the agent what came of it", async () => {
    const { container, given } = show(doubt());
    await expectAccessible(container);
    await userEvent.fill(page.getByRole("textbox"), "refunded, number 7");
    await press("It ran");
    expect(given).toEqual([{ ok: true, data: { outcome: "ran", output: "refunded, number 7" } }]);
  });
});
