import type { Runs } from "@holdpoint/core";
import type { RequestSource } from "@holdpoint/core/request-source";
import { HoldpointProvider } from "@holdpoint/react";
import { HoldpointComponents, type LabelOverrides } from "@holdpoint/react/components";
import { type ReactNode, useMemo } from "react";
import type { Words } from "../labels/use-language.ts";
import { useSourceState } from "../place/use-source.ts";

interface WidgetFrameProps {
  readonly words: Words;
  /** Words of the host, before ours. */
  readonly labels: LabelOverrides | undefined;
  readonly runs: Runs;
  readonly source: RequestSource;
  readonly children: ReactNode;
}

/** What is the same round every widget: words, where the Requests are, and whether they are up to date. */
export function WidgetFrame({ words, labels, runs, source, children }: WidgetFrameProps): ReactNode {
  const { connected, error } = useSourceState(source);
  const all = useMemo(() => mergeLabels(words.components, labels), [words, labels]);
  return (
    <HoldpointComponents labels={all}>
      <HoldpointProvider runs={runs}>
        {!connected && (
          <p className="hp hp-warning hp-disconnected" role="status">
            {words.widget.disconnected} {error?.code === "source-refused" && error.message}
          </p>
        )}
        {children}
      </HoldpointProvider>
    </HoldpointComponents>
  );
}

function mergeLabels(ours: LabelOverrides, theirs: LabelOverrides = {}): LabelOverrides {
  const groups = new Set([...Object.keys(ours), ...Object.keys(theirs)]) as Set<keyof LabelOverrides>;
  return Object.fromEntries([...groups].map((group) => [group, { ...ours[group], ...theirs[group] }]));
}
