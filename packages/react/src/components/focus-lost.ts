/** What an element's focus is kept in: its document, or the shadow root it stands in. */
export function focusRootOf(element: Element | null): Document | ShadowRoot | undefined {
  const root = element?.getRootNode();
  return root !== undefined && "activeElement" in root ? (root as Document | ShadowRoot) : undefined;
}

/** Whether nothing near an element has the focus: what had it was removed. */
export function isFocusLost(element: Element | null): boolean {
  const active = focusRootOf(element)?.activeElement ?? null;
  return active === null || active === active.ownerDocument.body;
}
