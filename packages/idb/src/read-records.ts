import {
  byNewest,
  byRaised,
  checkRequest,
  checkRun,
  checkVersion,
  listedRequest,
  listedRun,
  matchesRun,
  type RequestFilter,
  type RequestRecord,
  type RequestState,
  type RunCommand,
  type RunEvent,
  type RunFilter,
  type RunRecord,
  readableCommands,
  readableEvents,
  readableTurns,
  statesOf,
  type TurnRecord,
} from "@holdpoint/core/store";
import { keysUnder, type Transaction } from "./database-schema.ts";

/** The most records IndexedDB can be asked for at once (an `unsigned long`). */
const MAX_COUNT = 2 ** 32 - 1;

/** `getAllRecords` of IndexedDB 3.0, which not every browser has, nor the types. */
interface ReadsBackwards {
  getAllRecords?(options: {
    readonly query: IDBKeyRange;
    readonly direction: "prev";
    readonly count: number;
  }): Promise<readonly { readonly value: TurnRecord }[]>;
}

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
  if (filter.waiting || limit === Number.POSITIVE_INFINITY || !(await isWhole())) {
    const all = filter.waiting ? await readWaiting(transaction) : await store.getAll();
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

/** Runs that a command waits for: few, whatever number of runs there is. */
async function readWaiting(transaction: Transaction): Promise<readonly RunRecord[]> {
  const runIds: string[] = [];
  let cursor = await transaction.objectStore("commands").index("byRun").openKeyCursor(null, "nextunique");
  for (; cursor !== null; cursor = await cursor.continue()) runIds.push(cursor.key);
  const found = await Promise.all(runIds.map(async (runId) => transaction.objectStore("runs").get(runId)));
  return found.filter((record) => record !== undefined);
}

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

/**
 * The last turns of a run, in the same breath as its record where the browser can read backwards; else once the record
 * has said how many there are.
 *
 * @returns gives them, as soon as their number is known
 */
export async function readLastTurns(
  transaction: Transaction,
  runId: string,
  limit: number,
): Promise<(turnCount: number) => Promise<readonly TurnRecord[]>> {
  const store = transaction.objectStore("turns") as ReadsBackwards;
  const inRange = (turnCount: number) => readTurns(transaction, runId, Math.max(0, turnCount - limit), turnCount);
  if (store.getAllRecords === undefined || limit < 1) return inRange;
  const count = Math.min(limit, MAX_COUNT);
  const found = await store.getAllRecords({ query: keysUnder(runId), direction: "prev", count });
  const turns = found.map(({ value }) => value).reverse();
  return async (turnCount) =>
    // More than the record tells of are not the last.
    turns.some((turn) => turn?.index >= turnCount)
      ? inRange(turnCount)
      : readableTurns(turns.filter((turn) => !(turn?.index < turnCount - limit)));
}

/** The events of the unsettled turn, in order. */
export async function readTail(transaction: Transaction, runId: string): Promise<readonly RunEvent[]> {
  const tail = await transaction.objectStore("events").getAll(keysUnder(runId));
  return readableEvents(tail).map(({ event }) => event);
}

export async function readRequest(transaction: Transaction, requestId: string): Promise<RequestRecord | undefined> {
  const record = await transaction.objectStore("requests").get(requestId);
  return record && checkRequest(record);
}

/** Oldest first; what cannot be read says so in its place, unless `read` throws. Reads the states that are asked for and nothing else: settled Requests cost the inbox nothing. */
export async function readRequests(
  transaction: Transaction,
  filter: RequestFilter | undefined,
  read: (stored: RequestRecord) => RequestRecord = listedRequest,
): Promise<readonly RequestRecord[]> {
  const states = [...new Set(statesOf(filter))];
  const pages = await Promise.all(states.map((state) => readState(transaction, state, filter?.runId)));
  return pages
    .flat()
    .map(read)
    .filter((request) => filter?.agent === undefined || request.agent === filter.agent)
    .sort(byRaised);
}

async function readState(
  transaction: Transaction,
  state: RequestState,
  runId: string | undefined,
): Promise<RequestRecord[]> {
  const requests = transaction.objectStore("requests");
  return runId === undefined
    ? requests.index("byState").getAll(keysUnder(state))
    : requests.index("byRun").getAll([runId, state]);
}

/** Commands that wait, in order of arrival. */
export async function readCommands(transaction: Transaction, runId: string): Promise<readonly RunCommand[]> {
  const records = await transaction.objectStore("commands").index("byRun").getAll(runId);
  return readableCommands(records).map(({ command }) => command);
}

export async function readBlob(transaction: Transaction, hash: string): Promise<Blob | undefined> {
  const record = await transaction.objectStore("blobs").get(hash);
  if (record === undefined) return undefined;
  const { data, type } = checkVersion(record);
  // Bytes are not read to make a blob of a blob; one that lost its type gets it back.
  return data instanceof Blob && data.type === type ? data : new Blob([data], { type });
}
