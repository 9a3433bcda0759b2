/** Who wants to hear of something. */
export interface Listeners<Value> {
  /** Gives the way to stop. The same function may listen twice. */
  add(listener: (value: Value) => void): () => void;
  /** Tells everyone who listens now. One that throws keeps nobody else from hearing. */
  tell(value: Value): void;
  readonly size: number;
}

/** Makes an empty list. @param onError told of a listener that threw */
export function createListeners<Value>(onError: (error: unknown) => void): Listeners<Value> {
  const entries = new Set<{ readonly listener: (value: Value) => void }>();
  return {
    add(listener) {
      const entry = { listener };
      entries.add(entry);
      return () => {
        entries.delete(entry);
      };
    },
    tell(value) {
      for (const entry of [...entries]) {
        // Gone since, by one who was told before it.
        if (!entries.has(entry)) continue;
        try {
          entry.listener(value);
        } catch (error) {
          onError(error);
        }
      }
    },
    get size() {
      return entries.size;
    },
  };
}
