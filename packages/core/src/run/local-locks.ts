import type { DriverLocks, HeldLock } from "./driver-leases.ts";
import { takenOver } from "./store-rules.ts";

/** Locks among all who share this object, in the manner of Web Locks: for memory, and for pages without those. */
export function createLocalLocks(): DriverLocks {
  const holders = new Map<string, AbortController>();
  const queues = new Map<string, Set<() => void>>();

  function hold(name: string): HeldLock {
    const lost = new AbortController();
    holders.set(name, lost);
    return {
      lost: lost.signal,
      async release() {
        // Given back before, or taken by force: it is somebody else's now.
        if (holders.get(name) !== lost) return;
        holders.delete(name);
        const [next] = queues.get(name) ?? [];
        next?.();
      },
    };
  }

  function wait(name: string, signal: AbortSignal): Promise<HeldLock> {
    return new Promise((resolve, reject) => {
      const queue = queues.get(name) ?? new Set();
      queues.set(name, queue.add(grant));
      function leave() {
        queue.delete(grant);
        if (queue.size === 0) queues.delete(name);
        signal.removeEventListener("abort", giveUp);
      }
      function grant() {
        leave();
        resolve(hold(name));
      }
      function giveUp() {
        leave();
        reject(signal.reason);
      }
      signal.addEventListener("abort", giveUp);
    });
  }

  return {
    async request(name, mode, signal) {
      signal.throwIfAborted();
      const holder = holders.get(name);
      if (holder === undefined) return hold(name);
      if (mode === "try") return undefined;
      if (mode === "wait") return wait(name, signal);
      const lock = hold(name);
      holder.abort(takenOver());
      return lock;
    },
    async isHeld(name) {
      return holders.has(name);
    },
  };
}
