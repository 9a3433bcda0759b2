import { createLocalLocks, type DriverLocks, type HeldLock, takenOver } from "@holdpoint/core/store";
import { toStoreError } from "./storage-errors.ts";

/** Locks of this page alone, for browsers without Web Locks: all stores of the page share them. */
const pageLocks = createLocalLocks();

/** The browser's lock manager, where there is one (secure contexts). */
export function webLocks(): LockManager | undefined {
  return globalThis.navigator?.locks;
}

/** Web Locks where the browser has them: one holder over all tabs and workers, given on when its tab is gone. */
export function createDriverLocks(): DriverLocks {
  return {
    request(name, mode, signal) {
      const manager = webLocks();
      return manager === undefined ? pageLocks.request(name, mode, signal) : requestLock(manager, name, mode, signal);
    },
    async isHeld(name) {
      const manager = webLocks();
      if (manager === undefined) return pageLocks.isHeld(name);
      const { held = [] } = await manager.query();
      return held.some((lock) => lock.name === name);
    },
  };
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
