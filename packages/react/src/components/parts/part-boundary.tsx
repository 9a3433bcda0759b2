import { Component, type ReactNode } from "react";
import { useLabels } from "../settings.ts";
import { contentLabels } from "./content-labels.ts";

interface PartBoundaryProps {
  readonly name: string;
  readonly children: ReactNode;
}

/** One part that fails to draw takes nothing else with it. React reports the error itself. */
export class PartBoundary extends Component<PartBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <BrokenPart name={this.props.name} /> : this.props.children;
  }
}

function BrokenPart({ name }: { name: string }): ReactNode {
  const labels = useLabels("content", contentLabels);
  return (
    <figure className="hp hp-part" data-state="failed" aria-label={name}>
      <p className="hp-part__problem">{labels.problem("no-viewer", name)}</p>
    </figure>
  );
}
