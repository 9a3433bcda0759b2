import type { Runs } from "@holdpoint/core";

/** Stores by what they read: everything on a page that asks for the same thing reads it once. */
export function sharedStores<Store>(): (runs: Runs, key: string, make: () => Store) => Store {
  const byRuns = new WeakMap<Runs, Map<string, Store>>();
  return (runs, key, make) => {
    const stores = byRuns.get(runs) ?? new Map<string, Store>();
    byRuns.set(runs, stores);
    const store = stores.get(key) ?? make();
    stores.set(key, store);
    return store;
  };
}
