import type { RunHandle, RunView } from "@holdpoint/core";
import { createStore } from "zustand/vanilla";
import { type FollowedStore, follow } from "./followed-store.ts";
import { createFrameBatch } from "./frame-batch.ts";

const stores = new WeakMap<RunHandle, FollowedStore<RunView>>();

/**
 * The store of one run: its view, at most once per frame. The run is opened while somebody listens. One per handle, so
 * that everything on a page that shows a run shows the same moment of it.
 */
export function runStoreOf(handle: RunHandle): FollowedStore<RunView> {
  const known = stores.get(handle);
  if (known !== undefined) return known;
  const store = createStore<RunView>()(() => handle.getView());
  const update = (): void => store.setState(handle.getView(), true);
  const batch = createFrameBatch(update);
  const followed = follow(store, () => {
    const stop = handle.subscribe(batch.request);
    update();
    return () => {
      stop();
      batch.cancel();
    };
  });
  stores.set(handle, followed);
  return followed;
}
