import { createListeners } from "@holdpoint/core/store";
import { warnOf } from "./store-notice.ts";

/**
 * - `hidden`: out of sight; from now on the page can be stopped or ended without another word.
 * - `asleep`: the browser stops it, in the back/forward cache or in the background. What it holds, others wait for in
 *   vain, and a page that holds a lock or a connection others need is thrown out of the cache.
 * - `awake`: it goes on, maybe days later.
 */
export type PageState = "hidden" | "asleep" | "awake";

/** What the browser does with this page. In workers, which are not stopped alone, and on servers nothing happens. */
export interface PageLife {
  /** Settles at once unless the page is being stopped, else when it goes on. */
  awake(): Promise<void> | undefined;
  watch(listener: (state: PageState) => void): () => void;
}

/** Makes one. It listens to the page while somebody watches. */
export function createPageLife(): PageLife {
  const listeners = createListeners<PageState>((cause) =>
    warnOf({ code: "listener-failed", message: "Not all was done when the page was stopped or went on.", cause }),
  );
  let sleeping: { readonly over: Promise<void>; readonly wake: () => void } | undefined;
  let isListening = false;

  function onEvent(event: Event): void {
    const { type } = event;
    if (type === "visibilitychange") {
      if (document.visibilityState === "hidden") listeners.tell("hidden");
    } else if (type === "pagehide") {
      listeners.tell("hidden");
      // One that is not kept is gone, and all it holds with it.
      if ((event as PageTransitionEvent).persisted) sleep();
    } else if (type === "freeze") sleep();
    else if (type === "resume" || (event as PageTransitionEvent).persisted) wake();
  }

  function sleep(): void {
    if (sleeping !== undefined) return;
    let wake = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      wake = resolve;
    });
    sleeping = { over, wake };
    listeners.tell("asleep");
  }

  function wake(): void {
    const slept = sleeping;
    if (slept === undefined) return;
    sleeping = undefined;
    slept.wake();
    listeners.tell("awake");
    settle();
  }

  /** Listens as long as somebody watches, and to the end of a sleep that was begun. */
  function settle(): void {
    const wanted = listeners.size > 0 || sleeping !== undefined;
    if (wanted === isListening || typeof document === "undefined") return;
    isListening = wanted;
    const change = wanted ? "addEventListener" : "removeEventListener";
    for (const type of ["pagehide", "pageshow"]) window[change](type, onEvent);
    // Page Lifecycle, "freeze" and "resume"; browsers without them have the two above.
    for (const type of ["visibilitychange", "freeze", "resume"]) document[change](type, onEvent);
  }

  return {
    awake: () => sleeping?.over,
    watch(listener) {
      const remove = listeners.add(listener);
      settle();
      return () => {
        remove();
        settle();
      };
    },
  };
}
