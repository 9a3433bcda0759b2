import type { ErrorRecord, StoreChange } from "@holdpoint/core";
import { HoldpointError } from "@holdpoint/core";
import { createStore } from "zustand/vanilla";
import { type FollowedStore, follow } from "./followed-store.ts";
import { createFrameBatch } from "./frame-batch.ts";

/** Something read from the store of runs, as far as it is known. */
export interface QueryState<Value> {
  readonly status: "loading" | "ready" | "failed";
  readonly value: Value;
  /** Why the last reading failed; `value` is then the one before. */
  readonly error?: ErrorRecord;
}

/** How something is read, and when again. */
export interface QueryOptions<Value> {
  readonly initial: Value;
  readonly load: () => Promise<Value>;
  readonly subscribe: (listener: (change: StoreChange) => void) => () => void;
  /** Whether a change can make it read differently. */
  readonly affects: (change: StoreChange) => boolean;
  /** Keeps what is equal, so that it is not drawn again. */
  readonly reuse: (before: Value, after: Value) => Value;
}

/** A store that reads again when something changed, in any tab: once per frame, and one reading at a time. */
export function createQueryStore<Value>(options: QueryOptions<Value>): FollowedStore<QueryState<Value>> {
  const store = createStore<QueryState<Value>>()(() => ({ status: "loading", value: options.initial }));
  let reading = false;
  let again = false;

  const read = async (): Promise<void> => {
    if (reading) {
      again = true;
      return;
    }
    reading = true;
    try {
      const value = options.reuse(store.getState().value, await options.load());
      const { status, value: before } = store.getState();
      if (status !== "ready" || before !== value) store.setState({ status: "ready", value }, true);
    } catch (error) {
      store.setState({ status: "failed", value: store.getState().value, error: describe(error) }, true);
    } finally {
      reading = false;
    }
    if (again) {
      again = false;
      await read();
    }
  };
  const batch = createFrameBatch(() => void read());

  return follow(store, () => {
    const stop = options.subscribe((change) => {
      if (options.affects(change)) batch.request();
    });
    void read();
    return () => {
      stop();
      batch.cancel();
    };
  });
}

function describe(error: unknown): ErrorRecord {
  if (HoldpointError.is(error)) return { name: error.name, code: error.code, message: error.message };
  const message = error instanceof Error ? error.message : String(error);
  return { name: "Error", code: "internal", message };
}
