import { type RefObject, useEffect, useRef } from "react";

/**
 * Keeps the focus near when what had it goes away: answering removes the button that was pressed, and the focus would
 * fall back to the top of the page. It then goes to the frame, which says what was decided.
 */
export function useKeptFocus(frame: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const isHere = useRef(false);
  useEffect(() => {
    const note = ({ target }: Event): void => {
      isHere.current = target instanceof Node && (frame.current?.contains(target) ?? false);
    };
    document.addEventListener("focusin", note);
    document.addEventListener("pointerdown", note);
    return () => {
      document.removeEventListener("focusin", note);
      document.removeEventListener("pointerdown", note);
    };
  }, [frame]);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const closed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    const { activeElement, body } = document;
    if (closed && isHere.current && (activeElement === body || activeElement === null)) frame.current?.focus();
  }, [frame, isOpen]);
}
