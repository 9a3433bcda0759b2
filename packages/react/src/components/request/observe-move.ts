/**
 * Tells when an element moves on the screen, whatever moved it: scrolling, a font that came late, something that grew
 * above it. An observer whose root is cut to the element's own place loses sight of it at the first step.
 *
 * @returns the way to stop
 */
export function observeMove(element: Element, onMove: () => void): () => void {
  if (typeof IntersectionObserver === "undefined") return () => undefined;
  let observer: IntersectionObserver | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const watch = (): void => {
    observer?.disconnect();
    const place = element.getBoundingClientRect();
    const { clientWidth, clientHeight } = element.ownerDocument.documentElement;
    const margins = [place.top, clientWidth - place.right, clientHeight - place.bottom, place.left];
    let first = true;
    let seen = 1;
    observer = new IntersectionObserver(
      (entries) => {
        const ratio = entries.at(-1)?.intersectionRatio ?? 0;
        const moved = !samePlace(place, element.getBoundingClientRect());
        if (first) seen = ratio;
        else if (ratio !== seen || moved) {
          onMove();
          watch();
          return;
        }
        first = false;
        if (moved) {
          onMove();
          watch();
        } else if (ratio === 0) {
          // Wholly outside the screen nothing can be compared: look again now and then.
          clearTimeout(retry);
          retry = setTimeout(watch, 500);
        }
      },
      {
        root: element.ownerDocument,
        rootMargin: margins.map((margin) => `${-Math.floor(margin)}px`).join(" "),
        threshold: [0, 0.25, 0.5, 0.75, 0.9, 0.99, 1],
      },
    );
    observer.observe(element);
  };

  watch();
  return () => {
    observer?.disconnect();
    clearTimeout(retry);
  };
}

/** Whether two places are the same to a finger: what moves by less than this is not aimed at anew. */
export function samePlace(left: DOMRect, right: DOMRect): boolean {
  const near = 3;
  return Math.abs(left.top - right.top) < near && Math.abs(left.left - right.left) < near;
}
