import type { JournalBatch, JournalStore } from "@holdpoint/core";

/** What a place has written, as it tells a ledger outside the browser. */
export interface Witnessed {
  readonly place: string;
  readonly epoch: number;
  readonly seqs: readonly number[];
}

/** How many of its words are under way, for all to see. */
const told = Object.assign(globalThis, { telling: 0 });

/** A store that tells a ledger of every batch that is on disk: who wrote it, under which epoch. */
export function witnessedStore(store: JournalStore, ledgerUrl: string, place: string): JournalStore {
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (name !== "append") return value.bind(target);
      return async (batch: JournalBatch) => {
        await target.append(batch);
        const args: Witnessed = { place, epoch: batch.epoch, seqs: batch.events.map(({ seq }) => seq) };
        // `keepalive`: a page that is closed now has said it all the same.
        told.telling += 1;
        void fetch(ledgerUrl, {
          method: "POST",
          keepalive: true,
          body: JSON.stringify({ key: batch.runId, tool: "write", args }),
        })
          .catch(tell)
          .finally(() => {
            told.telling -= 1;
          });
      };
    },
  });
}

function tell(error: unknown): void {
  // Cut off with its page.
  if (!(error instanceof TypeError)) throw error;
}
