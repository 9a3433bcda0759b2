import { byNewest, checkVersion, matchesRun, type RunFilter, type RunRecord } from "@holdpoint/core/store";
import type { Transaction } from "./database-schema.ts";

export async function readRun(transaction: Transaction, runId: string): Promise<RunRecord | undefined> {
  const record = await transaction.objectStore("runs").get(runId);
  return record && checkVersion(record);
}

/** Newest first. A limit reads no more than it gives, filters apart. */
export async function readRuns(transaction: Transaction, filter: RunFilter = {}): Promise<readonly RunRecord[]> {
  const { limit = Number.POSITIVE_INFINITY } = filter;
  const index = transaction.objectStore("runs").index("byCreated");
  if (limit === Number.POSITIVE_INFINITY) {
    const all = await index.getAll();
    return all
      .map(checkVersion)
      .filter((record) => matchesRun(record, filter))
      .sort(byNewest);
  }
  const found: RunRecord[] = [];
  let cursor = limit > 0 ? await index.openCursor(null, "prev") : null;
  while (cursor !== null && found.length < limit) {
    const record = checkVersion(cursor.value);
    if (matchesRun(record, filter)) found.push(record);
    if (found.length < limit) cursor = await cursor.continue();
  }
  return found;
}
