import type { RunHandle, RunView } from "@holdpoint/core";
import { type ReactNode, useState } from "react";
import { AllowedTools } from "../request/allowed-tools.tsx";
import { useLabels } from "../settings.ts";
import { visibleText } from "../text/visible-text.ts";
import { timelineLabels } from "./timeline-labels.ts";
import { useIsOffline } from "./use-is-offline.ts";

interface RunNoticesProps {
  readonly view: RunView;
  readonly run: RunHandle | undefined;
}

/** What a reader must know of the run as a whole, with what can be done about it. */
export function RunNotices({ view, run }: RunNoticesProps): ReactNode {
  const labels = useLabels("timeline", timelineLabels);
  const isOffline = useIsOffline();
  const retry = run && <RunButton label={labels.retry} onPress={() => run.retry()} />;
  const takeOver = run && <RunButton label={labels.takeOver} onPress={() => run.takeOver()} />;
  return (
    <>
      {view.error !== undefined && (
        <Notice tone="danger">
          <span>{labels.error(view.error)}</span>
          {(view.status === "failed" || view.held) && retry}
          <details className="hp-fold">
            <summary>{labels.details}</summary>
            <p className="hp-code">{visibleText(`${view.error.message} (${view.error.code})`)}</p>
          </details>
        </Notice>
      )}
      {isOffline && view.status === "running" && (
        <Notice tone="warning">
          <span>{labels.offline}</span>
        </Notice>
      )}
      {view.stalled && (
        <Notice tone="warning">
          <span>{labels.stalled}</span>
          {takeOver}
        </Notice>
      )}
      {view.interrupted && !view.stalled && (
        <Notice tone="warning">
          <span>{labels.interrupted}</span>
          {takeOver}
        </Notice>
      )}
      {view.status === "cancelled" && (
        <Notice tone="plain">
          <span>{labels.cancelled}</span>
          {retry}
        </Notice>
      )}
      {view.status === "incomplete" && (
        <Notice tone="warning">
          <span>{labels.limit(visibleText(view.limit ?? "?"))}</span>
        </Notice>
      )}
      {view.queued > 0 && (
        <Notice tone="plain">
          <span>{labels.queued(view.queued)}</span>
        </Notice>
      )}
      {view.runId !== "" && (
        <li className="hp-notice" data-tone="plain">
          <AllowedTools runId={view.runId} />
        </li>
      )}
      {!view.durable && (
        <Notice tone="plain">
          <span>{labels.notDurable}</span>
        </Notice>
      )}
    </>
  );
}

function Notice({ tone, children }: { tone: "plain" | "warning" | "danger"; children: ReactNode }): ReactNode {
  return (
    <li className="hp-notice" data-tone={tone}>
      {children}
    </li>
  );
}

/** A button that acts on the run, one press at a time, and says when that failed. */
function RunButton({ label, onPress }: { label: string; onPress: () => Promise<void> }): ReactNode {
  const [state, setState] = useState<{ busy: boolean; problem?: string }>({ busy: false });
  const press = async (): Promise<void> => {
    setState({ busy: true });
    try {
      await onPress();
      setState({ busy: false });
    } catch (error) {
      setState({ busy: false, problem: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <>
      <button
        type="button"
        className="hp-button"
        aria-disabled={state.busy}
        onClick={state.busy ? undefined : () => void press()}
      >
        {label}
      </button>
      {state.problem !== undefined && <span role="alert">{visibleText(state.problem)}</span>}
    </>
  );
}
