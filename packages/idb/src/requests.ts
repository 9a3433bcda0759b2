import type { RequestStore } from "@holdpoint/core/store";
import { createParts, type IdbStoreOptions } from "./parts.ts";
import { createRequestMethods } from "./request-methods.ts";

export type { IdbStoreOptions } from "./parts.ts";

/** The Requests of a database, without its runs. */
export interface IdbRequests extends RequestStore {
  /** Lets go of the database. */
  close(): Promise<void>;
}

/**
 * The Requests in the database of `createIdbStore`, for places that answer and drive nothing: a fraction of its size.
 * Nothing is opened before the first call.
 *
 * @example
 * const source = createLocalSource(createIdbRequests());
 */
export function createIdbRequests(options: IdbStoreOptions = {}): IdbRequests {
  // Nothing is driven here, so there is nothing to lose.
  const { feed, connection, transact } = createParts(options, () => undefined);
  return {
    ...createRequestMethods(transact, feed),
    subscribe: (listener) => feed.subscribe(listener),
    async close() {
      connection.close();
      feed.close();
    },
  };
}
