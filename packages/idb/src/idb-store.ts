import {
  type BlobRecord,
  checkAppend,
  checkBatch,
  checkCreate,
  checkEnqueue,
  checkRemove,
  checkRequest,
  closedStore,
  createLeases,
  isListed,
  type JournalBatch,
  type JournalStore,
  loadCode,
  type RunRecord,
  recordOf,
  StoreError,
  unknownRun,
} from "@holdpoint/core/store";
import { readBlob, releaseBlobs, toStoredBlobs, writeBlobs } from "./blob-records.ts";
import { hasChannel, type RunChangeKind } from "./change-feed.ts";
import { readCommands, removeAllCommands, removeCommands, writeCommand } from "./command-records.ts";
import { ALL_STORES, type StoredBlob, type StoreName, type WriteTransaction } from "./database-schema.ts";
import { createDriverLocks, FellAsleep, webLocks } from "./driver-lock.ts";
import { raiseEpoch } from "./epoch.ts";
import { createParts, type IdbStoreOptions } from "./parts.ts";
import { askToPersist } from "./persistence.ts";
import { createRequestMethods } from "./request-methods.ts";
import { readRequests, removeRequests, writeRequests } from "./request-records.ts";
import { readRun, readRuns } from "./run-records.ts";
import { emptied, toStoreError } from "./storage-errors.ts";
import { storageManager } from "./storage-manager.ts";
import { createCondition } from "./store-condition.ts";
import { readTail, removeTail, writeTail } from "./tail-records.ts";
import { readTurns, removeTurns, writeTurns } from "./turn-records.ts";

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
  /** Set once the browser refused a blob in a record. */
  let asBytes = false;

  function getRun(runId: string): Promise<RunRecord | undefined> {
    return transact({ stores: ["runs"], mode: "readonly", work: (transaction) => readRun(transaction, runId) });
  }

  /** Writes a batch after a check of what is stored. All of it or nothing. */
  async function write(
    batch: JournalBatch,
    check: (stored: RunRecord | undefined, isRetry: boolean) => void,
  ): Promise<void> {
    checkBatch(batch);
    const record = recordOf(batch);
    const before = await withBlobs(batch.blobs ?? [], (blobs) =>
      transact({
        stores: storesOf(batch),
        mode: "readwrite",
        strict: batch.strict,
        data: { events: batch.events, record, turns: batch.turns, requests: batch.requests },
        async work(transaction, isRetry) {
          const stored = await transaction.objectStore("runs").get(batch.runId);
          if (stored === undefined && batch.epoch > 0 && connection.wasEmptied) throw emptied();
          check(stored, isRetry);
          await Promise.all([transaction.objectStore("runs").put(record), ...writesOf(transaction, batch, blobs)]);
          return stored;
        },
      }),
    );
    feed.tell(batch.runId, ...changesOf(batch, isListed(before, record)));
    if (before === undefined || batch.requests?.length) condition.isAtStake();
  }

  /** WebKit has refused blobs in records at times: then their bytes are stored, read before the transaction opens. */
  async function withBlobs<Value>(
    blobs: readonly BlobRecord[],
    step: (blobs: readonly StoredBlob[]) => Promise<Value>,
  ): Promise<Value> {
    try {
      return await step(await toStoredBlobs(blobs, asBytes));
    } catch (error) {
      if (blobs.length === 0 || asBytes || !isBlobRefused(error)) throw error;
      const value = await step(await toStoredBlobs(blobs, true));
      asBytes = true;
      return value;
    }
  }

  return {
    durable: true,
    get capabilities() {
      return { durable: true, locks: webLocks() !== undefined, channel: hasChannel() };
    },

    create: (batch) => write(batch, (stored, isRetry) => checkCreate(stored, batch, isRetry)),

    append: (batch) => write(batch, (stored) => checkAppend(stored, batch)),

    load: (runId, { turnLimit = 50 } = {}) =>
      transact({
        stores: ["runs", "turns", "events", "requests", "commands"],
        mode: "readonly",
        async work(transaction) {
          // Which turns are the last only the record says; all else is asked for in the same breath.
          const [record, tail, requests, commands] = await Promise.all([
            readRun(transaction, runId),
            readTail(transaction, runId),
            readRequests(transaction, { runId, state: ["open", "answered"] }, checkRequest),
            readCommands(transaction, runId),
          ]);
          if (record === undefined) return undefined;
          const { turnCount } = record;
          const turns = await readTurns(transaction, runId, Math.max(0, turnCount - turnLimit), turnCount);
          return { record, turns, tail, requests, commands };
        },
      }),

    loadTurns: (runId, before, limit) =>
      transact({
        stores: ["turns"],
        mode: "readonly",
        work: (transaction) => readTurns(transaction, runId, Math.max(0, before - limit), before),
      }),

    getRun,

    listRuns: (filter) =>
      transact({ stores: ["runs"], mode: "readonly", work: (transaction) => readRuns(transaction, filter) }),

    async removeRun(runId) {
      const existed = await transact({
        stores: ALL_STORES,
        mode: "readwrite",
        strict: true,
        async work(transaction) {
          const stored = await transaction.objectStore("runs").get(runId);
          if (stored === undefined) return false;
          checkRemove(stored);
          await Promise.all([
            transaction.objectStore("runs").delete(runId),
            removeTurns(transaction, runId),
            removeTail(transaction, runId),
            removeRequests(transaction, runId),
            removeAllCommands(transaction, runId),
            releaseBlobs(transaction, runId),
          ]);
          return true;
        },
      });
      if (existed) feed.tell(runId, "removed");
    },

    ...createRequestMethods(transact, feed),

    async enqueue(runId, command, payloads = []) {
      await withBlobs(payloads, (blobs) =>
        transact({
          stores: ["runs", "commands", ...(blobs.length > 0 ? (["blobs", "blobRefs"] as const) : [])],
          mode: "readwrite",
          strict: true,
          data: { command },
          async work(transaction) {
            const isNew = checkEnqueue(await transaction.objectStore("runs").get(runId), runId, command);
            if (!isNew) return;
            await Promise.all([
              writeCommand(transaction, runId, command),
              ...(blobs.length > 0 ? [writeBlobs(transaction, runId, blobs)] : []),
            ]);
          },
        }),
      );
      feed.tell(runId, "commands");
    },

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

/** Exactly what a batch touches: appending text locks neither Requests nor blobs. */
function storesOf({ turns, requests, blobs, consumed }: JournalBatch): readonly StoreName[] {
  const stores: StoreName[] = ["runs", "events"];
  if (turns?.length) stores.push("turns");
  if (requests?.length) stores.push("requests");
  if (consumed?.length) stores.push("commands");
  if (blobs?.length) stores.push("blobs", "blobRefs");
  return stores;
}

/** The writes of a batch. `async` functions all: what one of them throws at once must not leave the others unheard. */
function writesOf(
  transaction: WriteTransaction,
  { runId, events, record, turns = [], requests = [], consumed = [] }: JournalBatch,
  blobs: readonly StoredBlob[],
): readonly Promise<unknown>[] {
  return [
    writeTail(transaction, runId, events, record.settledSeq),
    ...(turns.length > 0 ? [writeTurns(transaction, turns)] : []),
    ...(requests.length > 0 ? [writeRequests(transaction, requests)] : []),
    ...(consumed.length > 0 ? [removeCommands(transaction, runId, consumed)] : []),
    ...(blobs.length > 0 ? [writeBlobs(transaction, runId, blobs)] : []),
  ];
}

function changesOf({ events, requests, consumed }: JournalBatch, listed: boolean): readonly RunChangeKind[] {
  const kinds: RunChangeKind[] = [];
  if (events.length > 0) kinds.push("events");
  if (requests?.length) kinds.push("requests");
  if (consumed?.length) kinds.push("commands");
  if (listed) kinds.push("run");
  return kinds;
}

function throwTyped(error: unknown): never {
  throw toStoreError(error);
}

function isBlobRefused(error: unknown): boolean {
  const cause = error instanceof StoreError ? error.cause : undefined;
  return cause instanceof DOMException && (cause.name === "DataCloneError" || cause.name === "UnknownError");
}
