import { StoreError } from "@holdpoint/core/store";
import type { IDBPTransaction } from "idb";
import type { Database, HoldpointSchema, StoreName } from "./database-schema.ts";
import type { Connection } from "./open-database.ts";
import type { PageLife } from "./page-life.ts";
import { isTransient, toStoreError } from "./storage-errors.ts";
import { withTimeLimit } from "./time-limit.ts";

/** How often a step is tried when the connection turns out to be dead. */
const MAX_TRIES = 3;

/** One transaction. */
export interface Step<Mode extends "readonly" | "readwrite", Value> {
  /** Exactly the stores it touches: others stay free for other transactions. */
  readonly stores: readonly StoreName[];
  readonly mode: Mode;
  /** Wait for the disk, not only for the browser. */
  readonly strict?: boolean;
  /**
   * What happens inside. Nothing but IndexedDB may be awaited, else the browser commits too early. What it throws undoes
   * all of it.
   *
   * @param isRetry it may have happened already: a commit whose success was never told
   */
  readonly work: (transaction: IDBPTransaction<HoldpointSchema, StoreName[], Mode>, isRetry: boolean) => Promise<Value>;
  /** The error for what cannot be written though it looked plain: it names the place. */
  readonly uncloneable?: (cause: unknown) => StoreError;
}

export type Transact = <Mode extends "readonly" | "readwrite", Value>(step: Step<Mode, Value>) => Promise<Value>;

/**
 * Runs steps on a connection. A step is done when its transaction is complete, not before; one that fails has changed
 * nothing, and throws a typed error. A page that is stopped in the middle of one would hold up every other tab: it gives
 * the step up, and takes it anew when it goes on.
 *
 * @param timeoutMs a transaction that takes longer is given up
 */
export function createTransact(connection: Connection, timeoutMs: number, page: PageLife): Transact {
  return async (step) => {
    for (let tries = 1; ; tries += 1) {
      let database: Database | undefined;
      try {
        database = await connection.use();
        return await runOnce(database, step, tries > 1, timeoutMs, page);
      } catch (error) {
        if (database !== undefined && (isTransient(error) || error instanceof StuckError)) connection.drop(database);
        if (isTransient(error) && tries < MAX_TRIES) continue;
        const isUncloneable = error instanceof DOMException && error.name === "DataCloneError";
        throw (isUncloneable && step.uncloneable?.(error)) || toStoreError(error);
      }
    }
  };
}

/** The transaction neither completed nor failed in time. */
class StuckError extends StoreError {}

async function runOnce<Mode extends "readonly" | "readwrite", Value>(
  database: Database,
  { stores, mode, strict = false, work }: Step<Mode, Value>,
  isRetry: boolean,
  timeoutMs: number,
  page: PageLife,
): Promise<Value> {
  const durability = strict ? "strict" : "relaxed";
  const transaction = database.transaction([...stores], mode, { durability });
  const working = work(transaction, isRetry).then(async (value) => {
    await transaction.done;
    return value;
  });
  const stopWatching = page.watch((state) => state === "asleep" && abort(transaction));
  const stuck = () =>
    new StuckError(
      "store-unavailable",
      `The browser's database did not answer within ${timeoutMs} ms. A sleeping tab may hold it: close the other tabs of this site, then try again.`,
    );
  try {
    return await withTimeLimit(working, timeoutMs, stuck);
  } catch (error) {
    abort(transaction);
    throw await tellingCause(transaction, error);
  } finally {
    stopWatching();
  }
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch (error) {
    // Over already, by the failure that brought us here.
    if (!(error instanceof DOMException && error.name === "InvalidStateError")) throw error;
  }
}

/** When a transaction is aborted its requests fail with a bare `AbortError`; why, only the transaction knows. */
async function tellingCause(
  transaction: { readonly done: Promise<void>; readonly error: DOMException | null },
  error: unknown,
): Promise<unknown> {
  // Listened to in any case, so that it is no unhandled rejection.
  const outcome: Promise<unknown> = transaction.done.then(
    () => error,
    (reason: unknown) => reason,
  );
  if (error instanceof StuckError) return error;
  const reason = await outcome;
  const isBare = error instanceof DOMException && error.name === "AbortError";
  return isBare ? (transaction.error ?? reason) : error;
}
