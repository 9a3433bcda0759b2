import { newRequestId } from "../contracts/request.ts";
import type { RunEvent } from "../contracts/run-event.ts";
import { callDigest } from "../loop/suspension.ts";
import { openSlots } from "../loop/transcript.ts";
import { type Clock, systemClock } from "../primitives/clock.ts";
import { isObject } from "../primitives/is-object.ts";
import { sameData } from "../primitives/plain-data.ts";
import { randomId } from "../primitives/random-id.ts";
import { blobsIn } from "./blobs-in.ts";
import type { BlobRecord, JournalStore, RequestRecord } from "./journal.ts";
import { invalid, readRunFile } from "./read-run-file.ts";
import { recover } from "./recover.ts";
import type { ExportedRun, RunFile } from "./run-file.ts";
import { bytesOf } from "./run-file-digest.ts";
import { stepRunRecord } from "./run-record.ts";

/**
 * Reads a file of runs into a store. A run whose id exists here comes in under a new one; nothing is ever merged. A run
 * that was in the middle of something does not start by itself: it waits for `retry`. One that waited for a person goes
 * on waiting, here; what was answered there and not acted on is asked again, since it may be acted on there.
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
  await checkRuns(file);
  const ids = await chooseIds(store, file);
  const runs = onTheirOwn(file.runs).map((run) => renamed(stopped(askedAgain(run), clock.now()), ids));
  // Whatever cannot be gone on with is refused before the first is written.
  for (const run of runs) recover(run);
  const written: string[] = [];
  try {
    for (const run of runs) {
      const { record, turns, tail, requests, commands } = run;
      const { runId } = record;
      const own = [...blobsIn(run)].flatMap((hash) => blobs.get(hash) ?? []);
      await store.create({ runId, epoch: 0, events: tail, record, turns, requests, blobs: own, strict: true });
      written.push(runId);
      for (const command of commands) await store.enqueue(runId, command);
    }
  } catch (error) {
    for (const runId of written) await store.removeRun(runId);
    throw error;
  }
  return written;
}

async function readBlobs({ blobs }: RunFile): Promise<ReadonlyMap<string, BlobRecord>> {
  const read = Object.entries(blobs).map(async ([hash, { mimeType, data }]) => {
    const bytes = await bytesOf(hash, data);
    if (bytes === undefined) throw invalid(`blobs.${hash}`, "its bytes are others than its name says");
    return [hash, { hash, blob: new Blob([bytes], { type: mimeType }) }] as const;
  });
  return new Map(await Promise.all(read));
}

/** What a forger could have made fit: what is shown is what runs, and no run takes another's place. */
async function checkRuns({ runs }: RunFile): Promise<void> {
  const seen = new Set<string>();
  for (const [index, { record, requests, tail }] of runs.entries()) {
    const at = `runs[${index}]`;
    const { runId, parent } = record;
    if (seen.has(runId)) throw invalid(`${at}.record.runId`, "two runs have this id");
    seen.add(runId);
    const isChild = parent !== undefined && seen.has(parent.runId);
    if (isChild && runId !== `${parent.runId}/${parent.callId}`) {
      throw invalid(`${at}.record.parent`, "it is not the run of that call");
    }
    for (const [position, request] of requests.entries()) {
      const place = `${at}.requests[${position}]`;
      const raised = tail.find((event) => event.type === "request.raised" && event.request.id === request.requestId);
      if (!sameData(shown(request), raised && shown(raised as unknown as RequestRecord))) {
        throw invalid(place, "it is not what the run asks");
      }
      const { toolName, args, digest } = request.call;
      if ((await callDigest(toolName, args)) !== digest) {
        throw invalid(`${place}.call.digest`, "it is of another call than the one that is shown");
      }
    }
  }
}

/** What a prompt shows and an approval binds. */
function shown({ request, callId, call, origin, child }: RequestRecord) {
  return { request, callId, call, origin, child };
}

/** Old ids → new ones, of runs and of Requests, where theirs are taken here. */
async function chooseIds(store: JournalStore, { runs }: RunFile): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  const asked = new Set(runs.flatMap(({ requests }) => requests.map(({ requestId }) => requestId)));
  for (const { record, requests, tail } of onTheirOwn(runs)) {
    const { runId, parent } = record;
    // A sub-agent's run is found by its parent's id and the call it works for: only its parent's file brings one in.
    const above = parent && ids.get(parent.runId);
    if (parent === undefined && (runId.includes("/") || (await store.getRun(runId)) !== undefined)) {
      ids.set(runId, randomId("run_"));
    } else if (above !== undefined) ids.set(runId, `${above}/${parent?.callId}`);
    for (const { requestId } of requests) {
      if (ids.has(runId) || (await store.getRequest(requestId)) !== undefined) ids.set(requestId, newRequestId());
    }
    // What is asked below is asked in this file, or settled: never a Request that is here already.
    for (const event of tail) {
      if (event.type !== "request.raised" || event.child === undefined) continue;
      if (!asked.has(event.child.requestId)) ids.set(event.child.requestId, newRequestId());
    }
  }
  return ids;
}

/** A sub-agent's run without the run it worked for is a run like any other; so is a branch without its first run. */
function onTheirOwn(runs: readonly ExportedRun[]): readonly ExportedRun[] {
  const all = new Set(runs.map(({ record }) => record.runId));
  const seen = new Set<string>();
  return runs.map((run) => {
    const { parent, forkedFrom, ...record } = run.record;
    seen.add(record.runId);
    const isChild = parent !== undefined && seen.has(parent.runId);
    const isBranch = forkedFrom !== undefined && all.has(forkedFrom.root);
    return {
      ...run,
      record: { ...record, ...(isChild && { parent }), ...(isBranch && { forkedFrom }) },
      requests: isChild ? run.requests : run.requests.map(({ escalated: _escalated, ...request }) => request),
    };
  });
}

/** An Answer may be acted on by the run it was given to: its copy asks for itself. An expired Request stays so. */
function askedAgain(run: ExportedRun): ExportedRun {
  const requests = run.requests.map((request): RequestRecord => {
    if (request.state !== "answered" || request.answer?.reason === "expired") return request;
    const { answer: _answer, answeredAt: _answeredAt, ...open } = request;
    return { ...open, state: "open" };
  });
  return { ...run, requests };
}

/**
 * A run that was being driven there is driven by nobody here: it says so, and can be taken up. So does one that stands
 * in the middle of a call, whatever its record says: no word that was given elsewhere runs anything here.
 */
function stopped(run: ExportedRun, at: number): ExportedRun {
  const { record, tail } = run;
  const slots = openSlots(recover(run));
  const isUnderWay = slots.some(({ state }) => state === "started" || state === "answered");
  if (record.status !== "running" && !isUnderWay) return run;
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
  // What waited to be said goes on waiting; what was asked of the driver there is nothing to ask of one here.
  const commands = run.commands.flatMap((command) =>
    command.type === "message" ? [{ ...command, held: true as const }] : [],
  );
  return { ...run, record: stepRunRecord(record, event), tail: [...tail, event], commands };
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
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([key]) => key !== "__proto__");
  const below = (key: string): ReadonlyMap<string, string> => (DATA_KEYS.has(key) ? NO_IDS : ids);
  return Object.fromEntries(
    members.map(([key, member]) => [key, renameIn(member, below(key), ID_KEYS.has(key))]),
  ) as Value;
}

const NO_IDS: ReadonlyMap<string, string> = new Map();
