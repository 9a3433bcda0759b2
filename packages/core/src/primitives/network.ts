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
      globalThis.addEventListener("online", resolve, { once: true, signal });
    }),
    signal,
  );
}
