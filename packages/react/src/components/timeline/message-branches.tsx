import type { RunRecord, ViewTurn } from "@holdpoint/core";
import { type ReactNode, useState } from "react";
import { versionsOf } from "../../binding/versions-of.ts";
import { CodeWait } from "../code-wait.tsx";
import { lazyCode, useCode } from "../lazy-code.ts";
import { useLabels } from "../settings.ts";
import { timelineLabels } from "./timeline-labels.ts";

/** How messages are said anew: what `useAgentRun` gives. */
export interface Branching {
  readonly runId: string | undefined;
  readonly branches: readonly RunRecord[];
  /** Says a message anew: by the index of its turn, and its words. */
  readonly edit: (turn: number, text: string) => Promise<unknown>;
  /** Shows another branch. */
  readonly switchTo: (runId: string) => void;
}

interface MessageBranchesProps {
  readonly turn: ViewTurn;
  readonly branching: Branching;
  readonly children: ReactNode;
}

const editor = lazyCode(() => import("./message-editor.tsx"));

/** A message of a person, with the way to say it anew and to the other versions of it. */
export function MessageBranches({ turn, branching, children }: MessageBranchesProps): ReactNode {
  const labels = useLabels("timeline", timelineLabels);
  // Of which run: another one in its place has other messages.
  const [editedIn, setEditedIn] = useState<string | null | undefined>(null);
  const edits = editedIn === branching.runId;
  const loaded = useCode(editor, edits);
  if (edits && loaded.code !== undefined) {
    return (
      <div className="hp-message">
        <loaded.code.MessageEditor turn={turn} edit={branching.edit} onDone={() => setEditedIn(null)} />
      </div>
    );
  }
  return (
    <div className="hp-message">
      {children}
      <div className="hp-message__tools">
        <VersionSwitch turn={turn} branching={branching} />
        <button type="button" className="hp-button" data-variant="quiet" onClick={() => setEditedIn(branching.runId)}>
          {labels.edit}
        </button>
      </div>
      {edits && <CodeWait state={loaded} load={editor.load} />}
    </div>
  );
}

function VersionSwitch({ turn, branching }: Omit<MessageBranchesProps, "children">): ReactNode {
  const labels = useLabels("timeline", timelineLabels);
  const { branches, runId = "", switchTo } = branching;
  const versions = versionsOf(branches, runId, turn.index);
  if (versions === undefined) return null;
  const { runIds, current } = versions;
  const step = (label: string, sign: string, to: string | undefined): ReactNode => (
    <button
      type="button"
      className="hp-button"
      data-variant="quiet"
      aria-label={label}
      aria-disabled={to === undefined}
      onClick={() => to !== undefined && switchTo(to)}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
  return (
    <>
      {step(labels.previousVersion, "‹", runIds[current - 1])}
      <span className="hp-note">
        <span aria-hidden="true">
          {current + 1}/{runIds.length}
        </span>
        <span className="hp-unseen">{labels.version(current + 1, runIds.length)}</span>
      </span>
      {step(labels.nextVersion, "›", runIds[current + 1])}
    </>
  );
}
