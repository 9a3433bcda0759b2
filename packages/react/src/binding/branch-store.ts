import type { RunRecord, Runs } from "@holdpoint/core";
import type { FollowedStore } from "./followed-store.ts";
import { createQueryStore, type QueryState } from "./query-store.ts";
import { reuseItems } from "./reuse.ts";
import { sharedStores } from "./shared-stores.ts";

type Branches = readonly RunRecord[];

const none: Branches = [];
const stores = sharedStores<FollowedStore<QueryState<Branches>>>();

const nothing: QueryState<Branches> = { status: "ready", value: none };
const empty: FollowedStore<QueryState<Branches>> = {
  getState: () => nothing,
  getInitialState: () => nothing,
  subscribe: () => () => undefined,
};

/** All branches a run is one of, oldest first; none where it is the only one. */
export function branchStoreOf(runs: Runs, runId: string | undefined): FollowedStore<QueryState<Branches>> {
  if (runId === undefined) return empty;
  return stores(runs, runId, () => {
    /** There was a run, and no other branch. */
    let isAlone = false;
    return createQueryStore<Branches>({
      initial: none,
      async load() {
        const record = await runs.store.getRun(runId);
        const branches = await runs.list({ root: record?.forkedFrom?.root ?? runId });
        isAlone = record !== undefined && branches.length <= 1;
        return branches.length > 1 ? branches.toReversed() : none;
      },
      subscribe: (listener) => runs.subscribe(listener),
      // A run that is the only branch moves on often, and stays the only one by that.
      affects: ({ kind, runId: changed }) =>
        kind === "all" || kind === "removed" || (kind === "run" && !(isAlone && changed === runId)),
      reuse: (before, after) => reuseItems(before, after, (branch) => branch.runId),
    });
  });
}
