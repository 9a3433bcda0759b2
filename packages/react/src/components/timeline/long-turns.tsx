import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from "react";

/** What a row is taken to be high until it was drawn, in pixels. */
const usualHeight = 110;

interface LongTurnsProps {
  readonly count: number;
  readonly scroller: HTMLElement;
  /** The `index` of the first turn; those of the others follow. */
  readonly first: number;
  readonly drawRow: (row: number) => ReactNode;
  /** How many rows there are with those that follow. */
  readonly all: number;
}

/**
 * The rows of a long run that are near the screen, with room for all others above and below. Rows that are not drawn
 * are not found by the browser's search; those that are know their place among all.
 */
export function LongTurns({ count, scroller, first, drawRow, all }: LongTurnsProps): ReactNode {
  const start = useRef<HTMLLIElement>(null);
  const [margin, setMargin] = useState(0);
  const [drawnBefore] = useState(() => heightsOf(scroller));
  useLayoutEffect(() => setMargin(start.current?.offsetTop ?? 0), []);
  // The same function while the keys are the same: with another one the place of every row is counted anew.
  const keyOf = useCallback((row: number) => first + row, [first]);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: (row) => drawnBefore.get(keyOf(row)) ?? usualHeight,
    getItemKey: keyOf,
    // To the fraction, as it was before rows were left out: what is rounded adds up, and moves the reader.
    measureElement: (row) => row.getBoundingClientRect().height,
    overscan: 6,
    scrollMargin: margin,
    // The reader is at the end when a run opens, and else stays: what was not drawn comes in above.
    initialOffset: () =>
      drawnBefore.size === 0
        ? scroller.scrollHeight + count * usualHeight
        : scroller.scrollTop + Math.max(0, all - drawnBefore.size) * usualHeight,
    useFlushSync: false,
    // Text that grows scrolls at every frame: coming to rest in between must not draw the rows again.
    isScrollingResetDelay: 2000,
  });
  const items = rows.getVirtualItems();
  const before = (items[0]?.start ?? margin) - margin;
  const after = rows.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin);
  return (
    <>
      <li ref={start} aria-hidden="true" style={{ height: before }} />
      {items.map(({ index, key }) => (
        <li
          key={key}
          ref={rows.measureElement}
          className="hp-timeline__row"
          data-index={index}
          aria-setsize={all}
          aria-posinset={index + 1}
        >
          {drawRow(index)}
        </li>
      ))}
      <li aria-hidden="true" style={{ height: after }} />
    </>
  );
}

/** How high the rows are that were drawn before rows were left out, by their keys. */
function heightsOf(scroller: HTMLElement): ReadonlyMap<number, number> {
  const rows = [...scroller.querySelectorAll<HTMLElement>("[data-turn]")];
  return new Map(rows.map((row) => [Number(row.dataset.turn), row.getBoundingClientRect().height]));
}
