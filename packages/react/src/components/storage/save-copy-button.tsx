import { type ReactNode, useState } from "react";
import { useRuns } from "../../hooks/provider.tsx";
import { useLabels } from "../settings.ts";
import { visibleText } from "../text/visible-text.ts";
import { storageLabels } from "./storage-labels.ts";

/** Saves what is open on this page as a file, while the place where it should be kept does not take it. */
export function SaveCopyButton(): ReactNode {
  const labels = useLabels("storage", storageLabels);
  const runs = useRuns("SaveCopyButton");
  const [outcome, setOutcome] = useState<string>();
  const save = async (): Promise<void> => {
    try {
      const { saveOpenRuns } = await import("./save-open-runs.ts");
      await saveOpenRuns(runs);
      setOutcome(labels.copySaved);
    } catch (error) {
      setOutcome(visibleText(error instanceof Error ? error.message : String(error)));
    }
  };
  return (
    <>
      <button type="button" className="hp-button" onClick={() => void save()}>
        {labels.saveCopy}
      </button>
      {outcome !== undefined && <span>{outcome}</span>}
    </>
  );
}
