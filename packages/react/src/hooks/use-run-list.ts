import type { ErrorRecord, RunFilter, RunRecord } from "@holdpoint/core";
import { useMemo } from "react";
import { useStore } from "zustand";
import { runListStoreOf } from "../binding/run-list-store.ts";
import { useRuns } from "./provider.tsx";

/** The runs of this device. */
export interface RunList {
  /** Newest first. Empty while loading: ask `status`. */
  readonly runs: readonly RunRecord[];
  readonly status: "loading" | "ready" | "failed";
  readonly error?: ErrorRecord;
  /** Removes a run with all that belongs to it. @throws HoldpointError `run-busy` while it runs */
  readonly remove: (runId: string) => Promise<void>;
}

const all: RunFilter = {};

/**
 * The runs a filter lets through, kept up to date over all tabs.
 *
 * @param filter - Which ones. @default all
 * @throws Error outside of `<HoldpointProvider>`
 */
export function useRunList(filter: RunFilter = all): RunList {
  const runs = useRuns("useRunList");
  const { status, value: records, error } = useStore(runListStoreOf(runs, filter));
  return useMemo(
    () => ({
      runs: records,
      status,
      ...(error !== undefined && { error }),
      remove: (runId: string) => runs.remove(runId),
    }),
    [runs, records, status, error],
  );
}
