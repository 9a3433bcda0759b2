import type { RunHandle, RunView } from "@holdpoint/core";
import { createStore } from "zustand/vanilla";
import { type FollowedStore, follow } from "./followed-store.ts";
import { createFrameBatch } from "./frame-batch.ts";
import { NO_RUN } from "./no-run.ts";

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
  // A server has read nothing of it: a page that has begins with what the server drew, and then shows what there is.
  const unread: RunView = { ...NO_RUN, runId: handle.runId };
  const followed: FollowedStore<RunView> = {
    ...follow(store, () => {
      const stop = handle.subscribe(batch.request);
      update();
      return () => {
        stop();
        batch.cancel();
      };
    }),
    getInitialState: () => unread,
  };
  stores.set(handle, followed);
  return followed;
}
