import type { AnswerInput, AnswerOutcome, ErrorRecord, RequestRecord } from "@holdpoint/core";
import { useMemo } from "react";
import { useStore } from "zustand";
import { requestStoreOf } from "../binding/inbox-store.ts";
import { useRuns } from "./provider.tsx";

/** One Request, wherever it stands. */
export interface UsedRequest {
  /** Missing while loading, and when there is no such Request on this device: ask `status`. */
  readonly request?: RequestRecord;
  readonly status: "loading" | "ready" | "failed";
  readonly error?: ErrorRecord;
  /** Answers it. Rejects when the Answer does not fit; nothing is changed then. */
  readonly answer: (answer: AnswerInput) => Promise<AnswerOutcome>;
  /** Takes the Answer back while its run has not acted on it: `true` when it did. */
  readonly retractAnswer: () => Promise<boolean>;
}

/**
 * One Request by its id, also after it was answered.
 *
 * @throws Error outside of `<HoldpointProvider>`
 */
export function useRequest(requestId: string): UsedRequest {
  const runs = useRuns("useRequest");
  const { status, value: request, error } = useStore(requestStoreOf(runs, requestId));
  return useMemo(
    () => ({
      status,
      ...(request !== undefined && { request }),
      ...(error !== undefined && { error }),
      answer: (answer: AnswerInput) => runs.answer(requestId, answer),
      retractAnswer: () => runs.retractAnswer(requestId),
    }),
    [runs, requestId, request, status, error],
  );
}
