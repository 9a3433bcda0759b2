import axe from "axe-core";
import { expect } from "vitest";
import { codeIsHere } from "./code-here.fixture.ts";

/**
 * WCAG 2.2 A and AA, and what is good practice, in light and in dark.
 *
 * @param isWhole - Whether what is loaded on demand is waited for.
 */
export async function expectAccessible(container: Element, isWhole = true): Promise<void> {
  if (isWhole) await codeIsHere(container);
  for (const theme of ["light", "dark"] as const) {
    document.documentElement.dataset.holdpointTheme = theme;
    document.documentElement.style.background = theme === "light" ? "#fff" : "#161922";
    const { violations } = await axe.run(container, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      // A component is a piece of a page: the page has the landmarks and the first headings.
      rules: {
        region: { enabled: false },
        "heading-order": { enabled: false },
        "page-has-heading-one": { enabled: false },
      },
    });
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${theme} ${id}: ${html}\n${failureSummary}`),
    );
    expect(found.join("\n\n")).toBe("");
  }
  delete document.documentElement.dataset.holdpointTheme;
  document.documentElement.style.background = "";
}
