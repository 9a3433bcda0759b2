import { type RefObject, useEffect, useState } from "react";

/** How far outside the screen something counts as about to be seen. */
const ahead = "600px 0px";

/**
 * Whether an element is on the screen or close to it.
 *
 * @param once - Stays true once it was: for what is not given up again.
 */
export function useInView(ref: RefObject<Element | null>, once: boolean): boolean {
  const [inView, setInView] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    if (typeof IntersectionObserver === "undefined") {
      setInView(true);
      return;
    }
    const observer = new IntersectionObserver(
      (entries) => {
        const near = entries.at(-1)?.isIntersecting ?? false;
        if (near && once) observer.disconnect();
        setInView(near);
      },
      { rootMargin: ahead },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, once]);
  return inView;
}
