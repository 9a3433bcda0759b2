import { useSyncExternalStore } from "react";

/** Whether the browser is sure that there is no network (HTML, "navigator.onLine"). */
export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribe, () => !navigator.onLine, never);
}

function subscribe(listener: () => void): () => void {
  const ended = new AbortController();
  for (const type of ["online", "offline"]) addEventListener(type, listener, { signal: ended.signal });
  return () => ended.abort();
}

/** A server knows nothing of the reader's network. */
function never(): boolean {
  return false;
}
