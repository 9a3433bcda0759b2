import {
  byRaised,
  checkRequest,
  listedRequest,
  mergeRequest,
  type RequestFilter,
  type RequestRecord,
  type RequestState,
  statesOf,
} from "@holdpoint/core/store";
import { keysUnder, type Transaction, type WriteTransaction } from "./database-schema.ts";

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

/** Writes the Requests of a batch over what is stored, as far as that may be. @throws StoreError `request-changed` */
export async function writeRequests(transaction: WriteTransaction, requests: readonly RequestRecord[]): Promise<void> {
  const store = transaction.objectStore("requests");
  const stored = await Promise.all(requests.map(async ({ requestId }) => store.get(requestId)));
  const merged = requests.map((request, index) => mergeRequest(stored[index], request));
  await Promise.all(merged.map(async (request) => request && store.put(request)));
}

export async function removeRequests(transaction: WriteTransaction, runId: string): Promise<void> {
  const store = transaction.objectStore("requests");
  const keys = await store.index("byRun").getAllKeys(keysUnder(runId));
  await Promise.all(keys.map(async (key) => store.delete(key)));
}
