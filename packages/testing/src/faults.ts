import { type DriverLease, type JournalBatch, type JournalStore, type RunEvent, StoreError } from "@holdpoint/core";

/** The methods of a store a fault can strike. */
export type StoreMethod = Exclude<keyof JournalStore, "durable" | "capabilities" | "subscribe" | "close">;

/**
 * What goes wrong, once, at a named place.
 *
 * - `kill-before`, `kill-after`: the page dies just before or just after the step is on disk;
 * - `full`, `closed`, `unavailable`: nothing is written and the store says why;
 * - `unknown`: the step is on disk, and the store says that it failed;
 * - `hang`: nothing is written and no answer comes.
 */
export interface StoreFault {
  /** The step that writes an event of this type, or a method of the store. */
  readonly at: RunEvent["type"] | StoreMethod;
  readonly kind: "kill-before" | "kill-after" | "full" | "closed" | "unavailable" | "unknown" | "hang";
  /** Which time it strikes, from 0. @default 0 */
  readonly nth?: number;
}

/** A store as one page sees it, with a fault in wait. */
export interface FaultyStore {
  readonly store: JournalStore;
  /** The fault has struck. */
  readonly struck: boolean;
  /** The page is dead: whatever it asks of the store is never answered, and its leases have gone to others. */
  readonly dead: boolean;
  /** Settles when the fault has struck. */
  readonly whenStruck: Promise<void>;
  /** Kills the page now. */
  kill(): void;
}

const failures = {
  full: "store-full",
  closed: "store-closed",
  unavailable: "store-unavailable",
  unknown: "store-closed",
} as const;

/**
 * A page's view of a store, in which something goes wrong at a named place. Give each page its own over one inner
 * store: what one page loses there, the next one finds.
 *
 * A dead page stops where it waits for the store, as all durable work does; a tool that is under way runs on.
 *
 * @example
 * const page = createFaultyStore(disk, { at: "call.finished", kind: "kill-before" });
 * const runs = createRuns({ store: page.store, agents });
 * await runs.start({ agent: "shop", prompt: "refund A-17" });
 * await page.whenStruck; // the refund went out, and nobody wrote it down
 * const again = createRuns({ store: disk, agents });
 */
export function createFaultyStore(inner: JournalStore, fault?: StoreFault): FaultyStore {
  const leases = new Set<DriverLease>();
  const gone = new AbortController();
  let seen = 0;
  let struck = false;
  let dead = false;
  let tellStruck = (): void => undefined;
  const whenStruck = new Promise<void>((resolve) => {
    tellStruck = resolve;
  });

  function kill(): void {
    if (dead) return;
    dead = true;
    // The browser hands the locks of a dead page on; nothing of the page itself runs for it.
    for (const lease of leases) void lease.release();
    leases.clear();
    gone.abort(new Error("The page is dead."));
  }

  function isHere(method: string, args: readonly unknown[]): boolean {
    if (fault === undefined || struck) return false;
    const batch = method === "create" || method === "append" ? (args[0] as JournalBatch) : undefined;
    const place = fault.at === method || (batch?.events.some(({ type }) => type === fault.at) ?? false);
    if (!place) return false;
    seen += 1;
    return seen - 1 === (fault.nth ?? 0);
  }

  async function call(method: string, run: () => Promise<unknown>, args: readonly unknown[]): Promise<unknown> {
    if (dead) return never();
    if (!isHere(method, args)) {
      try {
        return await run();
      } finally {
        // It died while it waited: the step is on disk, and nobody is left to hear of it.
        if (dead) await never();
      }
    }
    struck = true;
    const kind = fault?.kind;
    if (kind === "kill-after" || kind === "unknown") await run();
    if (kind === "kill-before" || kind === "kill-after") kill();
    tellStruck();
    if (kind === "full" || kind === "closed" || kind === "unavailable" || kind === "unknown") {
      throw new StoreError(failures[kind], `The store fails at ${fault?.at} (${kind}), as the test wanted it.`);
    }
    return never();
  }

  const store = new Proxy(inner, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function" || typeof name !== "string") return value;
      if (name === "subscribe") {
        return (listener: Parameters<JournalStore["subscribe"]>[0]) =>
          target.subscribe((change) => {
            if (!dead) listener(change);
          });
      }
      if (name === "close") return value.bind(target);
      if (name === "drive") return drive;
      return (...args: unknown[]) => call(name, async () => value.apply(target, args), args);
    },
  });

  async function drive(...[runId, options = {}]: Parameters<JournalStore["drive"]>): Promise<unknown> {
    // The browser calls off what a dead page waits for.
    const signal = options.signal === undefined ? gone.signal : AbortSignal.any([options.signal, gone.signal]);
    const ask = async () => {
      const lease = await inner.drive(runId, { ...options, signal });
      if (dead) await lease?.release();
      return lease && track(lease);
    };
    return call("drive", ask, [runId, options]);
  }

  function track(lease: DriverLease): DriverLease {
    leases.add(lease);
    return {
      epoch: lease.epoch,
      lost: lease.lost,
      release: () => {
        leases.delete(lease);
        return lease.release();
      },
    };
  }

  return {
    store,
    kill,
    whenStruck,
    get struck() {
      return struck;
    },
    get dead() {
      return dead;
    },
  };
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}
