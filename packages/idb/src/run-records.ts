import { byNewest, checkRun, listedRun, matchesRun, type RunFilter, type RunRecord } from "@holdpoint/core/store";
import type { Transaction } from "./database-schema.ts";

export async function readRun(transaction: Transaction, runId: string): Promise<RunRecord | undefined> {
  const record = await transaction.objectStore("runs").get(runId);
  return record && checkRun(record);
}

/** Newest first; what cannot be read says so in its place. A limit reads no more than it gives, filters apart. */
export async function readRuns(transaction: Transaction, filter: RunFilter = {}): Promise<readonly RunRecord[]> {
  const { limit = Number.POSITIVE_INFINITY } = filter;
  const store = transaction.objectStore("runs");
  const index = store.index("byCreated");
  // One that is damaged may have no time to stand in the index by.
  const isWhole = async () => (await store.count()) === (await index.count());
  if (limit === Number.POSITIVE_INFINITY || !(await isWhole())) {
    const all = await store.getAll();
    return all
      .map(listedRun)
      .filter((record) => matchesRun(record, filter))
      .sort(byNewest)
      .slice(0, limit);
  }
  const found: RunRecord[] = [];
  let cursor = limit > 0 ? await index.openCursor(null, "prev") : null;
  while (cursor !== null && found.length < limit) {
    const record = listedRun(cursor.value);
    if (matchesRun(record, filter)) found.push(record);
    if (found.length < limit) cursor = await cursor.continue();
  }
  return found;
}
