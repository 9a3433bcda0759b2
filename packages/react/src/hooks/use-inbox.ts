import type { AnswerInput, AnswerOutcome, ErrorRecord, RequestFilter, RequestRecord } from "@holdpoint/core";
import { useMemo } from "react";
import { useStore } from "zustand";
import { inboxStoreOf } from "../binding/inbox-store.ts";
import { useRuns } from "./provider.tsx";

/** What waits for a person, over all runs. */
export interface Inbox {
  /** Oldest first. Empty while loading: ask `status`. */
  readonly requests: readonly RequestRecord[];
  readonly status: "loading" | "ready" | "failed";
  readonly error?: ErrorRecord;
  /** Answers a Request of any run. Rejects when the Answer does not fit; nothing is changed then. */
  readonly answer: (requestId: string, answer: AnswerInput) => Promise<AnswerOutcome>;
  /** Takes an Answer back while its run has not acted on it: `true` when it did. */
  readonly retractAnswer: (requestId: string) => Promise<boolean>;
}

const openOnly: RequestFilter = {};

/**
 * All Requests that wait for an answer, of this tab and others. It is read from the store, so a reload changes nothing.
 *
 * @param filter - Which ones. @default those still open
 * @throws Error outside of `<HoldpointProvider>`
 *
 * @example
 * const { requests } = useInbox();
 * return <span>{requests.length} waiting</span>;
 */
export function useInbox(filter: RequestFilter = openOnly): Inbox {
  const runs = useRuns("useInbox");
  const { status, value: requests, error } = useStore(inboxStoreOf(runs, filter));
  return useMemo(
    () => ({
      requests,
      status,
      ...(error !== undefined && { error }),
      answer: (requestId: string, answer: AnswerInput) => runs.answer(requestId, answer),
      retractAnswer: (requestId: string) => runs.retractAnswer(requestId),
    }),
    [runs, requests, status, error],
  );
}
