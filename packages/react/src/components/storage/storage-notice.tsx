import type { ReactNode } from "react";
import { useStore } from "zustand";
import { conditionStoreOf } from "../../binding/condition-store.ts";
import { useRuns } from "../../hooks/provider.tsx";
import { lazyPart } from "../lazy-part.tsx";
import { useLabels } from "../settings.ts";
import { visibleText } from "../text/visible-text.ts";
import { noticeLabels } from "./notice-labels.ts";
import type { StorageFaultProps } from "./storage-fault.tsx";

// Storage rarely fails. Until its words are here the error's own stand there.
const StorageFault = lazyPart<StorageFaultProps>(
  async () => (await import("./storage-fault.tsx")).StorageFault,
  ({ fault }, wait) => (
    <>
      <span>{visibleText(fault.message)}</span>
      {wait}
    </>
  ),
);

/** From this share of the site's room on a person is told. */
const NEARLY_FULL = 0.9;

/**
 * Says what is wrong with the place where runs are kept, in plain words and with what to do, and offers to save what is
 * open here as a file; nothing where nothing is wrong.
 * Put it where it is seen on every page.
 *
 * @example
 * <StorageNotice />
 */
export function StorageNotice(): ReactNode {
  const labels = useLabels("storage", noticeLabels);
  const runs = useRuns("StorageNotice");
  const { durable } = runs.store;
  const { fault, usage = 0, quota = Number.POSITIVE_INFINITY } = useStore(conditionStoreOf(runs)).value;
  const words = !durable ? labels.notDurable : usage > NEARLY_FULL * quota ? labels.nearlyFull : undefined;
  // The place is there before the words are: only so are they read out.
  return (
    <div className="hp hp-storage-notice" role="status">
      {(fault !== undefined || words !== undefined) && (
        <div className="hp-notice" data-tone={fault === undefined ? "warning" : "danger"}>
          {fault === undefined ? <span>{words}</span> : <StorageFault fault={fault} />}
        </div>
      )}
    </div>
  );
}
