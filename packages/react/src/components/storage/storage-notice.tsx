import type { ReactNode } from "react";
import { useStore } from "zustand";
import { conditionStoreOf } from "../../binding/storage-store.ts";
import { useRuns } from "../../hooks/provider.tsx";
import { useLabels } from "../settings.ts";
import { visibleText } from "../text/visible-text.ts";
import { SaveCopyButton } from "./save-copy-button.tsx";
import { storageLabels } from "./storage-labels.ts";

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
  const labels = useLabels("storage", storageLabels);
  const runs = useRuns("StorageNotice");
  const { durable } = runs.store;
  const { fault, usage = 0, quota = Number.POSITIVE_INFINITY } = useStore(conditionStoreOf(runs)).value;
  const words =
    fault !== undefined
      ? labels.fault(fault)
      : !durable
        ? labels.notDurable
        : usage > NEARLY_FULL * quota
          ? labels.nearlyFull
          : undefined;
  // The place is there before the words are: only so are they read out.
  return (
    <div className="hp hp-storage-notice" role="status">
      {words !== undefined && (
        <div className="hp-notice" data-tone={fault === undefined ? "warning" : "danger"}>
          <span>{words}</span>
          {fault !== undefined && runs.inMemory().length > 0 && <SaveCopyButton />}
          {fault !== undefined && (
            <details className="hp-fold">
              <summary>{labels.details}</summary>
              <p className="hp-code">{visibleText(`${fault.message} (${fault.code})`)}</p>
            </details>
          )}
        </div>
      )}
    </div>
  );
}
