/** What version 2 of the observer adds (https://w3c.github.io/IntersectionObserver/v2/). */
interface SightOptions extends IntersectionObserverInit {
  readonly trackVisibility: true;
  /** Milliseconds between looks; 100 is the least allowed. */
  readonly delay: number;
}

/**
 * Tells whether an element is really seen: not covered, not see-through, not shrunk (threat S22). Browsers that cannot
 * tell say nothing.
 *
 * @returns the way to stop
 */
export function observeSight(element: Element, onChange: (seen: boolean) => void): () => void {
  if (typeof IntersectionObserver === "undefined") return () => undefined;
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

/** Whether a page of another origin stands around this one: it may lay anything over it. Our own pages are trusted. */
export function isInForeignFrame(view: Window): boolean {
  let inner = view;
  while (inner.parent !== inner) {
    inner = inner.parent;
    try {
      if (inner.location.origin !== view.location.origin) return true;
    } catch (error) {
      if (error instanceof DOMException) return true; // Another origin does not let us look.
      throw error;
    }
  }
  return false;
}
