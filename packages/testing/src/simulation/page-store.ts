import type { DriverLease, JournalStore, StoreChange } from "@holdpoint/core";
import type { Lane } from "./post.ts";
import { typesOf } from "./simulated-disk.ts";

/** How often a store tells its listeners to look again, since hints can be lost, in milliseconds. */
const LOOK_AGAIN_MS = 2_000;

/** What a page's store stands in. */
export interface PageSurroundings {
  /** The store as this page has it, when nothing is in its way. */
  readonly inner: JournalStore;
  /** Aborted when the page is gone: whatever it waits for is called off. */
  readonly gone: AbortSignal;
  /** Puts something on its way to the page. */
  post(lane: Lane, what: string, deliver: () => void): void;
  /** Takes a step to the disk when its turn comes. */
  take(method: string, args: readonly unknown[]): Promise<unknown>;
  /** Whether the step that is taken now is this page's own. */
  isOwnStep(): boolean;
  /** A hint from another tab: whether it is lost, comes once, or more often. */
  hintCount(): number;
  schedule(callback: () => void, delayMs: number): () => void;
  onLease(runId: string, lease: LeaseState): void;
}

/** A lease of a page: whether it is lost, and whether the page has heard so. */
export interface LeaseState {
  readonly epoch: number;
  readonly isLost: () => boolean;
  readonly hasHeard: () => boolean;
}

/**
 * A page's store between the page and a disk that others use too: every step is first on its way, then taken, then its
 * outcome is on its way back; hints of other tabs may come late, twice or never; that somebody stole a lock is heard
 * when the news comes, not before.
 */
export function createPageStore(surroundings: PageSurroundings): JournalStore {
  const { inner, post, take } = surroundings;

  function call(method: string, args: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const what = [method, ...typesOf(method, args)].join(" ");
      post("disk", what, () => {
        take(method, args).then(
          (value) => post("reply", what, () => resolve(value)),
          (error: unknown) => post("reply", `${what}: ${String(error)}`, () => reject(error)),
        );
      });
    });
  }

  async function drive(...[runId, options = {}]: Parameters<JournalStore["drive"]>): Promise<DriverLease | undefined> {
    // A page that is gone waits for no lock, and holds none.
    const signal = options.signal ? AbortSignal.any([options.signal, surroundings.gone]) : surroundings.gone;
    const lease = (await call("drive", [runId, { ...options, signal }])) as DriverLease | undefined;
    return lease === undefined ? undefined : toldLate(runId, lease);
  }

  function toldLate(runId: string, lease: DriverLease): DriverLease {
    const lost = new AbortController();
    const hear = (): void => post("lock", `the lease of ${runId} is lost`, () => lost.abort(lease.lost.reason));
    if (lease.lost.aborted) hear();
    else lease.lost.addEventListener("abort", hear, { once: true });
    surroundings.onLease(runId, {
      epoch: lease.epoch,
      isLost: () => lease.lost.aborted,
      hasHeard: () => lost.signal.aborted,
    });
    return {
      epoch: lease.epoch,
      lost: lost.signal,
      release: () => lease.release(),
    };
  }

  function subscribe(listener: (change: StoreChange) => void): () => void {
    const stop = inner.subscribe((change) => {
      const what = `hint of ${change.kind}`;
      // What a page does itself it hears of for sure, before its step is told as done.
      if (surroundings.isOwnStep()) return post("reply", what, () => listener(change));
      for (let count = surroundings.hintCount(); count > 0; count -= 1) post("feed", what, () => listener(change));
    });
    let stopTimer = (): void => undefined;
    const lookAgain = (): void => {
      stopTimer = surroundings.schedule(() => {
        listener({ kind: "all" });
        lookAgain();
      }, LOOK_AGAIN_MS);
    };
    lookAgain();
    return () => {
      stop();
      stopTimer();
    };
  }

  const special: Partial<JournalStore> = { drive, subscribe };
  return new Proxy(inner, {
    get(target, name) {
      const value: unknown = Reflect.get(Object.hasOwn(special, name) ? special : target, name);
      if (typeof value !== "function" || typeof name !== "string" || Object.hasOwn(special, name)) return value;
      if (name === "close") return value.bind(target);
      return (...args: unknown[]) => call(name, args);
    },
  });
}
