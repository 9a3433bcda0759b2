import { checkRun, takenOver, unknownRun } from "@holdpoint/core/store";
import type { WriteTransaction } from "./database-schema.ts";

/**
 * Puts the fence one step up: from here on no batch of an earlier driver is written, however long its tab sleeps and
 * whatever it does when it wakes. (The check itself is `checkAppend`, in the transaction of each batch.)
 */
export async function raiseEpoch(transaction: WriteTransaction, runId: string, lost: AbortSignal): Promise<number> {
  const runs = transaction.objectStore("runs");
  const record = await runs.get(runId);
  if (record === undefined) throw unknownRun(runId);
  if (lost.aborted) throw takenOver();
  const epoch = checkRun(record).epoch + 1;
  await runs.put({ ...record, epoch });
  return epoch;
}
