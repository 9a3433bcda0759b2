/** What version 2 of the observer adds (https://w3c.github.io/IntersectionObserver/v2/). */
interface SightOptions extends IntersectionObserverInit {
  readonly trackVisibility: true;
  /** Milliseconds between looks; 100 is the least allowed. */
  readonly delay: number;
}

/**
 * Tells whether an element is really seen: not covered, not see-through (threat S22). It watches only inside a frame,
 * where the page around may lay something over it; the page we are in ourselves is trusted. Browsers that cannot tell
 * say nothing.
 *
 * @returns the way to stop
 */
export function observeSight(element: Element, onChange: (visible: boolean) => void): () => void {
  const view = element.ownerDocument.defaultView;
  if (view === null || view.top === view || typeof IntersectionObserver === "undefined") return () => undefined;
  const options: SightOptions = { trackVisibility: true, delay: 100, threshold: 0.5 };
  const observer = new IntersectionObserver((entries) => {
    const entry = entries.at(-1) as (IntersectionObserverEntry & { readonly isVisible?: boolean }) | undefined;
    if (entry === undefined || typeof entry.isVisible !== "boolean") return;
    // Out of the picture is not covered: nobody can press it there.
    onChange(entry.isVisible || !entry.isIntersecting);
  }, options);
  observer.observe(element);
  return () => observer.disconnect();
}
