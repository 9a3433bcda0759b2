import {
  type ErrorRecord,
  type PruneOptions,
  type PruneReport,
  pruneRuns,
  type RunUse,
  type StorePersistence,
} from "@holdpoint/core";
import { useMemo } from "react";
import { useStore } from "zustand";
import { storageStoreOf } from "../binding/storage-store.ts";
import { useRuns } from "./provider.tsx";

/** Where runs are kept, how much room they take, and how that place is. */
export interface Storage {
  readonly status: "loading" | "ready" | "failed";
  /** False where nothing survives a reload. */
  readonly durable: boolean;
  /** Whether the browser keeps what is stored when its disk runs low. */
  readonly persistence: StorePersistence;
  /** Bytes of all runs, roughly. */
  readonly bytes: number;
  /** Each run with what it takes, largest first. */
  readonly runs: readonly RunUse[];
  /** Bytes the whole site uses, as the browser estimates it. */
  readonly usage?: number;
  /** Bytes the site may use, as the browser estimates it. */
  readonly quota?: number;
  /** What the store failed with last, until it works again; also why the figures cannot be read. */
  readonly fault?: ErrorRecord;
  /** Asks the browser to keep what is stored: once in a session. `true` when it does. */
  readonly persist: () => Promise<boolean>;
  /** Removes old runs: {@link pruneRuns}. */
  readonly prune: (options: PruneOptions) => Promise<PruneReport>;
}

/**
 * The storage of the page's runs, kept up to date.
 *
 * @throws Error outside of `<HoldpointProvider>`
 * @example
 * const { bytes, persistence, fault } = useStorage();
 */
export function useStorage(): Storage {
  const runs = useRuns("useStorage");
  const { status, value, error } = useStore(storageStoreOf(runs));
  return useMemo(() => {
    const { persistence = "unavailable", usage, quota, fault = error } = value.condition ?? {};
    return {
      status,
      durable: runs.store.durable,
      persistence,
      bytes: value.bytes,
      runs: value.runs,
      ...(usage !== undefined && { usage }),
      ...(quota !== undefined && { quota }),
      ...(fault !== undefined && { fault: status === "failed" ? (error ?? fault) : fault }),
      persist: async () => (await runs.store.persist?.()) ?? false,
      prune: (options: PruneOptions) => pruneRuns(runs, options),
    };
  }, [runs, status, value, error]);
}
