import type { ErrorRecord } from "@holdpoint/core";
import type { ReactNode } from "react";
import { useLabels } from "../settings.ts";
import { visibleText } from "../text/visible-text.ts";
import { unreadableLabels } from "./unreadable-labels.ts";

/** Stands where a question would that cannot be read: it was not lost, and cannot be answered here. */
export function UnreadableRequest({ error }: { readonly error: ErrorRecord }): ReactNode {
  const labels = useLabels("prompt", unreadableLabels);
  return (
    <section className="hp hp-notice" data-tone="warning">
      <span>{labels.unreadable(error)}</span>
      <details className="hp-fold">
        <summary>{labels.details}</summary>
        <p className="hp-code">{visibleText(`${error.message} (${error.code})`)}</p>
      </details>
    </section>
  );
}
