import type { EndpointError } from "../contracts/errors.ts";
import { type Clock, systemClock } from "../primitives/clock.ts";
import { whenOnline } from "../primitives/network.ts";
import { sleep } from "../primitives/sleep.ts";

/** One failed attempt, as the host's `onError` sees it. */
export interface FailedAttempt {
  /** The transport's failure; absent when there is a status. */
  readonly error?: Error;
  /** The HTTP status; absent when none came (a network failure). */
  readonly status?: number;
  /** Counts from 0. */
  readonly attempt: number;
  /** What would be done without `onError`. */
  readonly retryable: boolean;
}

/** The host's word on a failed attempt; `retry` stays within `retries`. */
export type OnError = (failure: FailedAttempt) => "retry" | "fail" | Promise<"retry" | "fail">;

/** Statuses that say "not now" (contract "Resilience"). */
const RETRYABLE = [429, 500, 502, 503, 504, 529];

/** Up to so many milliseconds are added to a backoff, so that many clients do not come back in step. */
const JITTER_MS = 100;

/** Thrown by an attempt that failed before anything of its reply was used: it may be made again. */
export class AttemptFailed extends Error {
  override readonly name = "AttemptFailed";
  readonly failure: EndpointError;
  readonly retryAfterMs: number | undefined;
  /** There was no network: nothing was asked. */
  readonly isOffline: boolean;

  constructor(failure: EndpointError, retryAfterMs?: number, isOffline = false) {
    super(failure.message);
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
    this.isOffline = isOffline;
  }
}

/** How often and how long. */
export interface RetryOptions {
  readonly retries?: number;
  readonly retryBaseMs?: number;
  readonly retryableStatuses?: readonly number[];
  readonly onError?: OnError;
  readonly clock?: Clock;
}

/**
 * Makes an attempt, and more of them while they fail with {@link AttemptFailed} and the rules allow. Any other error
 * of an attempt passes through: it came after the first byte, or it is no fault of the endpoint. Without a network it
 * waits for one, however long that takes; what could not be sent is not counted.
 *
 * @throws EndpointError of the last attempt; the signal's reason, at once, also in the middle of a wait.
 */
export async function retry<T>(
  attemptOnce: () => Promise<T>,
  signal: AbortSignal,
  { retries = 2, retryBaseMs = 500, retryableStatuses = [], onError, clock = systemClock }: RetryOptions,
): Promise<T> {
  for (let attempt = 0; ; ) {
    signal.throwIfAborted();
    try {
      return await attemptOnce();
    } catch (thrown) {
      if (signal.aborted) throw signal.reason;
      if (!(thrown instanceof AttemptFailed)) throw thrown;
      const { failure: error, retryAfterMs, isOffline } = thrown;
      const { status } = error;
      const retryable = status === undefined || RETRYABLE.includes(status) || retryableStatuses.includes(status);
      const verdict = onError
        ? await onError({ ...(status === undefined ? { error } : { status }), attempt, retryable })
        : retryable && "retry";
      if (verdict !== "retry" || (attempt >= retries && !isOffline)) throw error;
      if (isOffline) {
        await whenOnline(signal);
        continue;
      }
      await sleep(retryAfterMs ?? retryBaseMs * 2 ** attempt + Math.random() * JITTER_MS, signal, clock);
      attempt += 1;
    }
  }
}
