import type { RunStatus } from "@holdpoint/core";
import { useRunList } from "@holdpoint/react";
import { hrefOf } from "./route.ts";

/** All runs of this browser, newest first. */
export function RunList({ current }: { readonly current: string | undefined }) {
  const { runs, status, error } = useRunList();
  if (status === "failed") return <p className="run-list-empty">Runs cannot be read: {error?.message}</p>;
  if (runs.length === 0) return <p className="run-list-empty">Runs you start stay here, also after a reload.</p>;
  return (
    <ul className="run-list" aria-label="Runs">
      {runs.map((run) => (
        <li key={run.runId}>
          <a href={hrefOf({ page: "run", runId: run.runId })} aria-current={run.runId === current ? "page" : undefined}>
            <span className="run-title">{run.title || run.runId}</span>
            <span className="run-meta">
              <StatusDot status={run.status} /> {run.unreadable ? "cannot be read" : statusWords[run.status]} ·{" "}
              {when(run.updatedAt)}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** What a status is called in the demo. */
export const statusWords: Readonly<Record<RunStatus, string>> = {
  running: "running",
  paused: "waits for you",
  done: "done",
  incomplete: "stopped at a limit",
  failed: "failed",
  cancelled: "cancelled",
};

export function StatusDot({ status }: { readonly status: RunStatus }) {
  return <span className="status-dot" data-status={status} aria-hidden="true" />;
}

function when(at: number): string {
  const date = new Date(at);
  const sameDay = date.toDateString() === new Date().toDateString();
  return date.toLocaleString("en", sameDay ? { timeStyle: "short" } : { dateStyle: "medium" });
}
