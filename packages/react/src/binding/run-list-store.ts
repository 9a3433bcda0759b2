import type { RunFilter, RunRecord, Runs } from "@holdpoint/core";
import type { FollowedStore } from "./followed-store.ts";
import { createQueryStore, type QueryState } from "./query-store.ts";
import { reuseItems } from "./reuse.ts";
import { sharedStores } from "./shared-stores.ts";

const lists = sharedStores<FollowedStore<QueryState<readonly RunRecord[]>>>();

/** The runs a filter lets through, newest first. One store per filter. */
export function runListStoreOf(runs: Runs, filter: RunFilter): FollowedStore<QueryState<readonly RunRecord[]>> {
  return lists(runs, JSON.stringify(filter), () =>
    createQueryStore<readonly RunRecord[]>({
      initial: [],
      load: () => runs.list(filter),
      subscribe: (listener) => runs.subscribe(listener),
      // What a run says and is asked changes no list, but one of runs that something waits for.
      affects: ({ kind }) =>
        kind === "run" || kind === "removed" || kind === "all" || (filter.waiting === true && kind !== "requests"),
      reuse: (before, after) => reuseItems(before, after, ({ runId }) => runId),
    }),
  );
}
