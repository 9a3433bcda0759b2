import type { ViewTurn } from "@holdpoint/core";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { useLabels } from "../settings.ts";
import { visibleText } from "../text/visible-text.ts";
import { editorLabels } from "./editor-labels.ts";

interface MessageEditorProps {
  readonly turn: ViewTurn;
  readonly edit: (turn: number, text: string) => Promise<unknown>;
  readonly onDone: () => void;
}

/** Says a message of a person anew. */
export function MessageEditor({ turn, edit, onDone }: MessageEditorProps): ReactNode {
  const labels = useLabels("timeline", editorLabels);
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
