import type { Clock } from "@holdpoint/core";

/** A clock that stands still until a test moves it. */
export interface VirtualClock extends Clock {
  /** How many callbacks wait. */
  readonly scheduled: number;
  /** Moves time on; what comes due is called in order, and what it sets going runs before the next. */
  advance(durationMs: number): Promise<void>;
  /** Moves time on to the next callback, if there is one. */
  advanceToNext(): Promise<void>;
  /** Waits until so many callbacks are scheduled: a program reaches its timers only after some promises. */
  whenScheduled(count?: number): Promise<void>;
  /** Sets what `now()` says, as a person who changes the system time does. Timers do not notice. */
  setNow(now: number): void;
}

/**
 * Makes a clock for tests.
 *
 * @example
 * const clock = createVirtualClock();
 * const waiting = sleep(30_000, undefined, clock);
 * await clock.advance(30_000);
 * await waiting;
 *
 * @param startAt what `now()` says first, in milliseconds since the epoch. @default 2026-01-01T00:00:00Z
 */
export function createVirtualClock(startAt: number = Date.UTC(2026, 0, 1)): VirtualClock {
  interface Timer {
    readonly at: number;
    readonly callback: () => void;
  }
  const timers = new Set<Timer>();
  const waiters = new Set<() => void>();
  /** Time as timers count it; the wall clock may be set apart from it. */
  let elapsed = 0;
  let wallOffset = startAt;

  function earliest(): Timer | undefined {
    let first: Timer | undefined;
    // Insertion order breaks ties, as with platform timers.
    for (const timer of timers) if (first === undefined || timer.at < first.at) first = timer;
    return first;
  }

  async function advance(durationMs: number): Promise<void> {
    const until = elapsed + durationMs;
    await settle();
    for (let timer = earliest(); timer !== undefined && timer.at <= until; timer = earliest()) {
      timers.delete(timer);
      elapsed = Math.max(elapsed, timer.at);
      timer.callback();
      await settle();
    }
    elapsed = until;
  }

  return {
    now: () => wallOffset + elapsed,
    schedule(callback, delayMs) {
      const timer: Timer = { at: elapsed + Math.max(0, delayMs), callback };
      timers.add(timer);
      for (const waiter of [...waiters]) waiter();
      return () => {
        timers.delete(timer);
      };
    },
    get scheduled() {
      return timers.size;
    },
    advance,
    async advanceToNext() {
      await settle();
      const timer = earliest();
      if (timer !== undefined) await advance(timer.at - elapsed);
    },
    whenScheduled(count = 1) {
      return new Promise((resolve) => {
        const check = (): void => {
          if (timers.size < count) return;
          waiters.delete(check);
          resolve();
        };
        waiters.add(check);
        check();
      });
    },
    setNow(now) {
      wallOffset = now - elapsed;
    },
  };
}

/** Lets everything that is ready run: promises, and what streams and channels queue as tasks. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
