import type { ErrorRecord } from "@holdpoint/core";
import type { ReactNode } from "react";
import { useRuns } from "../../hooks/provider.tsx";
import { useLabels } from "../settings.ts";
import { visibleText } from "../text/visible-text.ts";
import { SaveCopyButton } from "./save-copy-button.tsx";
import { storageLabels } from "./storage-labels.ts";

/** {@link StorageFault} */
export interface StorageFaultProps {
  readonly fault: ErrorRecord;
}

/** What is wrong with the place where runs are kept, and what to do about it. */
export function StorageFault({ fault }: StorageFaultProps): ReactNode {
  const labels = useLabels("storage", storageLabels);
  const runs = useRuns("StorageFault");
  return (
    <>
      <span>{labels.fault(fault)}</span>
      {runs.inMemory().length > 0 && <SaveCopyButton />}
      <details className="hp-fold">
        <summary>{labels.details}</summary>
        <p className="hp-code">{visibleText(`${fault.message} (${fault.code})`)}</p>
      </details>
    </>
  );
}
