import { orAborted } from "./or-aborted.ts";

/**
 * Whether the browser is sure that there is no network (HTML, "navigator.onLine"). That there may be one says little,
 * and outside of browsers nothing is known.
 */
export function isOffline(): boolean {
  return globalThis.navigator?.onLine === false;
}

/** Settles once there may be a network. @throws the signal's reason, at once. */
export async function whenOnline(signal: AbortSignal): Promise<void> {
  if (!isOffline()) return;
  await orAborted(
    new Promise((resolve) => {
      // What was said to a page in the back/forward cache it may never hear.
      for (const type of ["online", "pageshow"]) globalThis.addEventListener(type, resolve, { once: true, signal });
    }),
    signal,
  );
}
