import { closedStore, StoreError } from "@holdpoint/core/store";
import { openDB } from "idb";
import { DATABASE_VERSION, type Database, type HoldpointSchema } from "./database-schema.ts";
import { MIGRATIONS, type Migration } from "./migrations.ts";
import type { PageLife } from "./page-life.ts";
import { emptied, noDatabase } from "./storage-errors.ts";
import type { OnNotice } from "./store-notice.ts";
import { withTimeLimit } from "./time-limit.ts";

/** How a connection is made. */
export interface ConnectionOptions {
  readonly name: string;
  readonly version?: number;
  readonly migrations?: readonly Migration[];
  readonly openTimeoutMs: number;
  readonly onNotice: OnNotice;
  readonly page: PageLife;
  /** The database was taken from us: whoever drives must stop. */
  readonly onLost: (reason: StoreError) => void;
}

/** The one connection of a store handle: opened by its first user, shared by all, opened again when the browser closed it. */
export interface Connection {
  /** @throws what opening failed with; a next call tries anew. */
  use(): Promise<Database>;
  /** @throws StoreError when it was closed for good. */
  check(): void;
  /** This database handle is of no use any more: the next call opens another. */
  drop(database: Database): void;
  /** Whether what was stored was deleted while this connection lived. */
  readonly wasEmptied: boolean;
  close(): void;
}

export function createConnection(options: ConnectionOptions): Connection {
  const { name, version = DATABASE_VERSION, migrations = MIGRATIONS, openTimeoutMs, onNotice, page, onLost } = options;
  /** Opening, or open. */
  let current: Promise<Database> | undefined;
  /** What is open. */
  let held: Database | undefined;
  let closedBy: StoreError | undefined;
  let stopWatching: (() => void) | undefined;
  /** It is not the first opening: should the database begin anew, what was in it is gone. */
  let wasOpen = false;
  let wasEmptied = false;

  async function open(): Promise<Database> {
    // Asked for at each opening, never at import: a server may load this file.
    if (typeof indexedDB === "undefined") throw noDatabase();
    let isBlocked = false;
    let isAwaited = true;
    let own: Database | undefined;
    let failure: unknown;
    const opening = openDB<HoldpointSchema>(name, version, {
      upgrade(upgraded, oldVersion, _newVersion, transaction) {
        // Why an upgrade was undone only its transaction knows: the opening fails with a bare `AbortError`.
        transaction.done.catch((error: unknown) => {
          failure ??= error;
        });
        if (oldVersion === 0 && wasOpen) tellDeleted();
        try {
          for (const migrate of migrations.slice(oldVersion, version)) migrate(upgraded, transaction);
        } catch (error) {
          // The old version stays as it was.
          failure = error;
          transaction.abort();
        }
      },
      blocked() {
        isBlocked = true;
        const message = `Another tab holds an older version of the database "${name}". Close or reload it to go on.`;
        onNotice({ code: "blocked", message });
      },
      blocking(_current, wanted) {
        if (own !== undefined) letGo(own, wanted);
      },
      terminated() {
        if (own !== undefined) drop(own);
      },
    }).then((database) => {
      own = database;
      // Nobody waits for it any more; left open it would block the next upgrade.
      if (!isAwaited || closedBy !== undefined) database.close();
      return database;
    });
    try {
      const database = await withTimeLimit(opening, openTimeoutMs, () => tooLate(isBlocked));
      if (closedBy !== undefined) throw closedBy;
      held = database;
      wasOpen = true;
      // A page that is stopped must not stand in the way of an upgrade, and with a connection it may not be cached.
      stopWatching = page.watch((state) => state === "asleep" && drop(database));
      return database;
    } catch (error) {
      isAwaited = false;
      throw failure ?? error;
    }
  }

  function tooLate(isBlocked: boolean): StoreError {
    return isBlocked
      ? new StoreError(
          "store-blocked",
          `Another tab holds an older version of the database "${name}". Close or reload it, then try again.`,
        )
      : new StoreError(
          "store-unavailable",
          `The database "${name}" did not open within ${openTimeoutMs} ms. A sleeping tab may hold it: close the other tabs of this site, then try again.`,
        );
  }

  /** What was stored is gone: by another connection, or the browser closed this one and cleared the site's data. */
  function tellDeleted(): void {
    wasOpen = false;
    wasEmptied = true;
    const reason = emptied();
    onLost(reason);
    onNotice({ code: "deleted", message: reason.message });
  }

  /** Another connection wants to upgrade or delete the database. A write under way still completes: `close` waits for it. */
  function letGo(database: Database, wanted: number | null): void {
    drop(database);
    if (wanted === null) {
      tellDeleted();
      return;
    }
    const reason = new StoreError(
      "store-newer",
      `A newer version of this page has upgraded the database "${name}". Reload this page.`,
    );
    closedBy ??= reason;
    onLost(reason);
    onNotice({ code: "upgraded", message: reason.message });
  }

  function drop(database: Database): void {
    database.close();
    if (held !== database) return;
    stopWatching?.();
    held = undefined;
    current = undefined;
  }

  function check(): void {
    if (closedBy !== undefined) throw closedBy;
  }

  return {
    async use() {
      await page.awake();
      check();
      current ??= open();
      const mine = current;
      return mine.catch((error: unknown) => {
        if (current === mine) current = undefined;
        throw error;
      });
    },
    check,
    drop,
    get wasEmptied() {
      return wasEmptied;
    },
    close() {
      closedBy ??= closedStore("This store was closed. Make another one.");
      if (held !== undefined) drop(held);
    },
  };
}
