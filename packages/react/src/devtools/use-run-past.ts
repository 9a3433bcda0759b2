import type { JournalStore, RunSnapshot, Runs } from "@holdpoint/core";
import { useMemo } from "react";
import { useStore } from "zustand";
import type { FollowedStore } from "../binding/followed-store.ts";
import { createQueryStore, type QueryState } from "../binding/query-store.ts";
import { sharedStores } from "../binding/shared-stores.ts";

/** So many settled turns are read. */
const readTurns = 200;

/** What the store holds of a run, and whether somebody drives it. */
export interface StoredPast {
  readonly snapshot: RunSnapshot;
  readonly driven: boolean;
}

const pasts = sharedStores<FollowedStore<QueryState<StoredPast | undefined>>>();

/** Reads a run as it lies in the store, again at every change. It takes nothing up and drives nothing. */
export function useRunPast(runs: Runs, runId: string): QueryState<StoredPast | undefined> {
  const store = useMemo(
    () =>
      pasts(runs, runId, () =>
        createQueryStore<StoredPast | undefined>({
          initial: undefined,
          load: () => readPast(runs.store, runId),
          subscribe: (listener) => runs.subscribe(listener),
          affects: (change) => change.kind === "all" || change.runId === runId,
          reuse: (_before, after) => after,
        }),
      ),
    [runs, runId],
  );
  return useStore(store);
}

async function readPast(store: JournalStore, runId: string): Promise<StoredPast | undefined> {
  const snapshot = await store.load(runId, { turnLimit: readTurns });
  return snapshot === undefined ? undefined : { snapshot, driven: await store.isDriven(runId) };
}
