import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type LaunchedBrowser,
  type Ledger,
  launchChromium,
  openTab,
  startLedger,
  type Tab,
} from "@holdpoint/testing/node";
import { test as base, inject } from "vitest";

/** A browser at the demo, with a ledger outside it that counts what the tools really did. */
export interface DemoBrowser {
  readonly ledger: Ledger;
  /** Opens a tab of the demo. A path names a place in it (`#/inbox`). */
  openTab(options?: { readonly path?: string; readonly paceMs?: number }): Promise<Tab>;
  /** Kills the browser as a crash does, and starts it again on the same profile. */
  crashAndRestart(): Promise<void>;
  readonly browser: LaunchedBrowser;
}

/** A test with a browser and a ledger of its own. A tab in which something went wrong fails it. */
export const test = base.extend<{ readonly demo: DemoBrowser }>({
  demo: async ({ task }, use) => {
    const profile = mkdtempSync(join(tmpdir(), "holdpoint-demo-"));
    const ledger = await startLedger();
    let browser = await launchChromium({ profile });
    const tabs: Tab[] = [];
    try {
      await use({
        ledger,
        get browser() {
          return browser;
        },
        async openTab({ path = "", paceMs = 0 } = {}) {
          const query = new URLSearchParams({ ledger: ledger.url, pace: String(paceMs) });
          const tab = await openTab(browser.context, `${inject("demoUrl")}?${query}${path}`);
          tabs.push(tab);
          return tab;
        },
        async crashAndRestart() {
          await browser.kill();
          browser = await launchChromium({ profile });
        },
      });
      const problems = tabs.flatMap((tab) => tab.problems);
      if (problems.length > 0)
        throw new Error(`Something went wrong in a tab of "${task.name}":\n${problems.join("\n")}`);
    } finally {
      await browser.close();
      await ledger.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
  },
});
