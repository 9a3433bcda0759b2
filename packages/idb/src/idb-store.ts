import {
  checkRequest,
  closedStore,
  createLeases,
  expectCode,
  type JournalStore,
  loadCode,
  type RunRecord,
  unknownRun,
} from "@holdpoint/core/store";
import { hasChannel } from "./change-feed.ts";
import { ALL_STORES } from "./database-schema.ts";
import { createDriverLocks, FellAsleep, webLocks } from "./driver-lock.ts";
import { raiseEpoch } from "./epoch.ts";
import { createParts, type IdbStoreOptions } from "./parts.ts";
import { askToPersist } from "./persistence.ts";
import {
  readBlob,
  readCommands,
  readLastTurns,
  readRequests,
  readRun,
  readRuns,
  readTail,
  readTurns,
} from "./read-records.ts";
import { createRequestMethods, expectAnswer } from "./request-methods.ts";
import type { RunWrites } from "./run-writes.ts";
import { toStoreError } from "./storage-errors.ts";
import { storageManager } from "./storage-manager.ts";
import { createCondition } from "./store-condition.ts";

/** How much room the site uses, in bytes, as the browser estimates it. */
export interface StoreEstimate {
  readonly usage?: number;
  readonly quota?: number;
}

/** A {@link JournalStore} on the browser's disk. */
export interface IdbStore extends Required<JournalStore> {
  /** Room used and given; empty where the browser does not tell. */
  estimate(): Promise<StoreEstimate>;
  /**
   * Asks the browser to keep this site's data when the disk runs low: `false` when it is not granted. The store asks by
   * itself, at the first run that is begun or question that is raised: then there is something to lose. Some browsers
   * ask the person, so one that refused is not asked again in this session.
   */
  persist(): Promise<boolean>;
}

/**
 * Makes the durable store. Nothing is opened before the first call; that call throws `store-unavailable` where there
 * is no IndexedDB, and the host decides what to do then (never a memory store that looks durable).
 *
 * @example
 * const runs = createRuns({ store: createIdbStore(), agents });
 */
export function createIdbStore(options: IdbStoreOptions = {}): IdbStore {
  const parts = createParts(options, (reason) => {
    leases.loseAll(reason);
    condition.note(reason);
  });
  const { name, page, feed, connection, onNotice } = parts;
  const lockName = (runId: string): string => `holdpoint:${name}:run:${runId}`;
  const locks = createDriverLocks(page);
  const condition = createCondition(parts.transact, () => feed.tellHere({ kind: "condition" }), onNotice);
  const transact = condition.watched;
  const leases = createLeases(locks, lockName, async (runId, lost) => {
    const epoch = await transact({
      stores: ["runs"],
      mode: "readwrite",
      // Not strict: an epoch that is lost with the power has no earlier driver left to keep out.
      work: (transaction) => raiseEpoch(transaction, runId, lost),
    });
    feed.tell(runId, "run");
    return epoch;
  });
  let written: RunWrites | undefined;

  async function writes(): Promise<RunWrites> {
    if (written !== undefined) return written;
    const { createRunWrites } = await loadCode(() => import("./run-writes.ts"));
    written ??= createRunWrites({ transact, feed, connection, condition });
    return written;
  }

  function getRun(runId: string): Promise<RunRecord | undefined> {
    return transact({ stores: ["runs"], mode: "readonly", work: (transaction) => readRun(transaction, runId) });
  }

  return {
    durable: true,
    get capabilities() {
      return { durable: true, locks: webLocks() !== undefined, channel: hasChannel() };
    },

    create: async (batch) => (await writes()).create(batch),

    append: async (batch) => (await writes()).append(batch),

    enqueue: async (...given) => (await writes()).enqueue(...given),

    removeRun: async (runId) => (await writes()).removeRun(runId),

    load(runId, { turnLimit = 50 } = {}) {
      // What is looked at is mostly written to next.
      if (written === undefined) expectCode(writes());
      expectAnswer();
      return transact({
        stores: ["runs", "turns", "events", "requests", "commands"],
        mode: "readonly",
        async work(transaction) {
          const [record, readTurnsOf, tail, requests, commands] = await Promise.all([
            readRun(transaction, runId),
            readLastTurns(transaction, runId, turnLimit),
            readTail(transaction, runId),
            readRequests(transaction, { runId, state: ["open", "answered"] }, checkRequest),
            readCommands(transaction, runId),
          ]);
          if (record === undefined) return undefined;
          return { record, turns: await readTurnsOf(record.turnCount), tail, requests, commands };
        },
      });
    },

    loadTurns: (runId, before, limit) =>
      transact({
        stores: ["turns"],
        mode: "readonly",
        work: (transaction) => readTurns(transaction, runId, Math.max(0, before - limit), before),
      }),

    getRun,

    listRuns: (filter) =>
      transact({
        stores: filter?.waiting ? ["runs", "commands"] : ["runs"],
        mode: "readonly",
        work: (transaction) => readRuns(transaction, filter),
      }),

    ...createRequestMethods(transact, feed),

    getBlob: (hash) =>
      transact({ stores: ["blobs"], mode: "readonly", work: (transaction) => readBlob(transaction, hash) }),

    async drive(runId, driveOptions) {
      // A store that does not work says so now, not when the driver before has gone.
      if ((await getRun(runId)) === undefined) throw unknownRun(runId);
      for (;;) {
        try {
          return await leases.drive(runId, driveOptions);
        } catch (error) {
          // Between lock and epoch: nothing was begun, so it is asked for again.
          if (!(error instanceof FellAsleep)) throw error;
        }
      }
    },

    async isDriven(runId) {
      connection.check();
      return locks.isHeld(lockName(runId));
    },

    subscribe: (listener) => feed.subscribe(listener),

    async close() {
      connection.close();
      feed.close();
      leases.loseAll(closedStore("This store was closed."));
    },

    estimate: async () => (await storageManager()?.estimate?.().catch(throwTyped)) ?? {},

    async persist() {
      const isKept = await askToPersist();
      feed.tellHere({ kind: "condition" });
      return isKept;
    },

    condition: () => condition.read(),

    async sweep() {
      const { sweepAll } = await loadCode(() => import("./sweep.ts"));
      return transact({ stores: ALL_STORES, mode: "readwrite", work: sweepAll });
    },
  };
}

function throwTyped(error: unknown): never {
  throw toStoreError(error);
}
