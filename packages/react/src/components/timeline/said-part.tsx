import type { ViewSaidPart } from "@holdpoint/core";
import { memo, type ReactNode } from "react";
import { useLabels } from "../settings.ts";
import { TextPartView } from "./text-part.tsx";
import { timelineLabels } from "./timeline-labels.ts";

/** A refusal of the model, or the words of an answer it spoke. */
export const SaidPartView = memo(function SaidPartView({ part }: { part: ViewSaidPart }): ReactNode {
  const labels = useLabels("timeline", timelineLabels);
  return (
    <div className="hp-said" data-kind={part.kind}>
      <span className="hp-note">{part.kind === "REFUSAL" ? labels.refused : labels.spoken}</span>
      <TextPartView text={part.text} />
    </div>
  );
});
