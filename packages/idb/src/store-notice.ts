/**
 * Something a person or the host should know, though no call failed by it.
 *
 * - `blocked`: an older tab keeps the database from being upgraded; it goes on when that tab closes.
 * - `upgraded`: a newer version of the page took the database over; this one has let go and must be reloaded.
 * - `deleted`: what was stored has been deleted elsewhere or by the browser; the next use begins an empty database.
 * - `feed-failed`: other tabs could not be told of a change at once; they find out by looking.
 * - `persist-failed`: the browser could not be asked to keep what is stored.
 * - `listener-failed`: a listener of the host threw.
 */
export interface StoreNotice {
  readonly code: "blocked" | "upgraded" | "deleted" | "feed-failed" | "persist-failed" | "listener-failed";
  readonly message: string;
  readonly cause?: unknown;
}

/** Where notices go. */
export type OnNotice = (notice: StoreNotice) => void;

/** What happens to a notice nobody asked for. */
export function warnOf({ message, cause }: StoreNotice): void {
  // biome-ignore lint/suspicious/noConsole: the one place a host sees of notices, unless it gives another
  console.warn(...(cause === undefined ? [message] : [message, cause]));
}

/** A host's function that throws must not fail the write it hears of. */
export function safely(onNotice: OnNotice): OnNotice {
  return (notice) => {
    try {
      onNotice(notice);
    } catch (error) {
      warnOf(notice);
      warnOf({ code: "listener-failed", message: "The host's onNotice threw.", cause: error });
    }
  };
}
