import type { RunView, ViewTurn } from "@holdpoint/core";
import { type ReactNode, useEffect, useRef } from "react";
import { useLabels } from "../settings.ts";
import { visibleText } from "../text/visible-text.ts";
import { timelineLabels } from "./timeline-labels.ts";

/** An answer is read out up to here: the rest is there to be read. */
const readOutCharacters = 600;

/**
 * Says what happened to those who do not see it: that the agent writes, its answer once it is whole (never piece by
 * piece), that an answer is needed, that something failed. What was there when the page came is not read out.
 */
export function RunAnnouncer({ view }: { view: RunView }): ReactNode {
  const labels = useLabels("timeline", timelineLabels);
  const region = useRef<HTMLDivElement>(null);
  const before = useRef(view);

  useEffect(() => {
    const last = before.current;
    before.current = view;
    if (last === view || last.runId !== view.runId || last.status === "loading") return;
    const said = whatHappened(last, view, labels);
    // Written by hand: a state would draw the page once more, for words that nobody sees.
    if (said !== undefined && region.current !== null) region.current.textContent = said;
  }, [view, labels]);

  return <div ref={region} className="hp-unseen" role="status" aria-live="polite" />;
}

function whatHappened(last: RunView, view: RunView, labels: typeof timelineLabels): string | undefined {
  if (view.error !== undefined && view.error.message !== last.error?.message) return labels.error(view.error);
  if (view.pending.length > last.pending.length) return labels.needsYou(view.pending.length);
  const answer = settledAnswer(view);
  if (answer !== undefined && answer !== settledAnswer(last)) {
    const text = answer.parts.flatMap((part) => (part.kind === "TEXT" ? [part.text] : [])).join("\n");
    if (text !== "") return visibleText(text.slice(0, readOutCharacters));
  }
  if (view.stalled && !last.stalled) return labels.stalled;
  if (view.interrupted && !last.interrupted) return labels.interrupted;
  if (view.streaming && !last.streaming) return labels.writing;
  return undefined;
}

function settledAnswer(view: RunView): ViewTurn | undefined {
  const last = view.turns.at(-1);
  return last?.role === "ASSISTANT" && last.settled && !view.streaming ? last : undefined;
}
