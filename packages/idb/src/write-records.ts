import {
  type BlobRecord,
  mergeRequest,
  RECORD_VERSION,
  type RequestRecord,
  type RunCommand,
  type RunEvent,
  type TurnRecord,
} from "@holdpoint/core/store";
import { keysUnder, type StoredBlob, type WriteTransaction } from "./database-schema.ts";

/** Settled turns do not change: writing one again is the same batch again. */
export async function writeTurns(transaction: WriteTransaction, turns: readonly TurnRecord[]): Promise<void> {
  const store = transaction.objectStore("turns");
  await Promise.all(turns.map(async (turn) => store.put(turn)));
}

export async function removeTurns(transaction: WriteTransaction, runId: string): Promise<void> {
  await transaction.objectStore("turns").delete(keysUnder(runId));
}

/**
 * Appends events and drops those that are settled now. Each has its own key, so that appending again what was appended
 * already (a commit whose success was never told) leaves one of it.
 */
export async function writeTail(
  transaction: WriteTransaction,
  runId: string,
  events: readonly RunEvent[],
  settledSeq: number,
): Promise<void> {
  const store = transaction.objectStore("events");
  const kept = events.filter(({ seq }) => seq >= settledSeq);
  const dropSettled = async () => store.delete(IDBKeyRange.bound([runId], [runId, settledSeq], false, true));
  await Promise.all([
    ...kept.map(async (event) => store.put({ v: RECORD_VERSION, event }, [runId, event.seq])),
    dropSettled(),
  ]);
}

export async function removeTail(transaction: WriteTransaction, runId: string): Promise<void> {
  await transaction.objectStore("events").delete(keysUnder(runId));
}

/** Writes the Requests of a batch over what is stored, as far as that may be. @throws StoreError `request-changed` */
export async function writeRequests(transaction: WriteTransaction, requests: readonly RequestRecord[]): Promise<void> {
  const store = transaction.objectStore("requests");
  const stored = await Promise.all(requests.map(async ({ requestId }) => store.get(requestId)));
  const merged = requests.map((request, index) => mergeRequest(stored[index], request));
  await Promise.all(merged.map(async (request) => request && store.put(request)));
}

export async function removeRequests(transaction: WriteTransaction, runId: string): Promise<void> {
  const store = transaction.objectStore("requests");
  const keys = await store.index("byRun").getAllKeys(keysUnder(runId));
  await Promise.all(keys.map(async (key) => store.delete(key)));
}

/** Leaves a command, once for its id. */
export async function writeCommand(transaction: WriteTransaction, runId: string, command: RunCommand): Promise<void> {
  const store = transaction.objectStore("commands");
  const known = await store.index("byId").getKey([runId, command.id]);
  if (known === undefined) await store.add({ v: RECORD_VERSION, runId, id: command.id, command });
}

/** Consumes commands. One that is gone already is no error: the same batch again. */
export async function removeCommands(
  transaction: WriteTransaction,
  runId: string,
  ids: readonly string[],
): Promise<void> {
  const store = transaction.objectStore("commands");
  const keys = await Promise.all(ids.map(async (id) => store.index("byId").getKey([runId, id])));
  await Promise.all(keys.map(async (key) => key !== undefined && store.delete(key)));
}

export async function removeAllCommands(transaction: WriteTransaction, runId: string): Promise<void> {
  const store = transaction.objectStore("commands");
  const keys = await store.index("byRun").getAllKeys(runId);
  await Promise.all(keys.map(async (key) => store.delete(key)));
}

/** Blobs as they go into the database, each once. */
export async function toStoredBlobs(blobs: readonly BlobRecord[], asBytes: boolean): Promise<readonly StoredBlob[]> {
  const once = new Map(blobs.map((entry) => [entry.hash, entry.blob]));
  return Promise.all(
    [...once].map(async ([hash, blob]) => ({
      v: RECORD_VERSION,
      hash,
      type: blob.type,
      data: asBytes ? await blob.arrayBuffer() : blob,
    })),
  );
}

/** Notes that the run has these blobs, and writes those whose bytes are not here yet. */
export async function writeBlobs(
  transaction: WriteTransaction,
  runId: string,
  blobs: readonly StoredBlob[],
): Promise<void> {
  const [bytes, references] = [transaction.objectStore("blobs"), transaction.objectStore("blobRefs")];
  const known = await Promise.all(blobs.map(async ({ hash }) => bytes.getKey(hash)));
  await Promise.all([
    ...blobs.map(async ({ hash }) => references.put({ v: RECORD_VERSION, hash, runId })),
    ...blobs.map(async (blob, index) => known[index] === undefined && bytes.put(blob)),
  ]);
}

/** Takes the run's hold off its blobs; those nobody holds any more go. */
export async function releaseBlobs(transaction: WriteTransaction, runId: string): Promise<void> {
  const [bytes, references] = [transaction.objectStore("blobs"), transaction.objectStore("blobRefs")];
  const keys = await references.index("byRun").getAllKeys(runId);
  await Promise.all(
    keys.map(async ([hash, holder]) => {
      await references.delete([hash, holder]);
      if ((await references.count(keysUnder(hash))) === 0) await bytes.delete(hash);
    }),
  );
}
