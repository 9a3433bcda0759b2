import { createRuns, type Runs } from "@holdpoint/core";
import type { RequestSource } from "@holdpoint/core/request-source";
import { createIdbStore } from "@holdpoint/idb";
import { HoldpointProvider } from "@holdpoint/react";
import { RunTimeline } from "@holdpoint/react/components";
import theme from "@holdpoint/react/styles.css?inline";
import { type ReactNode, useEffect, useMemo } from "react";

/** Everything that may stand in a conversation is dressed by it. */
export const conversationTheme: string = theme;

interface RunViewProps {
  readonly database: string;
  readonly source: RequestSource;
  readonly runId: string;
}

/** A run as its store has it, followed and not driven: there are no agents here. */
export function RunView({ database, source, runId }: RunViewProps): ReactNode {
  const runs = useMemo<Runs>(() => {
    const own = createRuns({ store: createIdbStore({ name: database }), agents: [] });
    return {
      ...own,
      answer: (requestId, input) => source.answer(requestId, input),
      retractAnswer: (requestId) => source.retract(requestId),
    };
  }, [database, source]);
  useEffect(() => () => void runs.close(), [runs]);
  const run = useMemo(() => runs.open(runId), [runs, runId]);
  return (
    <HoldpointProvider runs={runs}>
      <RunTimeline run={run} />
    </HoldpointProvider>
  );
}
