/** Time, as everything here reads it. The one seam a test replaces to move time instead of sleeping. */
export interface Clock {
  /** Wall-clock time in milliseconds since the epoch. */
  now(): number;
  /**
   * Calls `callback` once after `delayMs` milliseconds; gives the way to call it off. A delay of any length is kept:
   * one beyond what a platform timer holds (2^31−1 ms) must not fire early.
   */
  schedule(callback: () => void, delayMs: number): () => void;
}

/** The longest delay `setTimeout` holds; a longer one fires at once on every platform (32-bit overflow). */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** The platform's clock: the only place that reads time. */
export const systemClock: Clock = Object.freeze({
  now: () => Date.now(),
  schedule(callback: () => void, delayMs: number): () => void {
    let timer: ReturnType<typeof setTimeout>;
    let leftMs = delayMs;
    const arm = (): void => {
      const stepMs = Math.min(leftMs, MAX_TIMER_MS);
      leftMs -= stepMs;
      timer = setTimeout(leftMs > 0 ? arm : callback, stepMs);
    };
    arm();
    return () => clearTimeout(timer);
  },
});
