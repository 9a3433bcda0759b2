import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** This close to the end counts as there, in pixels. */
const nearEnd = 48;

/** On a server nothing is laid out, and React says so. */
export const useBrowserLayout = typeof window === "undefined" ? useEffect : useLayoutEffect;

/** Where the reader stands in something that grows. */
export interface StickToEnd {
  readonly atEnd: boolean;
  readonly goToEnd: () => void;
  /** Call it before something is put in above: what is on the screen stays where it is. */
  readonly keepPlace: () => void;
}

/** Keeps the end in view while the one child of `scroller` grows, until the reader scrolls away from it. */
export function useStickToEnd(scroller: RefObject<HTMLElement | null>, ...content: readonly unknown[]): StickToEnd {
  const sticks = useRef(true);
  const fromBottom = useRef<number>(undefined);
  const [atEnd, setAtEnd] = useState(true);

  const goToEnd = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    sticks.current = true;
    element.scrollTop = element.scrollHeight;
    setAtEnd(true);
  }, [scroller]);

  const keepPlace = useCallback(() => {
    const element = scroller.current;
    if (element !== null) fromBottom.current = element.scrollHeight - element.scrollTop;
  }, [scroller]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    let lastTop = element.scrollTop;
    const onScroll = (): void => {
      const stuck = sticks.current;
      const distance = element.scrollHeight - element.clientHeight - element.scrollTop;
      // Content that grows moves the end away without a person having done anything: only scrolling up lets go.
      if (distance <= nearEnd) sticks.current = true;
      else if (element.scrollTop < lastTop) sticks.current = false;
      lastTop = element.scrollTop;
      // React draws once more to find out that nothing changed.
      if (sticks.current !== stuck) setAtEnd(sticks.current);
    };
    element.addEventListener("scroll", onScroll, { passive: true });
    // Pictures and folds change the height without a new view.
    const observer = new ResizeObserver(() => {
      if (sticks.current) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => {
      element.removeEventListener("scroll", onScroll);
      observer.disconnect();
    };
  }, [scroller]);

  useBrowserLayout(() => {
    const element = scroller.current;
    if (element === null) return;
    if (fromBottom.current !== undefined) {
      element.scrollTop = element.scrollHeight - fromBottom.current;
      fromBottom.current = undefined;
    } else if (sticks.current) {
      element.scrollTop = element.scrollHeight;
    }
  }, [scroller, ...content]);

  return { atEnd, goToEnd, keepPlace };
}
