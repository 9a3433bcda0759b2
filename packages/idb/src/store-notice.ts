/**
 * Something a person or the host should know, though no call failed by it.
 *
 * - `blocked`: an older tab keeps the database from being upgraded; it goes on when that tab closes.
 * - `upgraded`: a newer version of the page took the database over; this one has let go and must be reloaded.
 * - `deleted`: the database was deleted elsewhere; the next use begins an empty one.
 * - `feed-failed`: other tabs could not be told of a change at once; they find out by looking.
 * - `listener-failed`: a listener of the host threw.
 */
export interface StoreNotice {
  readonly code: "blocked" | "upgraded" | "deleted" | "feed-failed" | "listener-failed";
  readonly message: string;
  readonly cause?: unknown;
}

/** Where notices go. */
export type OnNotice = (notice: StoreNotice) => void;
