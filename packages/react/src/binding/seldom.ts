import type { Runs, StoreChange } from "@holdpoint/core";

/** How long news of runs may wait before what they take is read again, in milliseconds. */
const SELDOM_MS = 5_000;

/** Runs write often, and each reading lists them all: their news waits a while, and comes together. */
export function seldom(runs: Runs, listener: (change: StoreChange) => void): () => void {
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
