import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
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
  it("is drawn plainly at its end before what leaves out rows is here, and says that there is more", () => {
    render(
      <div style={{ height: 500 }}>
        <RunTimeline view={runView({ turns })} />
      </div>,
    );
    expect(rows()).toEqual([Number.NaN, ...Array.from({ length: 100 }, (_, row) => 4900 + row)]);
    expect(screen.getAllByRole("listitem")[0]?.textContent).toBe("Loading…");
    expect(scroller().scrollTop + scroller().clientHeight).toBeGreaterThan(scroller().scrollHeight - 2);
  });

  it("is at its end after one press of the key", async () => {
    await open();
    scroller().scrollTop = 0;
    await vi.waitFor(() => expect(rows()).toContain(0));
    (scroller() as HTMLElement).focus();
    await userEvent.keyboard("{End}");
    await vi.waitFor(() => {
      const { scrollTop, scrollHeight, clientHeight } = scroller();
      expect(scrollHeight - clientHeight - scrollTop).toBeLessThan(2);
      expect(rows().at(-1)).toBe(4999);
    });
  });

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

describe("a run that becomes long", () => {
  const timeline = (count: number) => (
    <div style={{ height: 500 }}>
      <RunTimeline view={runView({ turns: turns.slice(0, count) })} drawAllUpTo={60} />
    </div>
  );
  const row = (index: number): HTMLElement => {
    const found = screen.getAllByRole("listitem").find(({ textContent }) => textContent?.includes(`Turn ${index}.`));
    if (found === undefined) throw new Error(`Turn ${index} is not drawn.`);
    return found;
  };
  const untilLeftOut = () => vi.waitFor(() => expect(rows().length).toBeLessThan(55), { timeout: 15_000 });

  it.each([0.2, 0.5, 0.8])("stands still under a reader who is at %d of it", async (share) => {
    const { rerender } = render(timeline(60));
    expect(rows()).toHaveLength(60);
    await act(async () => {
      scroller().scrollTop = scroller().scrollHeight * share;
    });
    const { x, y, width, height } = scroller().getBoundingClientRect();
    const middle = rows().find((index) => row(index).getBoundingClientRect().bottom > y + height / 2) ?? 0;
    const before = row(middle).getBoundingClientRect().top;
    rerender(timeline(62));
    await untilLeftOut();
    expect(Math.abs(row(middle).getBoundingClientRect().top - before)).toBeLessThan(2);
    expect(document.elementFromPoint(x + width / 2, y + height / 2)?.closest("li")).not.toBeNull();
  });

  it("leaves no row out while one of them has the focus", async () => {
    const { rerender } = render(timeline(60));
    const focused = row(10).querySelector<HTMLElement>(".hp-turn");
    if (focused === null) throw new Error("no turn");
    focused.tabIndex = -1;
    focused.focus();
    rerender(timeline(62));
    await untilCalm();
    expect(document.activeElement).toBe(focused);
    expect(rows()).toHaveLength(62);
    await act(async () => focused.blur());
    await untilLeftOut();
  });
});

/** Two frames: what an effect begins has been drawn. */
async function untilCalm(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1)
    await act(() => new Promise<void>((next) => requestAnimationFrame(() => next())));
}
