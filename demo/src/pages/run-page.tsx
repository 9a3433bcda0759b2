import { useAgentRun, useRunView } from "@holdpoint/react";
import { Composer, RunTimeline } from "@holdpoint/react/components";
import { lazy, Suspense, useEffect, useState } from "react";
import { agentName } from "../agents.ts";
import type { DemoRuns } from "../demo-runs.ts";
import { Icon } from "../icon.tsx";
import { hrefOf } from "../route.ts";
import { StatusDot, statusWords } from "../run-list.tsx";
import { RemoveButton } from "./remove-button.tsx";

const DevtoolsPanel = lazy(async () => ({ default: (await import("../panels/devtools-panel.tsx")).DevtoolsPanel }));

/** One run: what was said, what waits for a person, and a place to say more. */
export function RunPage({ demo, runId }: { readonly demo: DemoRuns; readonly runId: string }) {
  const agent = useAgentRun({ agent: agentName, runId });
  const { title } = useRunView(agent.run);
  const [toolsOpen, setToolsOpen] = useState(false);
  const { status } = agent;

  useEffect(() => {
    if (title !== "") document.title = `${title} – Holdpoint`;
  }, [title]);

  if (status === "missing") {
    return (
      <div className="page">
        <h1>There is no such run</h1>
        <p className="lead">It was removed, or it lives in another browser.</p>
        <a className="primary" href={hrefOf({ page: "start" })}>
          Start a new one
        </a>
      </div>
    );
  }
  const isKnown = status !== "loading" && status !== "idle";
  return (
    <div className="run-page" data-tools={toolsOpen ? "open" : "closed"}>
      <header className="run-head">
        <div className="run-head-words">
          <h1>{title}</h1>
          <p className="run-meta">
            {isKnown && (
              <>
                <StatusDot status={status} /> {statusWords[status]} · {roleWords[agent.role]} ·{" "}
                {agent.usage.totalTokens.toLocaleString("en")} tokens
              </>
            )}
          </p>
        </div>
        <button type="button" className="quiet" aria-pressed={toolsOpen} onClick={() => setToolsOpen(!toolsOpen)}>
          <Icon name="log" /> <span className="label">Devtools</span>
        </button>
        <RemoveButton runs={demo.runs} runId={runId} />
      </header>
      <div className="run-body">
        <h2 className="visually-hidden">Conversation</h2>
        <RunTimeline run={agent.run} />
      </div>
      <div className="run-foot">
        {/* A run that waits can be stopped too: its open questions are closed. */}
        <Composer key={runId} run={agent.run} running={status === "running" || status === "paused"} />
      </div>
      {toolsOpen && (
        <Suspense>
          <DevtoolsPanel tap={demo.tap} runId={runId} />
        </Suspense>
      )}
    </div>
  );
}

/** What this tab has to do with the run. */
const roleWords = {
  driver: "this tab drives",
  follower: "another tab drives",
  idle: "at rest",
} as const;
