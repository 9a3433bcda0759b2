import themeCss from "@holdpoint/react/styles.css?inline";
import widgetCss from "./widget.css?inline";

let sheet: CSSStyleSheet | undefined;

/** Dresses a shadow root, or a page that is all ours. A constructed sheet is no inline style, so a strict policy allows it; one is shared by all. */
export function dress(root: ShadowRoot | Document): void {
  sheet ??= makeSheet();
  root.adoptedStyleSheets = [sheet];
}

function makeSheet(): CSSStyleSheet {
  const made = new CSSStyleSheet();
  made.replaceSync(`${themeCss}\n${widgetCss}`);
  return made;
}
