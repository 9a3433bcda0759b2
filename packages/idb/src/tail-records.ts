import { RECORD_VERSION, type RunEvent, readableEvents } from "@holdpoint/core/store";
import { keysUnder, type Transaction, type WriteTransaction } from "./database-schema.ts";

/** The events of the unsettled turn, in order. */
export async function readTail(transaction: Transaction, runId: string): Promise<readonly RunEvent[]> {
  const tail = await transaction.objectStore("events").getAll(keysUnder(runId));
  return readableEvents(tail).map(({ event }) => event);
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
