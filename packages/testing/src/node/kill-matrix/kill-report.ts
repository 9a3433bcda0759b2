import type { Answer, RunEvent } from "@holdpoint/core";

/** Where a page dies: before its so-many-th write, while it is under way, or once it is done. */
export interface PagePlan {
  readonly scenario: string;
  /** The run's id, and the name of its database. */
  readonly runId: string;
  readonly modelUrl: string;
  readonly ledgerUrl: string;
  readonly kill?: KillPlan;
}

export interface KillPlan {
  /** Counted from 0, or the first write with such an event. */
  readonly at: number | RunEvent["type"];
  readonly when: "before" | "during" | "after";
}

/** A write of a page, as it tells of it when it begins. */
export interface WriteReport {
  /** Its place among the writes of its page, from 0. */
  readonly index: number;
  readonly method: string;
  /** Set where it is one of a journal. */
  readonly runId?: string;
  readonly epoch?: number;
  readonly events?: readonly RunEvent[];
}

/** How far a run's journal is, as a page finds it. */
export interface FoundReport {
  readonly runId: string;
  readonly nextSeq: number;
}

/** What a page shows and holds when the run is over. */
export interface EndReport {
  readonly transcript: readonly string[];
  /** What a tab that only reads shows at that time. */
  readonly stored: readonly string[];
  readonly accepted: readonly Answer[];
  /** Requests that are open at the end. */
  readonly open: number;
}

/** What a page can tell the one who watches it. */
export interface Watcher {
  /** @param isKept whether what an earlier page left here by nothing but IndexedDB is still there */
  holdpointFound(report: readonly FoundReport[], isKept: boolean): Promise<void>;
  holdpointWrites(report: WriteReport): Promise<void>;
  /** The write with this index is done. One that was not as its page died may have come to disk, or not. */
  holdpointWrote(index: number): Promise<void>;
  /** Never comes back: the page is gone. */
  holdpointDie(): Promise<void>;
  holdpointOver(report: EndReport): Promise<void>;
  holdpointFailed(problem: string): Promise<void>;
}
