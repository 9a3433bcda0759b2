import { type RefObject, useEffect, useRef } from "react";
import { useFocusInside } from "./use-focus-inside.ts";

/**
 * Keeps the focus near when what had it goes away: answering removes the button that was pressed, and the focus would
 * fall back to the top of the page. It then goes to the frame, which says what was decided.
 */
export function useKeptFocus(frame: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const { isInside, isLost } = useFocusInside(frame);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const closed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (closed && isInside() && isLost()) frame.current?.focus();
  }, [frame, isOpen, isInside, isLost]);
}
