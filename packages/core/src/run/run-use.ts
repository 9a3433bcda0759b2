import type { RunRecord, StoreCondition } from "./journal.ts";
import type { Runs } from "./runs.ts";
import { bytesOfTurns } from "./turn-bytes.ts";

/** How many turns are measured at a time. */
const PAGE = 100;

/** What one run takes. */
export interface RunUse {
  readonly record: RunRecord;
  /** Bytes of its turns and attachments, its sub-agents' included, roughly. One that several runs share counts in each. */
  readonly bytes: number;
  /** The runs of its sub-agents. */
  readonly nested: readonly RunRecord[];
}

/** What all runs of a store take. */
export interface StorageUse {
  /** Largest first. Sub-agents' runs count with the run they work for. */
  readonly runs: readonly RunUse[];
  /** Bytes of all of them together, roughly. */
  readonly bytes: number;
  /** How the place is they are kept in; absent for a store in memory. */
  readonly condition?: StoreCondition;
}

/**
 * What runs take on this device, each and together.
 *
 * @throws StoreError where the store cannot be read
 * @example
 * const { bytes, condition } = await measureRuns(runs);
 */
export async function measureRuns({ store }: Pick<Runs, "store">): Promise<StorageUse> {
  const records = await store.listRuns({ nested: true });
  const families = new Map<string, RunRecord[]>();
  const byId = new Map(records.map((record) => [record.runId, record]));
  for (const record of records) {
    const { runId } = topOf(record, byId);
    families.set(runId, [...(families.get(runId) ?? []), record]);
  }
  const runs: RunUse[] = [];
  for (const [runId, family] of families) {
    const record = byId.get(runId);
    if (record === undefined) continue;
    let bytes = 0;
    for (const member of family) bytes += await bytesOf(store, member);
    runs.push({ record, bytes, nested: family.filter((member) => member !== record) });
  }
  runs.sort((one, other) => other.bytes - one.bytes);
  const condition = await store.condition?.();
  return { runs, bytes: runs.reduce((sum, run) => sum + run.bytes, 0), ...(condition && { condition }) };
}

/** The run at whose order it works in the end; itself where that one is gone. */
function topOf(record: RunRecord, byId: ReadonlyMap<string, RunRecord>): RunRecord {
  const seen = new Set<RunRecord>();
  let top = record;
  while (top.parent !== undefined && !seen.has(top)) {
    seen.add(top);
    const above = byId.get(top.parent.runId);
    if (above === undefined) break;
    top = above;
  }
  return top;
}

/** Records written before they counted are measured. */
async function bytesOf(store: Runs["store"], { bytes, unreadable, runId, turnCount }: RunRecord): Promise<number> {
  if (bytes !== undefined || unreadable !== undefined) return bytes ?? 0;
  let sum = 0;
  for (let before = turnCount; before > 0; before -= PAGE)
    sum += bytesOfTurns(await store.loadTurns(runId, before, PAGE));
  return sum;
}
