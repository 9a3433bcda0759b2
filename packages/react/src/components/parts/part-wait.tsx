import type { ReactNode } from "react";
import { useLabels } from "../settings.ts";
import { contentLabels } from "./content-labels.ts";

/** The place of a part that is about to come. */
export function PartWait({ name }: { name: string }): ReactNode {
  const labels = useLabels("content", contentLabels);
  return (
    <figure className="hp hp-part" data-state="loading" aria-busy="true" aria-label={name}>
      <div className="hp-part__wait" role="status">
        {labels.loading}
      </div>
    </figure>
  );
}
