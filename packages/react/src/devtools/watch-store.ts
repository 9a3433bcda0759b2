import type { JournalBatch, JournalStore, RunEvent } from "@holdpoint/core";

/** What went through a store while devtools watched it. */
export interface EventLog {
  /** The events of a run that were seen, in order; the same list until one is added. */
  of(runId: string): readonly RunEvent[];
  /** The last writes of this page, newest last. */
  writes(): readonly StoreWrite[];
}

/** One write of this page to its journals. */
export interface StoreWrite {
  readonly runId: string;
  /** When it began, in milliseconds since the epoch. */
  readonly at: number;
  /** The first and the last event in it; `undefined` for one without events. */
  readonly seqs: readonly [number, number] | undefined;
  /** It waited for the disk itself. */
  readonly strict: boolean;
  readonly ms: number;
  /** The code of the error that refused it. */
  readonly problem?: string;
}

const keptEvents = 2000;
const keptRuns = 20;
const keptWrites = 200;
const none: readonly RunEvent[] = [];

/**
 * A store that also remembers the events that go through it: in the store itself those of settled turns are folded
 * away. Every other promise is the inner store's.
 */
export function watchStore(onChange: () => void): {
  readonly log: EventLog;
  readonly wrap: (store: JournalStore) => JournalStore;
} {
  const events = new Map<string, readonly RunEvent[]>();
  let writes: readonly StoreWrite[] = [];

  function remember(runId: string, added: readonly RunEvent[]): void {
    const known = events.get(runId) ?? none;
    const after = known.at(-1)?.seq ?? -1;
    const inOrder = added.every(({ seq }) => seq > after)
      ? [...known, ...added]
      : [...new Map([...known, ...added].map((event) => [event.seq, event])).values()].sort((a, b) => a.seq - b.seq);
    if (inOrder.length === known.length) return;
    events.delete(runId);
    events.set(runId, inOrder.slice(-keptEvents));
    const [oldest] = events.keys();
    if (events.size > keptRuns && oldest !== undefined) events.delete(oldest);
    onChange();
  }

  async function write(batch: JournalBatch, act: (batch: JournalBatch) => Promise<void>): Promise<void> {
    const at = Date.now();
    const began = performance.now();
    const note = (problem?: string): void => {
      const [first, last] = [batch.events[0]?.seq, batch.events.at(-1)?.seq];
      const seqs = first === undefined || last === undefined ? undefined : ([first, last] as const);
      const ms = performance.now() - began;
      const done: StoreWrite = { runId: batch.runId, at, seqs, strict: batch.strict, ms, ...(problem && { problem }) };
      writes = [...writes, done].slice(-keptWrites);
      onChange();
    };
    try {
      await act(batch);
    } catch (error) {
      note(typeof error === "object" && error !== null ? String(Reflect.get(error, "code")) : "error");
      throw error;
    }
    note();
    remember(batch.runId, batch.events);
  }

  const wrap = (store: JournalStore): JournalStore => {
    const own: Partial<JournalStore> = {
      create: (batch) => write(batch, (given) => store.create(given)),
      append: (batch) => write(batch, (given) => store.append(given)),
      // A tab that follows writes nothing: it sees events where it reads them.
      async load(runId, options) {
        const snapshot = await store.load(runId, options);
        if (snapshot !== undefined && snapshot.tail.length > 0) remember(runId, snapshot.tail);
        return snapshot;
      },
    };
    return new Proxy(store, {
      get(target, name) {
        if (Object.hasOwn(own, name)) return Reflect.get(own, name);
        const value: unknown = Reflect.get(target, name);
        // Called on the store itself: its private fields are not the proxy's.
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  };

  return { wrap, log: { of: (runId) => events.get(runId) ?? none, writes: () => writes } };
}
