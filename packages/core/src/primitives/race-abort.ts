/** What {@link raceAbort} gives when the signal came first. */
export const STOPPED = Symbol("stopped");

/**
 * The promise's own outcome, or `STOPPED` as soon as the signal is aborted. What the promise does later is ignored, and
 * never an unhandled rejection. No listener outlives it.
 */
export function raceAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | typeof STOPPED> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => resolve(STOPPED);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    const settle =
      <Outcome>(settled: (outcome: Outcome) => void) =>
      (outcome: Outcome): void => {
        signal.removeEventListener("abort", onAbort);
        settled(outcome);
      };
    promise.then(settle(resolve), settle(reject));
  });
}
