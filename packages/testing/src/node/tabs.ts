import type { BrowserContext, Page } from "playwright-core";

/** A tab with what went wrong in it. */
export interface Tab {
  readonly page: Page;
  /** Uncaught errors, unhandled rejections, and what was written to the console as an error. */
  readonly problems: readonly string[];
}

/** Opens a tab at an address and listens for what goes wrong in it from the first moment. */
export async function openTab(context: BrowserContext, url: string): Promise<Tab> {
  const page = await context.newPage();
  const problems = watchProblems(page);
  await page.goto(url);
  return { page, problems };
}

/** What goes wrong in a page from now on; the list grows. */
export function watchProblems(page: Page): readonly string[] {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(`uncaught: ${error.stack ?? error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`console: ${message.text()}`);
  });
  return problems;
}
