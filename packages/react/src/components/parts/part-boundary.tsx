import type { ReactNode } from "react";
import { Boundary } from "../boundary.tsx";
import { useLabels } from "../settings.ts";
import { contentLabels } from "./content-labels.ts";

interface PartBoundaryProps {
  readonly name: string;
  readonly children: ReactNode;
}

/** One part that fails to draw says so in its place. */
export function PartBoundary({ name, children }: PartBoundaryProps): ReactNode {
  return <Boundary fallback={<BrokenPart name={name} />}>{children}</Boundary>;
}

function BrokenPart({ name }: { name: string }): ReactNode {
  const labels = useLabels("content", contentLabels);
  return (
    <figure className="hp hp-part" data-state="failed" aria-label={name}>
      <p className="hp-part__problem">{labels.problem("no-viewer", name)}</p>
    </figure>
  );
}
