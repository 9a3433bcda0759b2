import type { StoreSweep } from "@holdpoint/core/store";
import type { WriteTransaction } from "./database-schema.ts";

/** Stores whose keys begin with the id of the run they belong to. */
const BY_RUN = ["turns", "events"] as const;

/**
 * Takes away what belongs to nothing: bytes without a run that has them, and what is left of runs that are gone. One
 * transaction, so that nothing under way is taken for such. Blobs and values are not read, only keys.
 */
export async function sweepAll(transaction: WriteTransaction): Promise<StoreSweep> {
  const runIds = new Set(await transaction.objectStore("runs").getAllKeys());
  const swept = await Promise.all([
    ...BY_RUN.map(async (name) => {
      const store = transaction.objectStore(name);
      const keys = await store.getAllKeys();
      return removeAll(
        keys.filter(([runId]) => !runIds.has(runId)),
        (key) => store.delete(key),
      );
    }),
    sweepRequests(transaction, runIds),
    sweepCommands(transaction, runIds),
    sweepReferences(transaction, runIds),
  ]);
  const held = new Set((await transaction.objectStore("blobRefs").getAllKeys()).map(([hash]) => hash));
  const bytes = transaction.objectStore("blobs");
  const blobs = await removeAll(
    (await bytes.getAllKeys()).filter((hash) => !held.has(hash)),
    (hash) => bytes.delete(hash),
  );
  return { blobs, records: swept.reduce((sum, count) => sum + count, 0) };
}

async function sweepRequests(transaction: WriteTransaction, runIds: ReadonlySet<string>): Promise<number> {
  const store = transaction.objectStore("requests");
  let count = 0;
  for (let cursor = await store.index("byRun").openKeyCursor(); cursor !== null; cursor = await cursor.continue()) {
    if (runIds.has(cursor.key[0])) continue;
    await store.delete(cursor.primaryKey);
    count += 1;
  }
  return count;
}

async function sweepCommands(transaction: WriteTransaction, runIds: ReadonlySet<string>): Promise<number> {
  const store = transaction.objectStore("commands");
  let count = 0;
  for (let cursor = await store.index("byRun").openKeyCursor(); cursor !== null; cursor = await cursor.continue()) {
    if (runIds.has(cursor.key)) continue;
    await store.delete(cursor.primaryKey);
    count += 1;
  }
  return count;
}

async function sweepReferences(transaction: WriteTransaction, runIds: ReadonlySet<string>): Promise<number> {
  const store = transaction.objectStore("blobRefs");
  const keys = await store.getAllKeys();
  return removeAll(
    keys.filter(([, runId]) => !runIds.has(runId)),
    (key) => store.delete(key),
  );
}

async function removeAll<Key>(keys: readonly Key[], remove: (key: Key) => Promise<void>): Promise<number> {
  await Promise.all(keys.map(async (key) => remove(key)));
  return keys.length;
}
