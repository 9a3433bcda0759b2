import { HoldpointError } from "../contracts/errors.ts";
import { newRequestId } from "../contracts/request.ts";
import type { RunEvent } from "../contracts/run-event.ts";
import { openSlots } from "../loop/transcript.ts";
import { base64ToBytes } from "../primitives/base64.ts";
import { type Clock, systemClock } from "../primitives/clock.ts";
import { randomId } from "../primitives/random-id.ts";
import { hashBytes } from "../primitives/sha256.ts";
import type { BlobRecord, JournalStore } from "./journal.ts";
import { recover } from "./recover.ts";
import { type ExportedRun, type RunFile, readRunFile } from "./run-file.ts";
import { stepRunRecord } from "./run-record.ts";

/**
 * Reads a file of runs into a store. A run whose id exists here comes in under a new one; nothing is ever merged. A run
 * that was in the middle of something does not start by itself: it waits for `retry`. One that waited for a person goes
 * on waiting, here.
 *
 * @returns the ids the runs have here, in the order of the file
 * @throws HoldpointError `invalid-file` with the place that is wrong, `damaged`, `store-newer`; nothing is written then.
 * @example
 * const [runId] = await importRuns(runs.store, JSON.parse(await picked.text()));
 */
export async function importRuns(
  store: JournalStore,
  value: unknown,
  clock: Clock = systemClock,
): Promise<readonly string[]> {
  const file = await readRunFile(value);
  const blobs = await readBlobs(file);
  const ids = await chooseIds(store, file);
  const runs = file.runs.map((run) => renamed(stopped(run, clock.now()), ids));
  // Whatever cannot be gone on with is refused before the first is written.
  for (const run of runs) recover(run);
  const written: string[] = [];
  try {
    for (const run of runs) {
      const { record, turns, tail, requests, commands } = run;
      const { runId } = record;
      await store.create({ runId, epoch: 0, events: tail, record, turns, requests, blobs, strict: true });
      written.push(runId);
      for (const command of commands) await store.enqueue(runId, command);
    }
  } catch (error) {
    for (const runId of written) await store.removeRun(runId);
    throw error;
  }
  return written;
}

async function readBlobs({ blobs }: RunFile): Promise<readonly BlobRecord[]> {
  return Promise.all(
    Object.entries(blobs).map(async ([hash, { mimeType, data }]) => {
      const bytes = base64ToBytes(data);
      if ((await hashBytes(bytes)) !== hash) {
        throw new HoldpointError(
          "invalid-file",
          `The file was refused at blobs.${hash}: its bytes are others than its name says. Nothing was imported.`,
          { path: `blobs.${hash}` },
        );
      }
      return { hash, blob: new Blob([bytes], { type: mimeType }) };
    }),
  );
}

/** Old ids → new ones, of runs and of Requests, where theirs are taken here. */
async function chooseIds(store: JournalStore, { runs }: RunFile): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const { record, requests } of runs) {
    const { runId, parent } = record;
    const above = parent && ids.get(parent.runId);
    // A sub-agent's run is found by its parent's id and the call it works for.
    if (above !== undefined && parent !== undefined) ids.set(runId, `${above}/${parent.callId}`);
    else if ((await store.getRun(runId)) !== undefined) ids.set(runId, randomId("run_"));
    for (const { requestId } of requests) {
      if (ids.has(runId) || (await store.getRequest(requestId)) !== undefined) ids.set(requestId, newRequestId());
    }
  }
  return ids;
}

/** A run that was being driven there is driven by nobody here: it says so, and can be taken up. */
function stopped(run: ExportedRun, at: number): ExportedRun {
  const { record, tail } = run;
  if (record.status !== "running") return run;
  const slots = openSlots(recover(run));
  if (slots.length > 0 && slots.every(({ state }) => state === "asking")) {
    return { ...run, record: { ...record, status: "paused" } };
  }
  const event: RunEvent = {
    type: "run.failed",
    error: {
      name: "HoldpointError",
      code: "imported",
      message: "This run was imported in the middle of its work. Retry to go on from there.",
    },
    runId: record.runId,
    seq: record.nextSeq,
    at,
  };
  return { ...run, record: stepRunRecord(record, event), tail: [...tail, event] };
}

function renamed(run: ExportedRun, ids: ReadonlyMap<string, string>): ExportedRun {
  const isCopy = ids.has(run.record.runId);
  const tail = run.tail.map((event): RunEvent => {
    if (!isCopy || event.type !== "call.started" || !event.idempotent) return event;
    // Under another id it would run again with another key, which no server can tell is the same: a person is asked.
    const { idempotent: _idempotent, ...doubtful } = event;
    return doubtful;
  });
  return renameIn({ ...run, record: { ...run.record, epoch: 0 }, tail }, ids);
}

/** Where ids stand, and where whatever looks like one is somebody's data. */
const ID_KEYS: ReadonlySet<string> = new Set(["id", "runId", "root", "requestId", "requestIds"]);
const DATA_KEYS: ReadonlySet<string> = new Set(["args", "data", "editedArgs", "metadata", "output", "parts", "turn"]);

/** Puts new ids in the places of old ones. An own `__proto__` would swap a prototype later on: it is left behind. */
function renameIn<Value>(value: Value, ids: ReadonlyMap<string, string>, isId = false): Value {
  if (typeof value === "string") return (isId ? (ids.get(value) ?? value) : value) as Value;
  if (Array.isArray(value)) return value.map((member) => renameIn(member, ids, isId)) as Value;
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([key]) => key !== "__proto__");
  const below = (key: string): ReadonlyMap<string, string> => (DATA_KEYS.has(key) ? NO_IDS : ids);
  return Object.fromEntries(
    members.map(([key, member]) => [key, renameIn(member, below(key), ID_KEYS.has(key))]),
  ) as Value;
}

const NO_IDS: ReadonlyMap<string, string> = new Map();
