import {
  type BlobRecord,
  checkAppend,
  checkBatch,
  checkCreate,
  checkEnqueue,
  checkRemove,
  cloneError,
  isListed,
  type JournalBatch,
  type JournalStore,
  type RunRecord,
  recordOf,
  StoreError,
} from "@holdpoint/core/store";
import type { ChangeFeed, RunChangeKind } from "./change-feed.ts";
import { ALL_STORES, type StoredBlob, type StoreName, type WriteTransaction } from "./database-schema.ts";
import type { Connection } from "./open-database.ts";
import { emptied } from "./storage-errors.ts";
import type { Condition } from "./store-condition.ts";
import type { Transact } from "./transact.ts";
import {
  releaseBlobs,
  removeAllCommands,
  removeCommands,
  removeRequests,
  removeTail,
  removeTurns,
  toStoredBlobs,
  writeBlobs,
  writeCommand,
  writeRequests,
  writeTail,
  writeTurns,
} from "./write-records.ts";

/** What changes runs. */
export type RunWrites = Pick<JournalStore, "create" | "append" | "enqueue" | "removeRun">;

/** What writes runs: loaded before the first of them is written. A place that shows them does without. */
export function createRunWrites(given: {
  readonly transact: Transact;
  readonly feed: ChangeFeed;
  readonly connection: Connection;
  readonly condition: Condition;
}): RunWrites {
  const { transact, feed, connection, condition } = given;
  /** Set once the browser refused a blob in a record. */
  let asBytes = false;

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
        uncloneable: (cause) =>
          cloneError({ events: batch.events, record, turns: batch.turns, requests: batch.requests }, cause),
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
    create: (batch) => write(batch, (stored, isRetry) => checkCreate(stored, batch, isRetry)),

    append: (batch) => write(batch, (stored) => checkAppend(stored, batch)),

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

    async enqueue(runId, command, payloads = []) {
      await withBlobs(payloads, (blobs) =>
        transact({
          stores: ["runs", "commands", ...(blobs.length > 0 ? (["blobs", "blobRefs"] as const) : [])],
          mode: "readwrite",
          strict: true,
          uncloneable: (cause) => cloneError({ command }, cause),
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
  if (events.length > 0 || consumed?.length) kinds.push("events");
  if (requests?.length) kinds.push("requests");
  if (listed) kinds.push("run");
  return kinds;
}

function isBlobRefused(error: unknown): boolean {
  const cause = error instanceof StoreError ? error.cause : undefined;
  return cause instanceof DOMException && (cause.name === "DataCloneError" || cause.name === "UnknownError");
}
