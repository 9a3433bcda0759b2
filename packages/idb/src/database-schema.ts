import type { RequestRecord, RunCommand, RunEvent, RunRecord, TurnRecord } from "@holdpoint/core/store";

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

/** All stores: their keys, records and indexes. */
export interface HoldpointSchema {
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

export type StoreName = keyof HoldpointSchema;

/** What can be read of a store or of an index over it. */
interface Readable<Name extends StoreName, Query> {
  get(query: Query | IDBKeyRange): Promise<HoldpointSchema[Name]["value"] | undefined>;
  getKey(query: Query | IDBKeyRange): Promise<HoldpointSchema[Name]["key"] | undefined>;
  getAll(query?: Query | IDBKeyRange): Promise<HoldpointSchema[Name]["value"][]>;
  getAllKeys(query?: Query | IDBKeyRange): Promise<HoldpointSchema[Name]["key"][]>;
  count(query?: Query | IDBKeyRange): Promise<number>;
  openCursor(query: Query | null, direction: IDBCursorDirection): Promise<IDBCursorWithValue | null>;
}

type Indexes<Name extends StoreName> = HoldpointSchema[Name] extends { readonly indexes: infer Found } ? Found : never;

/** An object store whose requests are promises. */
export interface RecordStore<Name extends StoreName> extends Readable<Name, HoldpointSchema[Name]["key"]> {
  put(value: HoldpointSchema[Name]["value"], key?: HoldpointSchema[Name]["key"]): Promise<HoldpointSchema[Name]["key"]>;
  add(value: HoldpointSchema[Name]["value"], key?: HoldpointSchema[Name]["key"]): Promise<HoldpointSchema[Name]["key"]>;
  delete(key: HoldpointSchema[Name]["key"] | IDBKeyRange): Promise<void>;
  index<Index extends keyof Indexes<Name>>(name: Index): Readable<Name, Indexes<Name>[Index]>;
}

/** A transaction over any stores: the files of single stores take it, and the one that opened it names the stores. */
export interface Transaction {
  objectStore<Name extends StoreName>(name: Name): RecordStore<Name>;
  /** Settles when the transaction is complete, not before. */
  readonly done: Promise<void>;
  readonly error: DOMException | null;
  abort(): void;
}
/**
 * What takes one of these starts its requests in `async` functions: a request that throws at once, in a transaction
 * that died, must not leave the promises of those before it unheard.
 */
export interface WriteTransaction extends Transaction {
  readonly mode: "readwrite";
}

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
