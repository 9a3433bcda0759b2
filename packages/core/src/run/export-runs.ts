import { HoldpointError } from "../contracts/errors.ts";
import { bytesToBase64 } from "../primitives/base64.ts";
import { type Clock, systemClock } from "../primitives/clock.ts";
import { blobsIn } from "./blobs-in.ts";
import type { JournalStore, RunSnapshot } from "./journal.ts";
import { type ExportedBlob, RUN_FILE_VERSION, type RunFile } from "./run-file.ts";
import { fileDigest, runDigests } from "./run-file-digest.ts";
import type { Runs } from "./runs.ts";
import { unknownRun } from "./store-rules.ts";

/**
 * Writes runs into one portable file, attachments and sub-agents' runs inside: each run as it stood at one moment, also
 * while it runs.
 *
 * @throws StoreError `unknown-run`
 * @example
 * const file = await exportRuns(runs.store, [runId]);
 * const blob = new Blob([JSON.stringify(file)], { type: "application/json" });
 */
export async function exportRuns(
  store: JournalStore,
  runIds: readonly string[],
  clock: Clock = systemClock,
): Promise<RunFile> {
  const snapshots: RunSnapshot[] = [];
  const waiting = [...runIds];
  for (let runId = waiting.shift(); runId !== undefined; runId = waiting.shift()) {
    const snapshot = await store.load(runId, { turnLimit: Number.POSITIVE_INFINITY });
    if (snapshot === undefined) throw unknownRun(runId);
    snapshots.push(snapshot);
    waiting.push(...(await store.listRuns({ parent: runId })).map((child) => child.runId));
  }
  return runFileOf(snapshots, (hash) => store.getBlob(hash), clock);
}

/**
 * Writes the runs that are open in this tab into one portable file, as the tab holds them in memory: for when the store
 * is gone or broken. What the store could not take is in it; attachments that cannot be read are not.
 *
 * @example
 * const file = await exportOpenRuns(runs);
 */
export async function exportOpenRuns(
  runs: Pick<Runs, "inMemory" | "getBlob">,
  clock: Clock = systemClock,
): Promise<RunFile> {
  let isReadable = true;
  const getBlob = async (hash: string): Promise<Blob | undefined> => {
    if (!isReadable) return undefined;
    try {
      return await runs.getBlob(hash);
    } catch (error) {
      if (!HoldpointError.is(error)) throw error;
      // Each try at a dead store may take its time.
      isReadable = false;
      return undefined;
    }
  };
  return runFileOf(runs.inMemory(), getBlob, clock);
}

async function runFileOf(
  snapshots: readonly RunSnapshot[],
  getBlob: (hash: string) => Promise<Blob | undefined>,
  clock: Clock,
): Promise<RunFile> {
  const blobs: Record<string, ExportedBlob> = {};
  for (const hash of blobsIn(snapshots)) {
    const blob = await getBlob(hash);
    // One that is gone here is gone there, and says so there as it does here.
    if (blob === undefined) continue;
    blobs[hash] = { mimeType: blob.type, data: bytesToBase64(new Uint8Array(await blob.arrayBuffer())) };
  }
  // As it comes back from JSON: the digest is of the file, not of what we hold.
  const rest = JSON.parse(
    JSON.stringify({
      format: "holdpoint.runs",
      v: RUN_FILE_VERSION,
      exportedAt: clock.now(),
      runs: snapshots,
      blobs,
    } satisfies Omit<RunFile, "digest" | "digests">),
  ) as Omit<RunFile, "digest" | "digests">;
  const whole = { ...rest, digests: await Promise.all(rest.runs.map(runDigests)) };
  return { ...whole, digest: await fileDigest(whole) };
}
