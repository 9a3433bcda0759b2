import type { JournalStore } from "../journal.ts";

/** The part of a store that Requests need: enough to show and answer them, nothing to drive a run with. */
export type RequestStore = Pick<JournalStore, "getRequest" | "listRequests" | "answer" | "retractAnswer" | "subscribe">;
