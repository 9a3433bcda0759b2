import { type Clock, systemClock } from "./clock.ts";

/**
 * Waits. An abort ends the wait at once with the signal's reason; no timer and no listener outlives it.
 * @throws the signal's reason.
 */
export function sleep(delayMs: number, signal?: AbortSignal, clock: Clock = systemClock): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = (): void => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.schedule(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, delayMs);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
