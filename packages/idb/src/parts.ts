import type { StoreError } from "@holdpoint/core/store";
import { type ChangeFeed, createChangeFeed } from "./change-feed.ts";
import { type Connection, createConnection } from "./open-database.ts";
import { createPageLife, type PageLife } from "./page-life.ts";
import { type OnNotice, safely, warnOf } from "./store-notice.ts";
import { createTransact, type Transact } from "./transact.ts";

/** How a durable store is made. */
export interface IdbStoreOptions {
  /** The database's name; locks and channel carry it too. Two agents' pages on one origin may share one. @default "holdpoint" */
  readonly name?: string;
  /** How long opening may take, in milliseconds. @default 4000 */
  readonly openTimeoutMs?: number;
  /** How long one transaction may take, in milliseconds. @default 30000 */
  readonly transactionTimeoutMs?: number;
  /**
   * How often listeners are told to look again though nothing was heard, in milliseconds, since messages between tabs
   * can be lost. @default 2000, and 1000 where there are no channels between tabs
   */
  readonly lookAgainMs?: number;
  /** Told what a person should know though no call fails by it. @default `console.warn` of the message */
  readonly onNotice?: OnNotice;
}

/** What everything on one database is made of. */
export interface Parts {
  readonly name: string;
  readonly page: PageLife;
  readonly feed: ChangeFeed;
  readonly connection: Connection;
  readonly onNotice: OnNotice;
  readonly transact: Transact;
}

/** Puts the parts together. Nothing is opened. */
export function createParts(options: IdbStoreOptions, onLost: (reason: StoreError) => void): Parts {
  const { name = "holdpoint", openTimeoutMs = 4_000, transactionTimeoutMs = 30_000, lookAgainMs } = options;
  const onNotice = safely(options.onNotice ?? warnOf);
  const page = createPageLife();
  const feed = createChangeFeed({
    name: `holdpoint:${name}`,
    lookAgainMs: { withChannel: lookAgainMs ?? 2_000, withoutChannel: lookAgainMs ?? 1_000 },
    onNotice,
    page,
  });
  const connection = createConnection({ name, openTimeoutMs, onNotice, page, onLost });
  const transact = createTransact(connection, transactionTimeoutMs, page);
  return { name, page, feed, connection, onNotice, transact };
}
