import type { RunEvent } from "@holdpoint/core";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { createFrameBatch } from "../binding/frame-batch.ts";
import type { DevtoolsTap } from "./tap.ts";
import type { StoredPast } from "./use-run-past.ts";

/** Reads something of a tap, once per frame however much goes through it. */
export function useTap<Value>(tap: DevtoolsTap | undefined, read: (tap: DevtoolsTap) => Value, none: Value): Value {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (tap === undefined) return () => undefined;
      const batch = createFrameBatch(listener);
      const stop = tap.subscribe(batch.request);
      return () => {
        stop();
        batch.cancel();
      };
    },
    [tap],
  );
  const snapshot = (): Value => (tap === undefined ? none : read(tap));
  return useSyncExternalStore(subscribe, snapshot, () => none);
}

const noEvents: readonly RunEvent[] = [];

/** The events that are known of a run: what the tap saw, and what the store still holds. */
export function useKnownEvents(
  tap: DevtoolsTap | undefined,
  runId: string,
  past: StoredPast | undefined,
): readonly RunEvent[] {
  const seen = useTap(tap, ({ events }) => events.of(runId), noEvents);
  const tail = past?.snapshot.tail ?? noEvents;
  return useMemo(() => {
    const bySeq = new Map([...seen, ...tail].map((event) => [event.seq, event]));
    return [...bySeq.values()].sort((left, right) => left.seq - right.seq);
  }, [seen, tail]);
}
