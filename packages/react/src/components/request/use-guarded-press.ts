import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useComponentSettings } from "../settings.ts";
import { observeMove, samePlace } from "./observe-move.ts";
import { isInForeignFrame, observeSight } from "./observe-sight.ts";

/** How long a button must stand still before a press counts (threats S23, S26, S67). */
const settleMs = 500;

/** Why a press was not taken. */
export type RefusedPress = "guarded" | "covered";

/** What a guarded button needs. */
export interface GuardedPress {
  readonly ref: RefObject<HTMLButtonElement | null>;
  /** True once it has stood still long enough. */
  readonly ready: boolean;
  readonly refused: RefusedPress | undefined;
  readonly onClick: (event: MouseEvent<HTMLButtonElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void;
}

/**
 * Takes a press only when a person can have meant it: made by hand and not by script, half a second after the button
 * appeared or moved, not by a key that is held down, and, inside a foreign page, only while nothing covers it.
 */
export function useGuardedPress(onPress: () => void): GuardedPress {
  const { acceptScriptedClicks = false } = useComponentSettings();
  const ref = useRef<HTMLButtonElement>(null);
  const [ready, setReady] = useState(acceptScriptedClicks);
  const [refused, setRefused] = useState<RefusedPress>();
  const stood = useRef<{ since: number; at: DOMRect | undefined; covered: boolean }>({
    since: Number.POSITIVE_INFINITY,
    at: undefined,
    covered: false,
  });

  useEffect(() => {
    const element = ref.current;
    if (element === null || acceptScriptedClicks) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = (): void => {
      stood.current.since = performance.now();
      stood.current.at = element.getBoundingClientRect();
      setReady(false);
      clearTimeout(timer);
      timer = setTimeout(() => {
        setReady(true);
        setRefused(undefined);
      }, settleMs);
    };
    begin();
    const stopMove = observeMove(element, begin);
    const view = element.ownerDocument.defaultView;
    const watched = view !== null && isInForeignFrame(view);
    // A button that waits is paler, which to the observer is see-through: what it stands in is looked at instead.
    const stopSight = watched
      ? observeSight(element.parentElement ?? element, (seen) => {
          stood.current.covered = !seen;
          if (seen) begin();
        })
      : undefined;
    return () => {
      clearTimeout(timer);
      stopMove();
      stopSight?.();
    };
  }, [acceptScriptedClicks]);

  const onClick = (event: MouseEvent<HTMLButtonElement>): void => {
    if (!acceptScriptedClicks) {
      const { since, at, covered } = stood.current;
      // A click by script is no click; whoever made it is told nothing.
      if (!event.nativeEvent.isTrusted) return;
      const moved = at === undefined || !samePlace(at, event.currentTarget.getBoundingClientRect());
      if (moved || performance.now() - since < settleMs) {
        setRefused("guarded");
        return;
      }
      if (covered) {
        setRefused("covered");
        return;
      }
    }
    setRefused(undefined);
    onPress();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>): void => {
    // A key that was held down when the button got the focus presses nothing.
    if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
  };

  return { ref, ready, refused, onClick, onKeyDown };
}
