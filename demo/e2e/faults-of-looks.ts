// What is wrong with how a page looks, one line each. Every function runs inside the page, and stands alone.

/** What reaches beyond the sides of the page, other than inside something that scrolls by itself or hides it. */
export function stickingOut(): string[] {
  const found: string[] = [];
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width)
    found.push(`the page is ${document.documentElement.scrollWidth} wide, of ${width}`);
  for (const element of document.body.querySelectorAll("*")) {
    const { left, right, width: own } = element.getBoundingClientRect();
    if (own === 0 || (left > -1 && right < width + 1) || element.closest(".hp-unseen, .hp-pdf__text") !== null)
      continue;
    let around = element.parentElement;
    while (around !== null && getComputedStyle(around).overflowX === "visible") around = around.parentElement;
    if (around === null || around === document.documentElement || around === document.body)
      found.push(`${element.tagName} .${element.getAttribute("class")} from ${left} to ${right}`);
  }
  return found;
}

/** What can be pressed and is smaller than 24 by 24 (WCAG 2.2, 2.5.8). Links inside a text need not be larger. */
export function smallTargets(): string[] {
  const pressed = "button, summary, select, input, textarea, a[href], [role=button], [role=slider], [role=tab]";
  return [...document.querySelectorAll<HTMLElement>(pressed)].flatMap((element) => {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest(".hp-unseen") !== null) return [];
    const isInText = element.localName === "a" && getComputedStyle(element).display === "inline";
    // Who presses the words of a choice presses the choice.
    const target = element instanceof HTMLInputElement ? (element.closest("label") ?? element) : element;
    const { width, height } = target.getBoundingClientRect();
    if (isInText || width === 0 || (width >= 23.99 && height >= 23.99)) return [];
    return [`${element.outerHTML.slice(0, 90)} is ${Math.round(width)} by ${Math.round(height)}`];
  });
}

/** What moves, or would when something about it changes. */
export function moving(): string[] {
  const found = document.getAnimations().map((animation) => {
    const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null;
    return `${target?.className ?? "?"} is animated`;
  });
  for (const element of document.querySelectorAll("*")) {
    for (const pseudo of [null, "::before", "::after"]) {
      const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(element, pseudo);
      const name = `${element.tagName} .${element.getAttribute("class")} ${pseudo ?? ""}`;
      if (transitionDuration.split(",").some((duration) => Number.parseFloat(duration) > 0))
        found.push(`${name} has a transition`);
      if (animationName !== "none") found.push(`${name} has an animation`);
      if (scrollBehavior === "smooth") found.push(`${name} scrolls smoothly`);
    }
  }
  return found;
}

/** Buttons and fields without an edge that can be told from what is behind them. */
export function edgeless(): string[] {
  return [...document.querySelectorAll<HTMLElement>("button, input, select, textarea")].flatMap((element) => {
    const isNative = element.matches("input:is([type=checkbox], [type=radio], [type=range], [type=file])");
    if (isNative || !element.checkVisibility({ visibilityProperty: true })) return [];
    const { borderTopStyle, borderTopWidth, borderTopColor } = getComputedStyle(element);
    let behind: Element | null = element.parentElement;
    while (behind !== null && /^rgba\(.*, 0\)$/.test(getComputedStyle(behind).backgroundColor))
      behind = behind.parentElement;
    const ground = behind === null ? getComputedStyle(document.documentElement).backgroundColor : "";
    const behindIt = behind === null ? ground : getComputedStyle(behind).backgroundColor;
    const isThere = borderTopStyle !== "none" && Number.parseFloat(borderTopWidth) >= 1;
    if (isThere && borderTopColor !== behindIt && !/^rgba\(.*, 0\)$/.test(borderTopColor)) return [];
    return [`${element.outerHTML.slice(0, 90)}: ${borderTopWidth} ${borderTopStyle} ${borderTopColor} on ${behindIt}`];
  });
}

/** What takes the focus and shows no ring, or one that cannot be told from what is behind it. Call it after a key. */
export function ringless(): string[] {
  const takers = "button, input, select, textarea, a[href], summary, [tabindex='0'], audio[controls]";
  return [...document.querySelectorAll<HTMLElement>(takers)].flatMap((element) => {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(":disabled")) return [];
    element.focus({ preventScroll: true });
    if (document.activeElement !== element) return [];
    // The frame round a field may show it.
    for (let shown: Element | null = element; shown !== null; shown = shown.parentElement) {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(shown);
      const isRing =
        outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1 && !/^rgba\(.*, 0\)$/.test(outlineColor);
      if (isRing && (shown === element || shown.matches(":focus-within"))) return [];
    }
    return [`${element.outerHTML.slice(0, 90)} shows no focus`];
  });
}
