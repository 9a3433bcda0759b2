import type { RequestFilter, RequestRecord, Runs } from "@holdpoint/core";
import type { FollowedStore } from "./followed-store.ts";
import { createQueryStore, type QueryState } from "./query-store.ts";
import { reuse, reuseItems } from "./reuse.ts";
import { sharedStores } from "./shared-stores.ts";

const inboxes = sharedStores<FollowedStore<QueryState<readonly RequestRecord[]>>>();
const requests = sharedStores<FollowedStore<QueryState<RequestRecord | undefined>>>();

/** The Requests a filter lets through, over all runs. One store per filter. */
export function inboxStoreOf(runs: Runs, filter: RequestFilter): FollowedStore<QueryState<readonly RequestRecord[]>> {
  return inboxes(runs, JSON.stringify(filter), () =>
    createQueryStore<readonly RequestRecord[]>({
      initial: [],
      load: () => runs.requests(filter),
      subscribe: (listener) => runs.subscribe(listener),
      affects: ({ kind }) => kind === "requests" || kind === "removed" || kind === "all",
      reuse: (before, after) => reuseItems(before, after, ({ requestId }) => requestId),
    }),
  );
}

/** One Request, whatever state it is in; `undefined` when there is none. */
export function requestStoreOf(runs: Runs, requestId: string): FollowedStore<QueryState<RequestRecord | undefined>> {
  return requests(runs, requestId, () =>
    createQueryStore<RequestRecord | undefined>({
      initial: undefined,
      load: () => runs.store.getRequest(requestId),
      subscribe: (listener) => runs.subscribe(listener),
      affects: ({ kind }) => kind === "requests" || kind === "removed" || kind === "all",
      reuse,
    }),
  );
}
