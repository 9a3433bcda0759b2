import { HoldpointError } from "../contracts/errors.ts";
import { type Clock, systemClock } from "../primitives/clock.ts";
import type { RunRecord, StoreSweep } from "./journal.ts";
import { measureRuns, type RunUse } from "./run-use.ts";
import type { Runs } from "./runs.ts";

/** Which runs go. Several limits together: what passes any of them goes. Without a limit nothing does. */
export interface PruneOptions {
  /** Runs that were last written longer ago than this, in milliseconds. */
  readonly olderThanMs?: number;
  /** The oldest beyond so many. Those that must stay count too. */
  readonly keepAtMost?: number;
  /** The oldest, until the rest takes no more than this, in bytes. Those that must stay count too. */
  readonly maxBytes?: number;
  /**
   * Also runs that wait for a person, have a question open, or were interrupted. One that is being driven stays in any
   * case.
   *
   * @default false
   */
  readonly unfinished?: boolean;
  /** Says what would go, and removes nothing. @default false */
  readonly dryRun?: boolean;
}

/** What was pruned, or would be. */
export interface PruneReport {
  /** Oldest first. */
  readonly removed: readonly RunRecord[];
  /** What they took, roughly; attachments that other runs share stay. */
  readonly bytes: number;
  /** Runs that were over a limit and stay: they are at work, unfinished, or cannot be judged. */
  readonly spared: readonly RunRecord[];
  /** What else nothing referred to. */
  readonly swept: StoreSweep;
}

/**
 * Removes old runs, with all that belongs to them: by age, by count, by bytes. A run somebody works on or waits for
 * stays, whatever its age; each is looked at once more in the moment it goes.
 *
 * @throws HoldpointError `invalid-argument` for a limit that is no number from 0 on; StoreError
 * @example
 * const month = 30 * 24 * 60 * 60 * 1000;
 * const { bytes } = await pruneRuns(runs, { olderThanMs: month, keepAtMost: 200, dryRun: true });
 */
export async function pruneRuns(runs: Runs, options: PruneOptions, clock: Clock = systemClock): Promise<PruneReport> {
  const { unfinished = false, dryRun = false } = options;
  checkLimits(options);
  const { runs: all } = await measureRuns(runs);
  const over = overLimits(all, options, clock.now(), await sparedOf(runs, all, unfinished));
  const removed: RunUse[] = [];
  for (const use of over.go) if (dryRun || (await removeIfUnchanged(runs, use, unfinished))) removed.push(use);
  const gone = new Set(removed);
  return {
    removed: removed.map(({ record }) => record),
    bytes: removed.reduce((sum, { bytes }) => sum + bytes, 0),
    spared: [...over.stay, ...over.go.filter((use) => !gone.has(use))].map(({ record }) => record),
    swept: (dryRun ? undefined : await runs.store.sweep?.()) ?? { blobs: 0, records: 0 },
  };
}

function checkLimits({ olderThanMs, keepAtMost, maxBytes }: PruneOptions): void {
  for (const [name, limit] of Object.entries({ olderThanMs, keepAtMost, maxBytes })) {
    if (limit === undefined || limit >= 0) continue;
    throw new HoldpointError("invalid-argument", `${name} is ${limit}: give a number from 0 on, or leave it out.`);
  }
}

/** Those that stay whatever their age. */
async function sparedOf(runs: Runs, all: readonly RunUse[], unfinished: boolean): Promise<ReadonlySet<RunUse>> {
  const waiting = new Set((await runs.store.listRequests({ state: ["open", "answered"] })).map(({ runId }) => runId));
  const spared = new Set<RunUse>();
  for (const use of all) {
    const family = [use.record, ...use.nested];
    const isUnfinished = family.some((record) => isLive(record) || waiting.has(record.runId));
    const isBusy = await isAtWork(runs, family);
    // What cannot be read is not ours to judge.
    if (isBusy || family.some(({ unreadable }) => unreadable) || (isUnfinished && !unfinished)) spared.add(use);
  }
  return spared;
}

/** Somebody drives it, and not only waits for a person. */
async function isAtWork({ store }: Runs, family: readonly RunRecord[]): Promise<boolean> {
  for (const { runId, status } of family) if (status !== "paused" && (await store.isDriven(runId))) return true;
  return false;
}

function overLimits(
  all: readonly RunUse[],
  { olderThanMs, keepAtMost, maxBytes }: PruneOptions,
  now: number,
  spared: ReadonlySet<RunUse>,
): { readonly go: readonly RunUse[]; readonly stay: readonly RunUse[] } {
  const oldest = [...all].sort((one, other) => one.record.updatedAt - other.record.updatedAt);
  let count = all.length;
  let bytes = all.reduce((sum, use) => sum + use.bytes, 0);
  const go: RunUse[] = [];
  const stay: RunUse[] = [];
  for (const use of oldest) {
    const isOver =
      now - use.record.updatedAt > (olderThanMs ?? Number.POSITIVE_INFINITY) ||
      count > (keepAtMost ?? Number.POSITIVE_INFINITY) ||
      bytes > (maxBytes ?? Number.POSITIVE_INFINITY);
    if (!isOver) continue;
    (spared.has(use) ? stay : go).push(use);
    if (spared.has(use)) continue;
    count -= 1;
    bytes -= use.bytes;
  }
  return { go, stay };
}

/** Removes a run that nobody has touched since it was judged, and that nobody takes up meanwhile. */
async function removeIfUnchanged(runs: Runs, { record, nested }: RunUse, unfinished: boolean): Promise<boolean> {
  const { store } = runs;
  const { runId } = record;
  // A driver that waits for a person holds the lease: asked for, that run goes as it does when a person removes it.
  const isWaiting = unfinished && record.status === "paused";
  const lease = isWaiting ? undefined : await store.drive(runId, { mode: "try" });
  if (lease === undefined && !isWaiting) return false;
  try {
    const now = await store.getRun(runId);
    if (now?.status !== record.status || now.nextSeq !== record.nextSeq) return false;
    if (isWaiting) await runs.remove(runId);
    else for (const each of [...nested, record]) await store.removeRun(each.runId);
    return true;
  } finally {
    await lease?.release();
  }
}

function isLive({ status }: RunRecord): boolean {
  return status === "running" || status === "paused";
}
