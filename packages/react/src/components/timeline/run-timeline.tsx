import type { ErrorRecord, RunHandle, RunView, ViewTurn } from "@holdpoint/core";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { useRunView } from "../../hooks/use-run-selector.ts";
import { HoldpointComponents } from "../holdpoint-components.tsx";
import { useLabels } from "../settings.ts";
import type { ToolRenderers } from "../tool-renderers.ts";
import type { Branching } from "./message-branches.tsx";
import { RunAnnouncer } from "./run-announcer.tsx";
import { RunNotices } from "./run-notices.tsx";
import { timelineLabels } from "./timeline-labels.ts";
import { TurnRows } from "./turn-rows.tsx";
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
  /** Cards for the calls of tools, by the tool's name. @default those of `<HoldpointComponents>` */
  readonly renderers?: ToolRenderers;
  /** What `useAgentRun` gave: then messages can be edited and their versions chosen. @default they cannot */
  readonly branching?: Branching | undefined;
  /**
   * With more turns than this only those near the screen are drawn, and what does that is loaded. Rows that are not
   * drawn are not found by the browser's search: `Infinity` draws them all.
   *
   * @default 100
   */
  readonly drawAllUpTo?: number;
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
export function RunTimeline({ renderers, ...props }: RunTimelineProps): ReactNode {
  if (renderers === undefined) return <Timeline {...props} />;
  return (
    <HoldpointComponents renderers={renderers}>
      <Timeline {...props} />
    </HoldpointComponents>
  );
}

function Timeline(props: Omit<RunTimelineProps, "renderers">): ReactNode {
  const { run, view: given, prompts = true, drawAllUpTo = 100, children } = props;
  const labels = useLabels("timeline", timelineLabels);
  const followed = useRunView(run);
  const view = given ?? followed;
  const scroller = useRef<HTMLElement>(null);
  const [scrollElement, setScrollElement] = useState<HTMLElement | null>(null);
  const keepScroller = useCallback((element: HTMLElement | null) => {
    scroller.current = element;
    setScrollElement(element);
  }, []);
  const { atEnd, goToEnd, keepPlace } = useStickToEnd(scroller, view.turns, view.pending);
  const branching = useBranching(props.branching);
  const loadOlder = useCallback(async () => {
    keepPlace();
    await run?.loadOlder();
  }, [run, keepPlace]);
  const { turns } = view;
  const isBefore = run === undefined && given === undefined;
  const isEmpty = turns.length === 0 && (isBefore || view.status !== "loading");
  const drawTurn = (turn: ViewTurn): ReactNode => (
    <TurnView
      turn={turn}
      streaming={view.streaming && !turn.settled}
      requests={requestsOf(turn, prompts ? view.pending : none)}
      branching={turn.role === "USER" ? branching : undefined}
    />
  );

  return (
    <div className="hp hp-timeline" data-status={isBefore ? "idle" : view.status}>
      <section
        ref={keepScroller}
        className="hp-timeline__scroll"
        aria-label={labels.conversation}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        tabIndex={0}
        // The browser scrolls there bit by bit, and rows that are drawn on the way stop it.
        onKeyDown={(event) => event.key === "End" && event.target === event.currentTarget && goToEnd()}
      >
        <div className="hp-timeline__content">
          {turns.length === 0 && (
            <div className="hp-timeline__turns hp-note">
              {isEmpty ? (children ?? emptyWords(view, labels)) : labels.loading}
            </div>
          )}
          {turns.length > 0 && (
            <ol className="hp-timeline__turns" aria-busy={view.streaming}>
              {view.hasOlder && run !== undefined && (
                <li className="hp-timeline__row">
                  <button type="button" className="hp-button" data-variant="quiet" onClick={() => void loadOlder()}>
                    {labels.loadOlder}
                  </button>
                </li>
              )}
              <TurnRows turns={turns} scroller={scrollElement} drawAllUpTo={drawAllUpTo} drawTurn={drawTurn} />
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

/** What messages need of `useAgentRun`, which itself is another object at every view. */
function useBranching(given: Branching | undefined): Branching | undefined {
  const { runId, branches, edit, switchTo } = given ?? {};
  return useMemo(
    () => (branches && edit && switchTo ? { runId, branches, edit, switchTo } : undefined),
    [runId, branches, edit, switchTo],
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
