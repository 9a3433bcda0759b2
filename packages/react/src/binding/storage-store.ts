import { measureRuns, type Runs, type StorageUse, type StoreChange, type StoreCondition } from "@holdpoint/core";
import type { FollowedStore } from "./followed-store.ts";
import { createQueryStore, type QueryState } from "./query-store.ts";
import { sharedStores } from "./shared-stores.ts";

/** How long news of runs may wait before what they take is read again, in milliseconds. */
const SELDOM_MS = 5_000;

const conditions = sharedStores<FollowedStore<QueryState<StoreCondition>>>();
const uses = sharedStores<FollowedStore<QueryState<StorageUse>>>();

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

/** Runs write often, and each reading lists them all: their news waits a while, and comes together. */
function seldom(runs: Runs, listener: (change: StoreChange) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = runs.subscribe((change) => {
    if (change.kind !== "run") return listener(change);
    timer ??= setTimeout(() => {
      timer = undefined;
      listener(change);
    }, SELDOM_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

function reuse<Value>(before: Value, after: Value): Value {
  return JSON.stringify(before) === JSON.stringify(after) ? before : after;
}
