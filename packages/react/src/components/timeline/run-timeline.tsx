import type { ErrorRecord, RunHandle, RunView, ViewTurn } from "@holdpoint/core";
import { type ReactNode, useCallback, useRef } from "react";
import { useRunView } from "../../hooks/use-run-selector.ts";
import { useLabels } from "../settings.ts";
import { RunAnnouncer } from "./run-announcer.tsx";
import { RunNotices } from "./run-notices.tsx";
import { timelineLabels } from "./timeline-labels.ts";
import { TurnView } from "./turn-view.tsx";
import { useStickToEnd } from "./use-stick-to-end.ts";

/** What the timeline shows: a run it follows, or a view you have. */
export interface RunTimelineProps {
  /** A run to follow: `run` of `useAgentRun`. */
  readonly run?: RunHandle | undefined;
  /** In place of `run`: a view that is not followed, as from an export. */
  readonly view?: RunView;
  /** Whether open Requests are shown at their calls. @default true */
  readonly prompts?: boolean;
  /** What stands there before anything was said. */
  readonly children?: ReactNode;
}

/**
 * A conversation: what was said, thought, called and made, and what waits for a person. It stays at the end while text
 * comes, unless the reader has scrolled away. Give it a height; it scrolls inside.
 *
 * @example
 * <RunTimeline run={run.run} />
 */
export function RunTimeline({ run, view: given, prompts = true, children }: RunTimelineProps): ReactNode {
  const labels = useLabels("timeline", timelineLabels);
  const followed = useRunView(run);
  const view = given ?? followed;
  const scroller = useRef<HTMLElement>(null);
  const { atEnd, goToEnd, keepPlace } = useStickToEnd(scroller, view.turns, view.pending);
  const loadOlder = useCallback(async () => {
    keepPlace();
    await run?.loadOlder();
  }, [run, keepPlace]);
  const isEmpty = view.turns.length === 0 && (run === undefined ? given === undefined : view.status !== "loading");

  return (
    <div className="hp hp-timeline" data-status={run === undefined && given === undefined ? "idle" : view.status}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section ref={scroller} className="hp-timeline__scroll" aria-label={labels.conversation} tabIndex={0}>
        <div className="hp-timeline__content">
          {view.turns.length === 0 && (
            <div className="hp-timeline__turns hp-note">
              {isEmpty ? (children ?? emptyWords(view, labels)) : labels.loading}
            </div>
          )}
          {view.turns.length > 0 && (
            <ol className="hp-timeline__turns" aria-busy={view.streaming}>
              {view.hasOlder && run !== undefined && (
                <li>
                  <button type="button" className="hp-button" data-variant="quiet" onClick={() => void loadOlder()}>
                    {labels.loadOlder}
                  </button>
                </li>
              )}
              {view.turns.map((turn) => (
                <TurnView key={turn.index} turn={turn} requests={requestsOf(turn, prompts ? view.pending : none)} />
              ))}
              <RunNotices view={view} run={run} />
            </ol>
          )}
        </div>
      </section>
      {!atEnd && (
        <button type="button" className="hp-button hp-timeline__latest" onClick={goToEnd}>
          {labels.jumpToLatest}
        </button>
      )}
      <RunAnnouncer view={view} />
    </div>
  );
}

const none: RunView["pending"] = [];

/** Only the turn whose calls ask gets the Requests: the others are not drawn again when one comes or goes. */
function requestsOf(turn: ViewTurn, pending: RunView["pending"]): RunView["pending"] {
  const asks = turn.parts.some((part) => part.kind === "TOOL_CALL" && part.requestId !== undefined);
  return asks ? pending : none;
}

function emptyWords(view: RunView, labels: typeof timelineLabels): string {
  const { status, error }: { status: string; error?: ErrorRecord } = view;
  if (status === "missing") return labels.missing;
  return error === undefined ? labels.empty : labels.error(error);
}
