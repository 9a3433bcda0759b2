import type { IDBPDatabase, IDBPTransaction } from "idb";
import type { HoldpointSchema, StoreName } from "./database-schema.ts";

/**
 * One step from a version of the database to the next. It runs inside the upgrade's own transaction: all steps happen
 * or none, and nothing but IndexedDB may be awaited.
 */
export type Migration = (
  database: IDBPDatabase<HoldpointSchema>,
  transaction: IDBPTransaction<HoldpointSchema, StoreName[], "versionchange">,
) => void;

/** `MIGRATIONS[n]` leads from version n to n + 1. */
export const MIGRATIONS: readonly Migration[] = [createFirstVersion];

function createFirstVersion(database: IDBPDatabase<HoldpointSchema>): void {
  database.createObjectStore("runs", { keyPath: "runId" }).createIndex("byCreated", "createdAt");
  database.createObjectStore("turns", { keyPath: ["runId", "index"] });
  database.createObjectStore("events");
  const requests = database.createObjectStore("requests", { keyPath: "requestId" });
  requests.createIndex("byState", ["state", "raisedAt"]);
  requests.createIndex("byRun", ["runId", "state"]);
  const commands = database.createObjectStore("commands", { keyPath: "order", autoIncrement: true });
  commands.createIndex("byRun", "runId");
  commands.createIndex("byId", ["runId", "id"], { unique: true });
  database.createObjectStore("blobs", { keyPath: "hash" });
  database.createObjectStore("blobRefs", { keyPath: ["hash", "runId"] }).createIndex("byRun", "runId");
}
