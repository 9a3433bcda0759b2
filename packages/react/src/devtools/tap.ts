import type { JournalStore } from "@holdpoint/core";
import { type ExchangeLog, watchFetch } from "./watch-fetch.ts";
import { type EventLog, watchStore } from "./watch-store.ts";

/** Where devtools listen. A page without one pays nothing, and devtools show what the store holds. */
export interface DevtoolsTap {
  /** Wraps the store of the runs, so that every event is seen, also those that settled turns fold away. */
  store(store: JournalStore): JournalStore;
  /** Wraps the `fetch` of a client, so that its requests are seen. @default globalThis.fetch */
  fetch(inner?: typeof globalThis.fetch): typeof globalThis.fetch;
  /** What was written. */
  readonly events: EventLog;
  /** What was sent. */
  readonly exchanges: ExchangeLog;
  /** Hears of every change. Gives the way to stop. */
  subscribe(listener: () => void): () => void;
}

/**
 * Makes a tap: give its `store` and `fetch` to what devtools are to see. It lives in memory only, keeps a bounded
 * amount, and holds no secret: keys, cookies and whatever stands in a query are masked before they are kept.
 *
 * @example
 * const tap = createTap();
 * const client = createClient({ style: "openai", baseUrl: "/llm/v1", model: "gpt-5", fetch: tap.fetch() });
 * const runs = createRuns({ store: tap.store(createIdbStore()), agents: [{ name: "shop", client, toolkit }] });
 * <HoldpointDevtools tap={tap} runId={runId} />
 */
export function createTap(): DevtoolsTap {
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const store = watchStore(tell);
  const wire = watchFetch(tell);
  return {
    store: store.wrap,
    fetch: (inner = (input, init) => globalThis.fetch(input, init)) => wire.wrap(inner),
    events: store.log,
    exchanges: wire.log,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
