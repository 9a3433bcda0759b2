import { memo, type ReactNode, useState } from "react";
import { useLabels } from "../settings.ts";
import { TextPartView } from "./text-part.tsx";
import { timelineLabels } from "./timeline-labels.ts";

/** The model's thinking, folded. It is no part of the answer, and is drawn only where somebody opens it. */
export const ReasoningPartView = memo(function ReasoningPartView({ text }: { text: string }): ReactNode {
  const labels = useLabels("timeline", timelineLabels);
  const [open, setOpen] = useState(false);
  if (text === "") return null;
  return (
    <details className="hp-fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{labels.reasoning}</summary>
      {open && <TextPartView text={text} />}
    </details>
  );
});
