import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../check-accessible.fixture.ts";
import "../theme.css";
import { RunTimeline } from "./run-timeline.tsx";
import { runView, text, turn } from "./run-views.fixture.ts";

beforeEach(() => page.viewport(800, 600));
afterEach(cleanup);

const turns = Array.from({ length: 5000 }, (_, index) =>
  turn(index, index % 2 ? "ASSISTANT" : "USER", [text(`Turn ${index}. ${"More words. ".repeat(index % 9)}`)]),
);

const rows = () => screen.getAllByRole("listitem").map((row) => Number(/Turn (\d+)/.exec(row.textContent ?? "")?.[1]));
const scroller = (): Element => {
  const element = document.querySelector(".hp-timeline__scroll");
  if (element === null) throw new Error("no scroller");
  return element;
};

async function open(): Promise<HTMLElement> {
  const { container } = render(
    <div style={{ height: 500 }}>
      <RunTimeline view={runView({ turns })} />
    </div>,
  );
  // What leaves out rows comes by itself.
  await vi.waitFor(() => expect(scroller().scrollHeight).toBeGreaterThan(200_000), { timeout: 10_000 });
  return container;
}

describe("a run of 5,000 turns", () => {
  it("draws what is near the screen, at its end first, and tells each row its place", async () => {
    const container = await open();
    await vi.waitFor(() => {
      expect(rows().at(-1)).toBe(4999);
      expect(rows().length).toBeLessThan(80);
    });
    const { scrollTop, scrollHeight, clientHeight } = scroller();
    expect(scrollHeight - clientHeight - scrollTop).toBeLessThan(2);
    for (const row of screen.getAllByRole("listitem")) {
      const index = Number(/Turn (\d+)/.exec(row.textContent ?? "")?.[1]);
      expect([row.ariaPosInSet, row.ariaSetSize]).toEqual([String(index + 1), "5000"]);
    }
    await expectAccessible(container);
  });

  it("shows any part of it that is scrolled to, row after row without a gap", async () => {
    await open();
    for (const share of [0, 0.3, 0.7]) {
      await act(async () => {
        scroller().scrollTop = scroller().scrollHeight * share;
      });
      await vi.waitFor(() => {
        const box = scroller().getBoundingClientRect();
        const middle = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest("li");
        expect(middle?.textContent).toContain("Turn ");
      });
      const near = rows().filter((index) => index < 4980);
      expect(near).toEqual(near.map((_, offset) => (near[0] ?? 0) + offset));
    }
  });

  it("can be drawn whole where the host wants the browser's search to find all of it", () => {
    const few = turns.slice(0, 300);
    render(<RunTimeline view={runView({ turns: few })} drawAllUpTo={Number.POSITIVE_INFINITY} />);
    expect(rows()).toHaveLength(300);
  });
});
