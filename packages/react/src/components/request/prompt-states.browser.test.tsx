import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { drafts } from "../../binding/draft-store.ts";
import { germanLabels } from "../../labels/de.ts";
import { expectAccessible } from "../check-accessible.fixture.ts";
import { codeIsHere } from "../code-here.fixture.ts";
import { HoldpointComponents } from "../holdpoint-components.tsx";
import "../theme.css";
import { type PromptState, promptStates } from "./prompt-states.fixture.ts";
import { RequestPrompt } from "./request-prompt.tsx";
import { answerBox } from "./request-records.fixture.ts";

beforeEach(() => localStorage.clear());
afterEach(async () => {
  cleanup();
  document.documentElement.removeAttribute("dir");
  await page.viewport(1024, 768);
});

/** Draws a prompt in a state, and waits for what is loaded on demand. */
async function draw({ request, draft }: PromptState, german = false) {
  if (draft !== undefined) drafts.write(request.requestId, draft);
  const { container } = render(
    <HoldpointComponents {...(german && { labels: germanLabels })}>
      <RequestPrompt request={request} onAnswer={answerBox(request).onAnswer} />
    </HoldpointComponents>,
  );
  await codeIsHere(container);
  return container;
}

describe.each(promptStates.map((state) => [state.name, state] as const))("%s", (_, state) => {
  it("has nothing axe finds, in light and in dark", async () => {
    await expectAccessible(await draw(state));
  });

  it("fits into 320 pixels, in either direction, and is touched without aiming", async () => {
    await page.viewport(320, 640);
    for (const direction of ["ltr", "rtl"]) {
      document.documentElement.dir = direction;
      const container = await draw(state);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
      for (const control of container.querySelectorAll(
        "button, a, select, textarea, input:not([type=checkbox], [type=radio])",
      )) {
        expect(control.getBoundingClientRect().height, control.textContent ?? "").toBeGreaterThanOrEqual(24);
      }
      cleanup();
    }
  });

  it("speaks German from end to end", async () => {
    const english = (await draw(state)).textContent ?? "";
    const buttons = (): string[] => screen.queryAllByRole("button").map((button) => button.textContent ?? "");
    const before = buttons();
    cleanup();
    const german = (await draw(state, true)).textContent ?? "";
    expect(german).not.toBe(english);
    expect(buttons().filter((name) => before.includes(name))).toEqual([]);
    await expectAccessible(document.body);
  });
});
