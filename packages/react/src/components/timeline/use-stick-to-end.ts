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
  const lastTop = useRef(0);
  const [atEnd, setAtEnd] = useState(true);

  /** Takes note of where the reader is. */
  const look = useCallback((element: HTMLElement) => {
    const { scrollTop, scrollHeight, clientHeight } = element;
    const stuck = sticks.current;
    // Content that grows moves the end away without a person having done anything: only scrolling up lets go.
    if (scrollHeight - clientHeight - scrollTop <= nearEnd) sticks.current = true;
    else if (scrollTop < lastTop.current) sticks.current = false;
    lastTop.current = scrollTop;
    // React draws once more to find out that nothing changed.
    if (sticks.current !== stuck) setAtEnd(sticks.current);
  }, []);

  /** Goes with the end. The browser tells of scrolling once a frame: the reader may have left it since. */
  const follow = useCallback(
    (element: HTMLElement) => {
      look(element);
      if (!sticks.current) return;
      element.scrollTop = element.scrollHeight;
      lastTop.current = element.scrollTop;
    },
    [look],
  );

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
    const onScroll = (): void => look(element);
    element.addEventListener("scroll", onScroll, { passive: true });
    // Pictures and folds change the height without a new view.
    const observer = new ResizeObserver(() => follow(element));
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => {
      element.removeEventListener("scroll", onScroll);
      observer.disconnect();
    };
  }, [scroller, look, follow]);

  useBrowserLayout(() => {
    const element = scroller.current;
    if (element === null) return;
    if (fromBottom.current !== undefined) {
      element.scrollTop = element.scrollHeight - fromBottom.current;
      fromBottom.current = undefined;
      look(element);
    } else {
      follow(element);
    }
  }, [scroller, look, follow, ...content]);

  return { atEnd, goToEnd, keepPlace };
}
