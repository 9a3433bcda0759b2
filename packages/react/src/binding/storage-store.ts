import { measureRuns, type Runs, type StorageUse } from "@holdpoint/core";
import type { FollowedStore } from "./followed-store.ts";
import { createQueryStore, type QueryState } from "./query-store.ts";
import { reuse } from "./reuse.ts";
import { seldom } from "./seldom.ts";
import { sharedStores } from "./shared-stores.ts";

const uses = sharedStores<FollowedStore<QueryState<StorageUse>>>();

/** What the runs of a store take, each and together. */
export function storageStoreOf(runs: Runs): FollowedStore<QueryState<StorageUse>> {
  return uses(runs, "", () =>
    createQueryStore<StorageUse>({
      initial: { runs: [], bytes: 0 },
      load: () => measureRuns(runs),
      subscribe: (listener) => seldom(runs, listener),
      affects: ({ kind }) => kind === "run" || kind === "removed" || kind === "condition",
      reuse,
    }),
  );
}
