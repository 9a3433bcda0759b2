// With the widgets' own build this is what prompts need of the theme; elsewhere it is all of it.
import promptTheme from "@holdpoint/react/styles.css?for=prompts&inline";
import widgetCss from "./widget.css?inline";

let sheet: CSSStyleSheet | undefined;

/** Dresses a shadow root, or a page that is all ours. A constructed sheet is no inline style, so a strict policy allows it; one is shared by all. */
export function dress(root: ShadowRoot | Document): void {
  root.adoptedStyleSheets = [ourSheet()];
}

/** Puts the whole theme in place of what prompts need of it, in all that is dressed or will be. */
export function dressConversations(theme: string): void {
  fill(ourSheet(), theme);
}

function ourSheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    fill(sheet, promptTheme);
  }
  return sheet;
}

function fill(target: CSSStyleSheet, theme: string): void {
  target.replaceSync(`${theme}\n${widgetCss}`);
}
