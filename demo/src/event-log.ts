import type { JournalStore, RunEvent } from "@holdpoint/core";

/** What this page has seen written to the journals. */
export interface EventLog {
  /** The events of a run, in order; the same list until one is added. */
  of(runId: string): readonly RunEvent[];
  subscribe(listener: () => void): () => void;
}

const keptPerRun = 500;
const none: readonly RunEvent[] = [];

/**
 * A store that also remembers the events that go through it, so that the demo can show them: settled turns are folded
 * away in the store itself. Every other promise is the inner store's.
 */
export function logEvents(store: JournalStore): { readonly store: JournalStore; readonly log: EventLog } {
  const events = new Map<string, readonly RunEvent[]>();
  const listeners = new Set<() => void>();

  function remember(added: readonly RunEvent[]): void {
    for (const event of added) {
      const known = events.get(event.runId) ?? none;
      if (known.some(({ seq }) => seq === event.seq)) continue;
      const sorted = [...known, event].sort((left, right) => left.seq - right.seq);
      events.set(event.runId, sorted.slice(-keptPerRun));
    }
    if (added.length > 0) for (const listener of [...listeners]) listener();
  }

  const own: Partial<JournalStore> = {
    async create(batch) {
      await store.create(batch);
      remember(batch.events);
    },
    async append(batch) {
      await store.append(batch);
      remember(batch.events);
    },
    // A follower writes nothing: it sees events where it reads them.
    async load(runId, options) {
      const snapshot = await store.load(runId, options);
      if (snapshot !== undefined) remember(snapshot.tail);
      return snapshot;
    },
  };
  const logged = new Proxy(store, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name);
      const value: unknown = Reflect.get(target, name);
      // Called on the store itself: its private fields are not the proxy's.
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return {
    store: logged,
    log: {
      of: (runId) => events.get(runId) ?? none,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
}
