import type { ReactNode } from "react";
import { lazyPart } from "../lazy-part.tsx";
import type { StorageMeterProps } from "./storage-use.tsx";

// It is looked at seldom, and counts every run.
const StorageUse = lazyPart<StorageMeterProps>(
  async () => (await import("./storage-use.tsx")).StorageUse,
  (_, wait) => (
    <section className="hp hp-storage" aria-busy="true">
      {wait}
    </section>
  ),
);

/**
 * What is kept on this device: how much, of how much, whether the browser keeps it, run by run; with a way to ask for
 * that, and one to remove old runs.
 *
 * @example
 * <StorageMeter prune={{ keepAtMost: 100 }} />
 */
export function StorageMeter(props: StorageMeterProps): ReactNode {
  return <StorageUse {...props} />;
}
