import { type RefObject, useEffect, useMemo, useRef } from "react";
import { focusRootOf, isFocusLost } from "../focus-lost.ts";

/** Where the focus is and was, seen from one element. */
export interface FocusInside {
  /** Whether the last thing that had the focus, or was pressed, is inside. It may be gone by now. */
  readonly isInside: () => boolean;
  /** What had the focus before it came in. */
  readonly cameFrom: () => HTMLElement | undefined;
  /** Whether nothing has it: what had it was removed. */
  readonly isLost: () => boolean;
}

/** Watches the focus round an element. Works inside a shadow root, where the document sees no more than the host. */
export function useFocusInside(element: RefObject<HTMLElement | null>): FocusInside {
  const seen = useRef<{ inside: boolean; from: HTMLElement | undefined }>({ inside: false, from: undefined });
  useEffect(() => {
    const root = focusRootOf(element.current);
    if (root === undefined) return;
    const note = (event: Event): void => {
      const inside = element.current?.contains(event.target as Node | null) ?? false;
      const before = event.type === "focusin" ? ((event as FocusEvent).relatedTarget as HTMLElement | null) : null;
      if (inside && before !== null && !element.current?.contains(before)) seen.current.from = before;
      seen.current.inside = inside;
    };
    root.addEventListener("focusin", note);
    root.addEventListener("pointerdown", note);
    return () => {
      root.removeEventListener("focusin", note);
      root.removeEventListener("pointerdown", note);
    };
  }, [element]);
  return useMemo(
    () => ({
      isInside: () => seen.current.inside,
      cameFrom: () => (seen.current.from?.isConnected ? seen.current.from : undefined),
      isLost: () => isFocusLost(element.current),
    }),
    [element],
  );
}
