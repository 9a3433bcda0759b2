import type { RunHandle, RunView } from "@holdpoint/core";
import { useStore } from "zustand";
import type { FollowedStore } from "../binding/followed-store.ts";
import { runStoreOf } from "../binding/run-store.ts";

/** What is shown of a run that is not there yet. */
export const NO_RUN: RunView = Object.freeze({
  runId: "",
  agent: "",
  status: "loading",
  title: "",
  turns: Object.freeze([]),
  hasOlder: false,
  streaming: false,
  pending: Object.freeze([]),
  usage: Object.freeze({ promptTokens: 0, completionTokens: 0, totalTokens: 0 }),
  role: "idle",
  interrupted: false,
  stalled: false,
  queued: 0,
  durable: true,
} satisfies RunView);

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
