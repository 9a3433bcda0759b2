import { type Clock, systemClock } from "./clock.ts";

/** One signal for "stop now", whatever the cause. `release` it in a `finally`. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Lets go of the timer and of the listener on the outer signal. */
  release(): void;
}

/**
 * Joins an outer signal and a time limit into one signal. (`AbortSignal.any` and `AbortSignal.timeout` would hold
 * their timer until it fires, and older browsers lack the former.)
 *
 * @param timeoutError makes the reason when time runs out
 */
export function startDeadline(
  signal: AbortSignal | undefined,
  timeoutMs: number | undefined,
  timeoutError: () => unknown,
  clock: Clock = systemClock,
): Deadline {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  else signal?.addEventListener("abort", onAbort, { once: true });
  const cancel =
    timeoutMs === undefined || controller.signal.aborted
      ? undefined
      : clock.schedule(() => controller.abort(timeoutError()), timeoutMs);
  return {
    signal: controller.signal,
    release() {
      cancel?.();
      signal?.removeEventListener("abort", onAbort);
    },
  };
}
