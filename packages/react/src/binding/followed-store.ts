import type { StoreApi } from "zustand/vanilla";

/** What a hook reads: the part of a zustand store that does not write. */
export type FollowedStore<State> = Pick<StoreApi<State>, "getState" | "getInitialState" | "subscribe">;

/**
 * Makes a store follow its source while somebody listens to it, and only then. Letting go waits a moment: React's
 * strict mode, and a change of pages, leave and come back at once.
 *
 * @param begin - Starts following; gives the way to stop.
 */
export function follow<State>(store: StoreApi<State>, begin: () => () => void): FollowedStore<State> {
  let listeners = 0;
  let stop: (() => void) | undefined;
  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe(listener) {
      const unsubscribe = store.subscribe(listener);
      listeners += 1;
      stop ??= begin();
      let listening = true;
      return () => {
        if (!listening) return;
        listening = false;
        unsubscribe();
        listeners -= 1;
        queueMicrotask(() => {
          if (listeners > 0) return;
          stop?.();
          stop = undefined;
        });
      };
    },
  };
}
