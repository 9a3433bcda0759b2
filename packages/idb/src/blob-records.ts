import { type BlobRecord, checkVersion, RECORD_VERSION } from "@holdpoint/core/store";
import { keysUnder, type StoredBlob, type Transaction, type WriteTransaction } from "./database-schema.ts";

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

export async function readBlob(transaction: Transaction, hash: string): Promise<Blob | undefined> {
  const record = await transaction.objectStore("blobs").get(hash);
  if (record === undefined) return undefined;
  const { data, type } = checkVersion(record);
  // Bytes are not read to make a blob of a blob; one that lost its type gets it back.
  return data instanceof Blob && data.type === type ? data : new Blob([data], { type });
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
