/**
 * Gives every element of a shadow tree that has a class of ours a part of that name, for `::part` of the host page:
 * `hp-prompt__title` is the part `prompt-title`, a primary button is `button` and `button-primary`. Gives the way to stop.
 */
export function exposeParts(root: ShadowRoot): () => void {
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (target instanceof Element) expose(target);
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        expose(node);
        for (const inner of node.querySelectorAll("[class]")) expose(inner);
      }
    }
  });
  const attributeFilter = ["class", "data-variant"];
  observer.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter });
  return () => observer.disconnect();
}

function expose(element: Element): void {
  const names = [...element.classList].filter((name) => name.startsWith("hp-")).map(partName);
  const variant = element.getAttribute("data-variant");
  if (variant !== null) names.push(...names.map((name) => `${name}-${variant}`));
  if (names.length > 0) element.setAttribute("part", names.join(" "));
}

function partName(className: string): string {
  return className.slice("hp-".length).replaceAll("__", "-");
}
