import { createLocalLocks, type DriverLocks, type HeldLock, StoreError, takenOver } from "@holdpoint/core/store";
import type { PageLife } from "./page-life.ts";
import { toStoreError } from "./storage-errors.ts";

/** Locks of this page alone, for browsers without Web Locks: all stores of the page share them. */
const pageLocks = createLocalLocks();

/** What a lock is lost with when the browser stops the page. */
export class FellAsleep extends StoreError {
  constructor() {
    super("store-closed", "The browser stopped this page. It goes on where the run stands when the page does.");
  }
}

/** The browser's lock manager, where there is one (secure contexts). */
export function webLocks(): LockManager | undefined {
  return globalThis.navigator?.locks;
}

/**
 * Web Locks where the browser has them: one holder over all tabs and workers, given on when its tab is gone. A page that
 * is being stopped gives up what it holds, and asks for nothing until it goes on: a lock that came to it in its sleep
 * would keep the run from everybody.
 */
export function createDriverLocks(page: PageLife): DriverLocks {
  return {
    async request(name, mode, signal) {
      const manager = webLocks();
      if (manager === undefined) return pageLocks.request(name, mode, signal);
      for (;;) {
        await page.awake();
        const asleep = new AbortController();
        const stopWatching = page.watch((state) => {
          if (state === "asleep") asleep.abort(new FellAsleep());
        });
        try {
          const lock = await requestLock(manager, name, mode, AbortSignal.any([signal, asleep.signal]));
          if (lock === undefined) stopWatching();
          return lock && untilAsleep(lock, asleep.signal, stopWatching);
        } catch (error) {
          stopWatching();
          if (signal.aborted || !asleep.signal.aborted) throw error;
        }
      }
    },
    async isHeld(name) {
      const manager = webLocks();
      if (manager === undefined) return pageLocks.isHeld(name);
      const { held = [] } = await manager.query();
      return held.some((lock) => lock.name === name);
    },
  };
}

/** A lock that is also lost, and with that given back, when the page is stopped. */
function untilAsleep(lock: HeldLock, asleep: AbortSignal, stopWatching: () => void): HeldLock {
  const release = (): Promise<void> => {
    stopWatching();
    return lock.release();
  };
  if (asleep.aborted) void release();
  asleep.addEventListener("abort", () => void release());
  return { lost: AbortSignal.any([lock.lost, asleep]), release };
}

function requestLock(
  manager: LockManager,
  name: string,
  mode: "wait" | "try" | "steal",
  signal: AbortSignal,
): Promise<HeldLock | undefined> {
  // The platform takes a signal only with a wait; the other two do not wait.
  const options: LockOptions = mode === "wait" ? { signal } : mode === "try" ? { ifAvailable: true } : { steal: true };
  return new Promise((resolve, reject) => {
    const lost = new AbortController();
    let isGranted = false;
    const hold = (lock: Lock | null): Promise<void> | undefined => {
      if (lock === null) {
        resolve(undefined);
        return undefined;
      }
      isGranted = true;
      return new Promise<void>((letGo) => {
        resolve({
          lost: lost.signal,
          release() {
            letGo();
            return finished;
          },
        });
      });
    };
    const fail = (error: unknown): void => {
      // After it was granted a request fails only because somebody stole the lock.
      if (isGranted) lost.abort(takenOver());
      else reject(signal.aborted ? signal.reason : toStoreError(error));
    };
    const finished = manager.request(name, options, hold).then(() => undefined, fail);
  });
}
