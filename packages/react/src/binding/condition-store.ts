import type { Runs, StoreCondition } from "@holdpoint/core";
import type { FollowedStore } from "./followed-store.ts";
import { createQueryStore, type QueryState } from "./query-store.ts";
import { reuse } from "./reuse.ts";
import { seldom } from "./seldom.ts";
import { sharedStores } from "./shared-stores.ts";

const conditions = sharedStores<FollowedStore<QueryState<StoreCondition>>>();

/** How the place is where runs are kept. Reads no run. */
export function conditionStoreOf(runs: Runs): FollowedStore<QueryState<StoreCondition>> {
  return conditions(runs, "", () =>
    createQueryStore<StoreCondition>({
      initial: { persistence: "unavailable" },
      load: async () => (await runs.store.condition?.()) ?? { persistence: "unavailable" },
      subscribe: (listener) => seldom(runs, listener),
      // Room is used up by runs, and made by those that go.
      affects: ({ kind }) => kind === "condition" || kind === "run" || kind === "removed",
      reuse,
    }),
  );
}
