import type { RequestRecord, RunCommand, RunEvent, RunRecord, TurnRecord } from "@holdpoint/core/store";
import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from "idb";

/**
 * The version of the database: its stores, keys and indexes. Records carry a version of their own.
 *
 * History: 1 — first release.
 */
export const DATABASE_VERSION = 1;

/** The tail: events of the turn that is not settled. The key `[runId, seq]` stands beside the value. */
export interface TailRecord {
  readonly v: number;
  readonly event: RunEvent;
}

/** A command that waits. */
export interface CommandRecord {
  readonly v: number;
  /** Given by the database: commands are kept in order of arrival. */
  readonly order?: number;
  readonly runId: string;
  readonly id: string;
  readonly command: RunCommand;
}

/** Bytes by content. `data` is a `Blob`, or its bytes where the browser refuses blobs in records. */
export interface StoredBlob {
  readonly v: number;
  readonly hash: string;
  readonly type: string;
  readonly data: Blob | ArrayBuffer;
}

/** That a run has a blob. A blob without any goes. */
export interface BlobReference {
  readonly v: number;
  readonly hash: string;
  readonly runId: string;
}

/** All stores, as `idb` types them. */
export interface HoldpointSchema extends DBSchema {
  runs: { key: string; value: RunRecord; indexes: { byCreated: number } };
  turns: { key: [string, number]; value: TurnRecord };
  events: { key: [string, number]; value: TailRecord };
  requests: {
    key: string;
    value: RequestRecord;
    indexes: {
      /** `[state, raisedAt]`: the inbox reads what is open, in order, and never what is settled. */
      byState: [string, number];
      /** `[runId, state]` */
      byRun: [string, string];
    };
  };
  commands: {
    key: number;
    value: CommandRecord;
    indexes: { byRun: string; byId: [string, string] };
  };
  blobs: { key: string; value: StoredBlob };
  blobRefs: { key: [string, string]; value: BlobReference; indexes: { byRun: string } };
}

export type StoreName = StoreNames<HoldpointSchema>;
export type Database = IDBPDatabase<HoldpointSchema>;
/** A transaction over any stores: the files of single stores take it, and the one that opened it names the stores. */
export type Transaction<Mode extends IDBTransactionMode = IDBTransactionMode> = IDBPTransaction<
  HoldpointSchema,
  StoreName[],
  Mode
>;
/**
 * What takes one of these starts its requests in `async` functions: a request that throws at once, in a transaction
 * that died, must not leave the promises of those before it unheard.
 */
export type WriteTransaction = Transaction<"readwrite">;

export const ALL_STORES: readonly StoreName[] = [
  "runs",
  "turns",
  "events",
  "requests",
  "commands",
  "blobs",
  "blobRefs",
];

/** All keys `[first, …]`: arrays sort after numbers and strings, so the empty array is an upper end. */
export function keysUnder(first: string): IDBKeyRange {
  return IDBKeyRange.bound([first], [first, []]);
}
