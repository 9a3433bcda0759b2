import type { CallProgress } from "@holdpoint/core";
import type { ReactNode } from "react";
import { useLabels } from "../settings.ts";
import { ForeignText } from "../text/foreign-text.tsx";
import { timelineLabels } from "./timeline-labels.ts";

/** How far a call is, as its tool says. */
export function CallProgressView({ progress }: { progress: CallProgress }): ReactNode {
  const labels = useLabels("timeline", timelineLabels);
  const { fraction, message } = progress;
  return (
    <div className="hp-progress">
      {/* Without a fraction the bar only says that something goes on. */}
      <progress aria-label={labels.progress} {...(fraction !== undefined && { value: fraction, max: 1 })} />
      {message !== undefined && (
        <bdi className="hp-note">
          <ForeignText text={message} />
        </bdi>
      )}
    </div>
  );
}
