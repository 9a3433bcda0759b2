import type { PruneOptions } from "@holdpoint/core";
import { type ReactNode, useId } from "react";
import { useStorage } from "../../hooks/use-storage.ts";
import { useLabels } from "../settings.ts";
import { visibleText } from "../text/visible-text.ts";
import { PruneButton } from "./prune-button.tsx";
import { storageLabels } from "./storage-labels.ts";

/** A month, in milliseconds. */
const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

const OLD: PruneOptions = { olderThanMs: MONTH_MS };

/** {@link StorageMeter} */
export interface StorageMeterProps {
  /** What counts as old for the button that removes. @default what was last written more than 30 days ago */
  readonly prune?: PruneOptions;
  /** How many runs are listed with what they take, largest first. @default 10 */
  readonly listAtMost?: number;
}

/** The figures of the meter, and what can be done about them. */
export function StorageUse({ prune = OLD, listAtMost = 10 }: StorageMeterProps): ReactNode {
  const labels = useLabels("storage", storageLabels);
  const titleId = useId();
  const storage = useStorage();
  const { status, durable, persistence, bytes, runs, usage, quota } = storage;
  return (
    <section className="hp hp-storage" aria-labelledby={titleId} aria-busy={status === "loading"}>
      <h3 id={titleId}>{labels.title}</h3>
      <p>{status === "loading" ? labels.loading : labels.runs(runs.length, bytes)}</p>
      {usage !== undefined && quota !== undefined && (
        <>
          <meter
            className="hp-storage__meter"
            aria-label={labels.meter}
            min={0}
            max={quota}
            value={usage}
            high={0.9 * quota}
          />
          <p className="hp-note">{labels.used(usage, quota)}</p>
        </>
      )}
      {durable ? (
        <p className="hp-storage__keeping" data-persistence={persistence}>
          {labels.persistence[persistence]}{" "}
          {persistence === "unasked" && (
            <button type="button" className="hp-button" onClick={() => void storage.persist()}>
              {labels.persist}
            </button>
          )}
        </p>
      ) : (
        <p>{labels.notDurable}</p>
      )}
      {runs.length > 0 && (
        <details className="hp-fold">
          <summary>{labels.each}</summary>
          <ol className="hp-storage__runs">
            {runs.slice(0, listAtMost).map(({ record, bytes: each }) => (
              <li key={record.runId}>
                <span>{visibleText(record.title) || labels.untitled}</span>{" "}
                <span className="hp-note">{labels.bytes(each)}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
      {runs.length > 0 && <PruneButton options={prune} />}
    </section>
  );
}
