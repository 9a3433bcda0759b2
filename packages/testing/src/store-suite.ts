import type { JournalStore } from "@holdpoint/core";
import { afterEach, beforeEach, describe } from "vitest";
import { journalRules } from "./store-suite-journal.ts";
import { leaseRules } from "./store-suite-leases.ts";
import { requestRules } from "./store-suite-requests.ts";
import type { Tabs } from "./store-suite-tabs.ts";
import { unreadableRules } from "./store-suite-unreadable.ts";
import { valueRules } from "./store-suite-values.ts";

/** One storage, empty at first, for one test. */
export interface StoreUnderTest {
  /** A handle on it, as one tab has it: the next call is another tab. */
  open(): JournalStore;
  /** Takes the storage away again. All handles are closed by then. */
  remove?(): Promise<void>;
}

/**
 * The contract of a {@link JournalStore}, as tests: call it at the top of a test file of every implementation.
 *
 * @example
 * storeSuite("memory store", () => {
 *   const first = createMemoryStore();
 *   return { open: () => first.fork() };
 * });
 */
export function storeSuite(name: string, make: () => StoreUnderTest): void {
  describe(name, () => {
    let storage: StoreUnderTest;
    let open: JournalStore[] = [];

    beforeEach(() => {
      storage = make();
    });

    afterEach(async () => {
      const closing = open;
      open = [];
      await Promise.all(closing.map((store) => store.close()));
      await storage.remove?.();
    });

    const tabs: Tabs = {
      tab() {
        const store = storage.open();
        open.push(store);
        return store;
      },
    };
    describe("journal", () => journalRules(tabs));
    describe("requests", () => requestRules(tabs));
    describe("drivers", () => leaseRules(tabs));
    describe("values", () => valueRules(tabs));
    describe("what cannot be read", () => unreadableRules(tabs));
  });
}
