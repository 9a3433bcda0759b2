import type { RunHandle, RunView } from "@holdpoint/core";
import { useStore } from "zustand";
import type { FollowedStore } from "../binding/followed-store.ts";
import { NO_RUN } from "../binding/no-run.ts";
import { runStoreOf } from "../binding/run-store.ts";

const nothing: FollowedStore<RunView> = {
  getState: () => NO_RUN,
  getInitialState: () => NO_RUN,
  subscribe: () => () => undefined,
};

/**
 * Reads one thing of a run, and draws again only when that changed. Give back what the view holds, not a new object.
 *
 * @example
 * const streaming = useRunSelector(run, (view) => view.streaming);
 */
export function useRunSelector<Selected>(run: RunHandle | undefined, selector: (view: RunView) => Selected): Selected {
  return useStore(run === undefined ? nothing : runStoreOf(run), selector);
}

/** Reads a whole run. It draws again at every change, once per frame. */
export function useRunView(run: RunHandle | undefined): RunView {
  return useRunSelector(run, identity);
}

function identity(view: RunView): RunView {
  return view;
}
