import type { RunRecord, ViewTurn } from "@holdpoint/core";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { versionsOf } from "../../binding/versions-of.ts";
import { useLabels } from "../settings.ts";
import { visibleText } from "../text/visible-text.ts";
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

/** A message of a person, with the way to say it anew and to the other versions of it. */
export function MessageBranches({ turn, branching, children }: MessageBranchesProps): ReactNode {
  const labels = useLabels("timeline", timelineLabels);
  const [edits, setEdits] = useState(false);
  return (
    <div className="hp-message">
      {edits ? <MessageEditor turn={turn} edit={branching.edit} onDone={() => setEdits(false)} /> : children}
      {!edits && (
        <div className="hp-message__tools">
          <VersionSwitch turn={turn} branching={branching} />
          <button type="button" className="hp-button" data-variant="quiet" onClick={() => setEdits(true)}>
            {labels.edit}
          </button>
        </div>
      )}
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

interface MessageEditorProps {
  readonly turn: ViewTurn;
  readonly edit: Branching["edit"];
  readonly onDone: () => void;
}

function MessageEditor({ turn, edit, onDone }: MessageEditorProps): ReactNode {
  const labels = useLabels("timeline", timelineLabels);
  const [text, setText] = useState(() => textOf(turn));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const isEmpty = text.trim() === "";
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || isEmpty) return;
    setBusy(true);
    try {
      await edit(turn.index, text);
      onDone();
    } catch (error) {
      setBusy(false);
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <form className="hp-message__editor" onSubmit={(event) => void send(event)}>
      <label htmlFor={id} className="hp-unseen">
        {labels.editMessage}
      </label>
      <textarea
        id={id}
        className="hp-input"
        rows={3}
        value={text}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
        autoFocus
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onDone();
        }}
      />
      {problem !== undefined && (
        <p className="hp-problem" role="alert">
          {visibleText(problem)}
        </p>
      )}
      <div className="hp-message__tools">
        <button type="button" className="hp-button" onClick={onDone}>
          {labels.cancelEdit}
        </button>
        <button type="submit" className="hp-button" data-variant="primary" aria-disabled={busy || isEmpty}>
          {labels.sendAnew}
        </button>
      </div>
    </form>
  );
}

/** What was written; what was attached goes along as it is. */
function textOf({ parts }: ViewTurn): string {
  return parts
    .flatMap((part) => {
      if (part.kind === "TEXT") return [part.text];
      return part.kind === "CONTENT" && part.content.type === "text" ? [part.content.text] : [];
    })
    .join("\n");
}
