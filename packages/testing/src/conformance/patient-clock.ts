import type { Clock } from "@holdpoint/core";
import { createVirtualClock } from "../virtual-clock.ts";

/** Time that moves only when nothing else does, and notes every pause the program made. */
export interface PatientClock {
  /** The program's clock: what fires of it is a pause. */
  readonly clock: Clock;
  /** Pauses that came to their end, in milliseconds, in order. */
  readonly waits: readonly number[];
  /** A pause of the script, not of the program. */
  delay(ms: number): Promise<void>;
  /** Moves time whenever the program stands still, until the work is done. */
  drive<T>(work: Promise<T>): Promise<T>;
}

/** Looks at the program so many times in a row before it is taken to stand still: a digest comes from another thread. */
const STILL_LOOKS = 8;

/** Makes a {@link PatientClock} that begins now. The end of a run's `deadlineMs` is no pause. */
export function createPatientClock(deadlineMs?: unknown): PatientClock {
  const time = createVirtualClock(Date.now());
  const waits: number[] = [];
  return {
    waits,
    clock: {
      now: () => time.now(),
      schedule: (callback, delayMs) =>
        time.schedule(() => {
          if (delayMs !== deadlineMs) waits.push(delayMs);
          callback();
        }, delayMs),
    },
    delay: (ms) =>
      new Promise((resolve) => {
        time.schedule(resolve, ms);
      }),
    async drive(work) {
      let done = false;
      const settled = work.finally(() => {
        done = true;
      });
      // The failure is the caller's to hear of; this only waits for the end.
      const ended = settled.then(
        () => undefined,
        () => undefined,
      );
      while (!done) {
        const before = time.scheduled;
        for (let look = 0; look < STILL_LOOKS && !done; look += 1) await Promise.race([ended, nextTask()]);
        if (!done && time.scheduled === before && before > 0) await time.advanceToNext();
      }
      return settled;
    },
  };
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}
