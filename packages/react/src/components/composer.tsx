import type { RunHandle, RunView } from "@holdpoint/core";
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from "react";
import type { Prompt } from "../hooks/use-agent-run.ts";
import { useRunSelector } from "../hooks/use-run-selector.ts";
import { CodeWait } from "./code-wait.tsx";
import { composerLabels } from "./composer-labels.ts";
import { lazyCode, useCode } from "./lazy-code.ts";
import { useLabels } from "./settings.ts";
import { visibleText } from "./text/visible-text.ts";
import { useAttachments } from "./use-attachments.ts";
import { useComposerDraft } from "./use-composer-draft.ts";

/** {@link Composer} */
export interface ComposerProps {
  /** The run to speak in: `run` of `useAgentRun`. It gives defaults to what follows. */
  readonly run?: RunHandle | undefined;
  /** Takes the message: `send` of `useAgentRun`. What was typed stays when it rejects. @default the run's `send` */
  readonly onSend?: (prompt: Prompt) => Promise<unknown> | unknown;
  /** Stops the run; a button for it stands there while `running`. @default the run's `cancel` */
  readonly onStop?: () => Promise<unknown> | unknown;
  /** @default whether the run is running */
  readonly running?: boolean;
  /** Why nothing can be sent now. It is shown, and sending is off. */
  readonly disabledReason?: string | undefined;
  readonly placeholder?: string;
  /** Whether files can go with a message. @default true */
  readonly attachments?: boolean;
  /** What the file picker offers, as in `<input accept>`. @default everything */
  readonly accept?: string;
  /** @default 10 */
  readonly maxFiles?: number;
  /** Of one file. @default 20,000,000 bytes */
  readonly maxFileBytes?: number;
  /** Keeps what is typed over a reload, under this name. @default the run's id */
  readonly draftKey?: string | undefined;
  readonly autoFocus?: boolean;
}

// What shows and reads files comes with the first one.
const attachFiles = lazyCode(() => import("./attach-files.ts"));

/**
 * Where a person writes: several lines, files by picker, paste or drop. Enter sends, Shift+Enter begins a new line.
 *
 * @example
 * const { run, send } = useAgentRun({ agent: "shop" });
 * return <Composer run={run} onSend={send} />;
 */
export function Composer(props: ComposerProps): ReactNode {
  const { run, disabledReason, attachments = true, maxFiles = 10 } = props;
  const runs = useRunSelector(run, isRunning);
  const onSend = props.onSend ?? run?.send;
  const onStop = props.onStop ?? (run && (() => run.cancel()));
  const running = props.running ?? runs;
  const labels = useLabels("composer", composerLabels);
  const [text, setText] = useComposerDraft(props.draftKey ?? run?.runId);
  const files = useAttachments({ maxFiles, maxFileBytes: props.maxFileBytes ?? 20_000_000, labels });
  const hasFiles = files.list.length > 0;
  const loaded = useCode(attachFiles, hasFiles);
  const attached = loaded.code;
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [dropping, setDropping] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const id = useId();
  const isEmpty = text.trim() === "" && !hasFiles;
  const isUnready = hasFiles && attached === undefined;
  const cannotSend = sending || isEmpty || isUnready || disabledReason !== undefined || onSend === undefined;

  const send = async (): Promise<void> => {
    if (cannotSend || onSend === undefined) return;
    setSending(true);
    setProblem(undefined);
    try {
      await onSend(hasFiles && attached ? await attached.partsOf(text, files.list) : text);
      // What was typed or attached meanwhile is the next message.
      if ((field.current?.value ?? text) === text) setText("");
      files.remove(files.list);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setSending(false);
      field.current?.focus();
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // While a word is being composed (Chinese, Japanese, Korean) Enter belongs to it. Safari ends the word first, and
    // says so by this code alone (https://bugs.webkit.org/show_bug.cgi?id=165004).
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    if (!event.repeat) void send();
  };
  const take = (event: ClipboardEvent | DragEvent, dropped: FileList): void => {
    if (!attachments || dropped.length === 0) return;
    event.preventDefault();
    files.add(dropped);
  };

  return (
    // Dropping is a second way to what the button does.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      className="hp hp-composer"
      data-dropping={dropping}
      onDragOver={(event) => {
        if (!attachments || !event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={() => setDropping(false)}
      onDrop={(event) => {
        setDropping(false);
        take(event, event.dataTransfer.files);
      }}
    >
      {attached && <attached.AttachedFiles files={files.list} onRemove={files.remove} />}
      {isUnready && <CodeWait state={loaded} load={attachFiles.load} />}
      <label htmlFor={id} className="hp-unseen">
        {labels.message}
      </label>
      <textarea
        ref={field}
        id={id}
        className="hp-input hp-composer__text"
        rows={2}
        value={text}
        placeholder={dropping ? labels.drop : (props.placeholder ?? labels.placeholder)}
        aria-describedby={`${id}-reason`}
        // biome-ignore lint/a11y/noAutofocus: the host asks for it
        autoFocus={props.autoFocus}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={(event) => take(event, event.clipboardData.files)}
      />
      {(problem ?? files.problem) !== undefined && (
        <p className="hp-problem" role="alert">
          {problem === undefined ? files.problem : `${labels.failed} ${visibleText(problem)}`}
        </p>
      )}
      <div className="hp-composer__tools">
        {attachments && (
          <>
            <input
              ref={picker}
              type="file"
              multiple
              hidden
              accept={props.accept}
              onChange={(event) => {
                if (event.target.files) files.add(event.target.files);
                // The same file can be picked again after it was removed.
                event.target.value = "";
              }}
            />
            <button
              type="button"
              className="hp-button"
              data-variant="icon"
              aria-label={labels.attach}
              title={labels.attach}
              onClick={() => picker.current?.click()}
            >
              {/* Drawn, not an emoji: not every system has a font for it. */}
              <svg viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" aria-hidden="true">
                <path
                  d="M20 11l-8.5 8.5a5 5 0 0 1-7-7L13 4a3.3 3.3 0 0 1 4.7 4.7l-8.3 8.3a1.7 1.7 0 0 1-2.4-2.4L14.5 7"
                  strokeWidth="1.8"
                  strokeLinecap="round"
                  strokeLinejoin="round"
                />
              </svg>
            </button>
          </>
        )}
        <p id={`${id}-reason`} className="hp-note" role="status">
          {disabledReason ?? ""}
        </p>
        {running && onStop && (
          <button type="button" className="hp-button" onClick={() => void onStop()}>
            {labels.stop}
          </button>
        )}
        <button
          type="button"
          className="hp-button hp-composer__send"
          data-variant="primary"
          aria-disabled={cannotSend}
          onClick={() => void send()}
        >
          {labels.send}
        </button>
      </div>
    </div>
  );
}

function isRunning({ status }: RunView): boolean {
  return status === "running";
}
