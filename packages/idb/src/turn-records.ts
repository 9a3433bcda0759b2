import { readableTurns, type TurnRecord } from "@holdpoint/core/store";
import { keysUnder, type Transaction, type WriteTransaction } from "./database-schema.ts";

/** Settled turns with `from <= index < before`, oldest first: what is shown, however many there are. */
export async function readTurns(
  transaction: Transaction,
  runId: string,
  from: number,
  before: number,
): Promise<readonly TurnRecord[]> {
  if (before <= from) return [];
  const range = IDBKeyRange.bound([runId, from], [runId, before], false, true);
  const turns = await transaction.objectStore("turns").getAll(range);
  return readableTurns(turns);
}

/** Settled turns do not change: writing one again is the same batch again. */
export async function writeTurns(transaction: WriteTransaction, turns: readonly TurnRecord[]): Promise<void> {
  const store = transaction.objectStore("turns");
  await Promise.all(turns.map(async (turn) => store.put(turn)));
}

export async function removeTurns(transaction: WriteTransaction, runId: string): Promise<void> {
  await transaction.objectStore("turns").delete(keysUnder(runId));
}
