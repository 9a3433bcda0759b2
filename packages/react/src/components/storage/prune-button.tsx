import type { PruneOptions, PruneReport } from "@holdpoint/core";
import { type ReactNode, useState } from "react";
import { useStorage } from "../../hooks/use-storage.ts";
import { useLabels } from "../settings.ts";
import { visibleText } from "../text/visible-text.ts";
import { storageLabels } from "./storage-labels.ts";

type State =
  | { readonly step: "idle" }
  | { readonly step: "asking"; readonly report: PruneReport }
  | { readonly step: "done"; readonly count: number }
  | { readonly step: "failed"; readonly problem: string };

/** Removes old runs once a person has seen how many that are. */
export function PruneButton({ options }: { readonly options: PruneOptions }): ReactNode {
  const labels = useLabels("storage", storageLabels);
  const { prune } = useStorage();
  const [state, setState] = useState<State>({ step: "idle" });
  const [busy, setBusy] = useState(false);
  const act = (dryRun: boolean) => async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      const report = await prune({ ...options, dryRun });
      setState(dryRun ? { step: "asking", report } : { step: "done", count: report.removed.length });
    } catch (error) {
      setState({ step: "failed", problem: error instanceof Error ? error.message : String(error) });
    } finally {
      setBusy(false);
    }
  };
  const asks = state.step === "asking" && state.report.removed.length > 0;
  return (
    <div className="hp-storage__prune">
      {!asks && (
        <button type="button" className="hp-button" aria-disabled={busy} onClick={() => void act(true)()}>
          {labels.prune}
        </button>
      )}
      <p role="status">
        {state.step === "asking" &&
          (asks ? labels.willRemove(state.report.removed.length, state.report.bytes) : labels.nothingOld)}
        {state.step === "done" && labels.removed(state.count)}
        {state.step === "failed" && visibleText(state.problem)}
      </p>
      {asks && (
        <div className="hp-actions">
          <button
            type="button"
            className="hp-button"
            data-variant="danger"
            aria-disabled={busy}
            onClick={() => void act(false)()}
          >
            {labels.remove}
          </button>
          <button type="button" className="hp-button" onClick={() => setState({ step: "idle" })}>
            {labels.keep}
          </button>
        </div>
      )}
    </div>
  );
}
