import type { ViewTurn } from "@holdpoint/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { CodeWait } from "../code-wait.tsx";
import { focusRootOf } from "../focus-lost.ts";
import { lazyCode, useCode } from "../lazy-code.ts";
import { useBrowserLayout } from "./use-stick-to-end.ts";

interface TurnRowsProps {
  readonly turns: readonly ViewTurn[];
  /** What the rows scroll in, once it is there. */
  readonly scroller: HTMLElement | null;
  readonly drawAllUpTo: number;
  readonly drawTurn: (turn: ViewTurn) => ReactNode;
}

// Long runs only need what leaves out rows.
const longTurns = lazyCode(() => import("./long-turns.tsx"));

/**
 * So many of the last turns are always drawn, and up to twice as many: what grows is among them, and moves nothing
 * above. Rows change places by the score, not one with every turn that comes.
 */
const alwaysDrawn = 20;

/** While what leaves out rows is not here, so many more than usual are drawn rather than taken away. */
const spare = 50;

/** The turns, a row each. Of many only those near the screen are drawn, once that moves nothing under the reader. */
export function TurnRows({ turns, scroller, drawAllUpTo, drawTurn }: TurnRowsProps): ReactNode {
  const all = turns.length;
  const isLong = all > drawAllUpTo;
  const loaded = useCode(longTurns, isLong);
  const LongTurns = loaded.code?.LongTurns;
  const canLeaveOut = isLong && LongTurns !== undefined && scroller !== null;
  const [leavesOut, setLeavesOut] = useState(canLeaveOut);
  if (leavesOut && !canLeaveOut) setLeavesOut(false);
  const history = Math.max(0, Math.floor(all / alwaysDrawn) - 1) * alwaysDrawn;
  const isCut = leavesOut && canLeaveOut;
  const firstDrawn = isCut ? history : isLong && all > drawAllUpTo + spare ? all - drawAllUpTo : 0;

  const fromBottom = useRef<number>(undefined);
  useEffect(() => {
    if (!canLeaveOut || leavesOut) return;
    const leaveOut = (): void => {
      // A row that has the focus would lose it.
      if (hasFocus(scroller, history)) return;
      fromBottom.current = scroller.scrollHeight - scroller.scrollTop;
      setLeavesOut(true);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The focus is nowhere while it moves.
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(leaveOut);
    };
    leaveOut();
    scroller.addEventListener("focusout", later);
    return () => {
      clearTimeout(timer);
      scroller.removeEventListener("focusout", later);
    };
  }, [canLeaveOut, leavesOut, scroller, history]);
  useBrowserLayout(() => {
    if (!isCut || scroller === null || fromBottom.current === undefined) return;
    scroller.scrollTop = scroller.scrollHeight - fromBottom.current;
    fromBottom.current = undefined;
  }, [isCut, scroller]);

  return (
    <>
      {isCut && (
        <LongTurns
          count={history}
          all={all}
          scroller={scroller}
          first={turns[0]?.index ?? 0}
          drawRow={(row) => turns[row] && drawTurn(turns[row])}
        />
      )}
      {!isCut && firstDrawn > 0 && (
        <li className="hp-timeline__row">
          <CodeWait state={loaded} load={longTurns.load} />
        </li>
      )}
      {turns.slice(firstDrawn).map((turn, row) => (
        <li
          key={turn.index}
          className="hp-timeline__row"
          data-turn={turn.index}
          {...(isLong && { "aria-setsize": all, "aria-posinset": firstDrawn + row + 1 })}
        >
          {drawTurn(turn)}
        </li>
      ))}
    </>
  );
}

/** Whether something in the first rows has the focus. */
function hasFocus(scroller: HTMLElement, rows: number): boolean {
  const row = focusRootOf(scroller)?.activeElement?.closest("[aria-posinset]");
  return row != null && scroller.contains(row) && Number(row.ariaPosInSet) <= rows;
}
