import type { DriveOptions, DriverLease } from "./journal.ts";

/** A lock that is held. */
export interface HeldLock {
  /** Aborted when another holder took it by force. Its code goes on running: only epochs keep it from writing. */
  readonly lost: AbortSignal;
  /** Gives it back, and is done when the next one has it; nothing when it is gone already. */
  release(): Promise<void>;
}

/** Named locks, one holder each, in order of asking. */
export interface DriverLocks {
  /**
   * `undefined` when `try` found a holder. A wait that is aborted leaves no trace.
   *
   * @throws the signal's reason
   */
  request(name: string, mode: NonNullable<DriveOptions["mode"]>, signal: AbortSignal): Promise<HeldLock | undefined>;
  /** Whether anybody holds the lock now. */
  isHeld(name: string): Promise<boolean>;
}

/** All leases of one store handle. */
export interface DriverLeases {
  /** Becomes the driver of a run: {@link JournalStore.drive}. */
  drive(runId: string, options?: DriveOptions): Promise<DriverLease | undefined>;
  /** Ends every lease and every wait with this reason; the locks are given back. */
  loseAll(reason: unknown): void;
}

/**
 * Turns locks and epochs into leases: first the lock, then an epoch above all before it.
 *
 * @param raiseEpoch raises the run's epoch in one strict transaction and gives it; looks at the signal in there, so that
 * a tab that slept between lock and epoch does not put the fence above the driver that took the lock from it
 */
export function createLeases(
  locks: DriverLocks,
  lockName: (runId: string) => string,
  raiseEpoch: (runId: string, lost: AbortSignal) => Promise<number>,
): DriverLeases {
  const open = new Set<AbortController>();

  async function drive(runId: string, options: DriveOptions = {}): Promise<DriverLease | undefined> {
    const { signal, mode = "wait" } = options;
    signal?.throwIfAborted();
    const ended = new AbortController();
    const stop = () => ended.abort(signal?.reason);
    let lock: HeldLock | undefined;
    open.add(ended);
    signal?.addEventListener("abort", stop);
    try {
      lock = await locks.request(lockName(runId), mode, ended.signal);
      if (lock === undefined) {
        open.delete(ended);
        return undefined;
      }
      const { lost, release } = lock;
      lost.addEventListener("abort", () => ended.abort(lost.reason));
      if (lost.aborted) ended.abort(lost.reason);
      ended.signal.throwIfAborted();
      const epoch = await raiseEpoch(runId, ended.signal);
      ended.signal.throwIfAborted();
      const giveBack = () => {
        open.delete(ended);
        return release();
      };
      ended.signal.addEventListener("abort", giveBack);
      return { epoch, lost: ended.signal, release: giveBack };
    } catch (error) {
      open.delete(ended);
      await lock?.release();
      throw ended.signal.aborted ? ended.signal.reason : error;
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }

  return {
    drive,
    loseAll(reason) {
      for (const ended of [...open]) ended.abort(reason);
    },
  };
}
