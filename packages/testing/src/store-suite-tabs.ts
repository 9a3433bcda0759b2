import type { JournalStore } from "@holdpoint/core";

/** The tabs of one test, all on one storage. */
export interface Tabs {
  /** Opens one more tab. It is closed when the test is over. */
  tab(): JournalStore;
}
