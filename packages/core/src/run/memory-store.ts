import type { RunEvent } from "../contracts/run-event.ts";
import { createListeners } from "../primitives/listeners.ts";
import { createLeases, type DriverLocks } from "./driver-leases.ts";
import type {
  BlobRecord,
  JournalBatch,
  JournalStore,
  RequestRecord,
  RunCommand,
  RunRecord,
  StoreChange,
  TurnRecord,
} from "./journal.ts";
import { createLocalLocks } from "./local-locks.ts";
import {
  byNewest,
  byRaised,
  checkRequest,
  checkRun,
  closedStore,
  listedRequest,
  listedRun,
  matchesRun,
  readableTurns,
  statesOf,
  unknownRun,
} from "./store-rules.ts";
import {
  checkAppend,
  checkBatch,
  checkCreate,
  checkEnqueue,
  checkPlain,
  checkRemove,
  cloneError,
  decideAnswer,
  decideRetract,
  isListed,
  mergeRequest,
  recordOf,
} from "./write-rules.ts";

/** A {@link JournalStore} in memory. */
export interface MemoryStore extends JournalStore {
  /** Another handle over the same memory, as another tab would have one: with leases and listeners of its own. */
  fork(): MemoryStore;
}

/** How a memory store is made. */
export interface MemoryStoreOptions {
  /** Told of a listener that threw. @default `console.warn` */
  readonly warn?: (message: string, cause: unknown) => void;
}

/** What all handles share. */
interface Memory {
  readonly runs: Map<string, RunData>;
  readonly requests: Map<string, RequestRecord>;
  readonly blobs: Map<string, { readonly blob: Blob; readonly runIds: Set<string> }>;
  readonly locks: DriverLocks;
  readonly handles: Set<(change: StoreChange) => void>;
}

interface RunData {
  record: RunRecord;
  /** By index. */
  readonly turns: TurnRecord[];
  /** By `seq`. */
  readonly tail: Map<number, RunEvent>;
  readonly commands: Map<string, RunCommand>;
}

/**
 * Makes a store that forgets everything with the page: for servers, tests, and pages where the browser gives no
 * storage (say so to the person then). It keeps every rule of the durable store.
 *
 * @example
 * const runs = createRuns({ store: createMemoryStore(), agents });
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): MemoryStore {
  return openHandle(
    { runs: new Map(), requests: new Map(), blobs: new Map(), locks: createLocalLocks(), handles: new Set() },
    options,
  );
}

function openHandle(memory: Memory, options: MemoryStoreOptions): MemoryStore {
  const { runs, requests, blobs, locks, handles } = memory;
  // biome-ignore lint/suspicious/noConsole: the one place a host sees of a listener that threw, unless it sets another
  const { warn = (message, cause) => globalThis.console.warn(message, cause) } = options;
  const listeners = createListeners<StoreChange>((error) => warn("A listener of the store threw.", error));
  const leases = createLeases(locks, (runId) => runId, raiseEpoch);
  let isClosed = false;

  function checkOpen(): void {
    if (isClosed) throw closedStore("This store was closed. Make another one.");
  }

  async function raiseEpoch(runId: string): Promise<number> {
    const run = runs.get(runId);
    if (run === undefined) throw unknownRun(runId);
    run.record = { ...checkRun(run.record), epoch: run.record.epoch + 1 };
    tell(runId, "run");
    return run.record.epoch;
  }

  /** Everyone hears, this handle too, but only once the caller's step is over. */
  function tell(runId: string, ...kinds: Extract<StoreChange, { readonly runId: string }>["kind"][]): void {
    queueMicrotask(() => {
      for (const kind of kinds) for (const handle of [...handles]) handle({ runId, kind });
    });
  }

  function write(run: RunData, batch: JournalBatch): void {
    const { runId, events, turns = [], consumed = [] } = batch;
    const record = recordOf(batch);
    const merged = (batch.requests ?? []).map((request) => mergeRequest(requests.get(request.requestId), request));
    // From here on nothing throws: all of it happens or none.
    for (const event of events) run.tail.set(event.seq, event);
    for (const seq of run.tail.keys()) if (seq < record.settledSeq) run.tail.delete(seq);
    for (const turn of turns) run.turns[turn.index] = turn;
    for (const request of merged) if (request !== undefined) requests.set(request.requestId, request);
    for (const entry of batch.blobs ?? []) keepBlob(runId, entry);
    for (const id of consumed) run.commands.delete(id);
    const listed = isListed(run.record, record) || runs.get(runId) === undefined;
    run.record = record;
    runs.set(runId, run);
    if (events.length > 0 || consumed.length > 0) tell(runId, "events");
    if (merged.length > 0) tell(runId, "requests");
    if (listed) tell(runId, "run");
  }

  function keepBlob(runId: string, { hash, blob }: BlobRecord): void {
    const kept = blobs.get(hash) ?? { blob, runIds: new Set() };
    kept.runIds.add(runId);
    blobs.set(hash, kept);
  }

  const store: MemoryStore = {
    durable: false,
    capabilities: { durable: false, locks: true, channel: true },

    async create(batch) {
      checkOpen();
      const own = copyBatch(batch);
      checkCreate(runs.get(batch.runId)?.record, own, false);
      write({ record: own.record, turns: [], tail: new Map(), commands: new Map() }, own);
    },

    async append(batch) {
      checkOpen();
      const own = copyBatch(batch);
      const run = runs.get(batch.runId);
      checkAppend(run?.record, own);
      if (run !== undefined) write(run, own);
    },

    async load(runId, { turnLimit = 50 } = {}) {
      checkOpen();
      const run = runs.get(runId);
      if (run === undefined) return undefined;
      const record = checkRun(run.record);
      return copy({
        record,
        turns: pageOf(run, record.turnCount - turnLimit, record.turnCount),
        tail: [...run.tail.values()].sort((one, other) => one.seq - other.seq),
        requests: requestsOf(["open", "answered"], runId).map(checkRequest),
        commands: [...run.commands.values()],
      });
    },

    async loadTurns(runId, before, limit) {
      checkOpen();
      const run = runs.get(runId);
      return run === undefined ? [] : copy(pageOf(run, before - limit, before));
    },

    async getRun(runId) {
      checkOpen();
      const record = runs.get(runId)?.record;
      return record && copy(checkRun(record));
    },

    async listRuns(filter) {
      checkOpen();
      const asked = [...runs.values()].filter(({ commands: left }) => filter?.waiting !== true || left.size > 0);
      const found = asked.map((run) => listedRun(run.record)).filter((run) => matchesRun(run, filter));
      return copy(found.sort(byNewest).slice(0, filter?.limit));
    },

    async removeRun(runId) {
      checkOpen();
      const run = runs.get(runId);
      if (run === undefined) return;
      checkRemove(run.record);
      runs.delete(runId);
      for (const [id, request] of requests) if (request.runId === runId) requests.delete(id);
      for (const [hash, { runIds }] of blobs) if (runIds.delete(runId) && runIds.size === 0) blobs.delete(hash);
      tell(runId, "removed");
    },

    async getRequest(requestId) {
      checkOpen();
      const record = requests.get(requestId);
      return record && copy(checkRequest(record));
    },

    async listRequests(filter) {
      checkOpen();
      const found = requestsOf(statesOf(filter), filter?.runId).map(listedRequest);
      return copy(found.filter((request) => filter?.agent === undefined || request.agent === filter.agent));
    },

    async answer(requestId, answer, at) {
      checkOpen();
      checkPlain({ answer });
      const { outcome, write: answered } = decideAnswer(requests.get(requestId), copy(answer), at);
      if (answered !== undefined) putRequest(answered);
      return copy(outcome);
    },

    async retractAnswer(requestId) {
      checkOpen();
      const reopened = decideRetract(requests.get(requestId));
      if (reopened !== undefined) putRequest(reopened);
      return reopened !== undefined;
    },

    async enqueue(runId, command, payloads = []) {
      checkOpen();
      const run = runs.get(runId);
      const isNew = checkEnqueue(run?.record, runId, command);
      if (run === undefined || !isNew || run.commands.has(command.id)) return;
      run.commands.set(command.id, copy(command));
      for (const payload of payloads) keepBlob(runId, payload);
      tell(runId, "commands");
    },

    async getBlob(hash) {
      checkOpen();
      return blobs.get(hash)?.blob;
    },

    async drive(runId, driveOptions) {
      checkOpen();
      if (!runs.has(runId)) throw unknownRun(runId);
      return leases.drive(runId, driveOptions);
    },

    async isDriven(runId) {
      checkOpen();
      return locks.isHeld(runId);
    },

    subscribe(listener) {
      handles.add(listeners.tell);
      const stop = listeners.add(listener);
      return () => {
        stop();
        if (listeners.size === 0) handles.delete(listeners.tell);
      };
    },

    async close() {
      if (isClosed) return;
      isClosed = true;
      handles.delete(listeners.tell);
      leases.loseAll(closedStore("This store was closed."));
    },

    fork: () => openHandle(memory, options),
  };

  function putRequest(request: RequestRecord): void {
    requests.set(request.requestId, request);
    tell(request.runId, "requests");
  }

  function requestsOf(states: readonly RequestRecord["state"][], runId: string | undefined): RequestRecord[] {
    const found = [...requests.values()].filter(
      (request) => states.includes(request.state) && (runId === undefined || request.runId === runId),
    );
    return found.sort(byRaised);
  }

  return store;
}

/** Settled turns from one index up to before another. */
function pageOf(run: RunData, from: number, before: number): readonly TurnRecord[] {
  const page = run.turns.slice(Math.max(0, from), Math.max(0, before));
  return readableTurns(page.filter((turn) => turn !== undefined));
}

/** A batch as the disk would give it back: checked, and shared with nobody. */
function copyBatch(batch: JournalBatch): JournalBatch {
  checkBatch(batch);
  const { blobs, ...data } = batch;
  return { ...copy(data), ...(blobs && { blobs }) };
}

function copy<Value>(value: Value): Value {
  try {
    return structuredClone(value);
  } catch (error) {
    throw cloneError(value, error);
  }
}
