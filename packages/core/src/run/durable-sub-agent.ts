import { HoldpointError } from "../contracts/errors.ts";
import { newRequestId } from "../contracts/request.ts";
import type { AgentTask } from "../contracts/tool.ts";
import { ToolResult } from "../contracts/tool-result.ts";
import type { AgentCall, AgentEnd } from "../loop/loop-context.ts";
import type { Agent } from "./agent.ts";
import { createRun } from "./create-run.ts";
import type { RequestRecord, RunRecord } from "./journal.ts";
import type { Patience } from "./patience.ts";
import type { RunSession, RunsShared } from "./run-session.ts";
import { DEFAULT_MAX_DEPTH, escalated, isAgent, restResult, tooDeep } from "./sub-agent.ts";

/**
 * Lets a sub-agent do a task as part of a durable run: a run of its own, whose id is made of the call's, so that a call
 * that is entered again finds it and goes on with it. It survives what its parent survives. What it asks a person, its
 * parent asks; the Answer goes down the same way.
 */
export async function runDurableSubAgent(
  shared: RunsShared,
  parent: RunRecord,
  parentAgent: Agent,
  task: AgentTask,
  { callId, signal, answered, spend }: AgentCall,
  patience: Patience,
): Promise<AgentEnd> {
  const { store, clock } = shared;
  const { agent } = task;
  if (!isAgent(agent)) return { result: ToolResult.error(`${agent.name} is no agent.`) };
  const { name } = agent;
  const depth = (parent.parent?.depth ?? 0) + 1;
  const { maxDepth = DEFAULT_MAX_DEPTH } = parentAgent.budget ?? {};
  if (depth > maxDepth) return { result: tooDeep(name, maxDepth) };

  const runId = `${parent.runId}/${callId}`;
  if (spend !== undefined) shared.spends.set(runId, spend);
  const link = { runId: parent.runId, callId, depth };
  // A store that cannot take it now is no failure of the call.
  await patience.insist(async () => {
    if ((await store.getRun(runId)) === undefined) {
      await createRun(store, { runId, agent, prompt: task.prompt, at: clock.now(), parent: link });
    } else if (answered?.raised.child !== undefined) {
      // One that was taken before the page stopped is not taken again: it says so, and that is all.
      const { requestId } = answered.raised.child;
      await store.answer(requestId, { ...answered.answer, id: requestId }, clock.now());
    }
  });
  const session = shared.open(runId);
  // Who drives the parent drives its sub-agents: a tab that did so before may hold them still, and not move.
  void session.takeOver();
  await restOf(session, signal);
  const { record, pending } = { record: session.record, pending: session.view().pending };
  const request = pending[0];
  if (record?.status === "paused" && request !== undefined) return escalate(name, request);
  if (record === undefined) return { result: restResult(name, { status: "failed", text: "", problem: "it is gone" }) };
  const { status, text = "", usage, limit, error } = record;
  const end = { status, text, ...(limit && { limit }), ...(error && { problem: error.message }) };
  return { usage, result: restResult(name, end) };
}

function escalate(name: string, record: RequestRecord): AgentEnd {
  const path = [name, ...(record.child?.path ?? [])];
  const { call, origin } = record.child ?? record;
  const { requestId, runId } = record;
  return {
    result: ToolResult.pending(escalated(record.request, path, newRequestId())),
    child: { path, call, origin, requestId, runId },
  };
}

/** Waits until a run is at rest or asks a person. A parent that is cancelled cancels it; one that lets go lets it be. */
function restOf(session: RunSession, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const { status, pending, error, held } = session.view();
      const isOver = status !== "loading" && status !== "running" && status !== "paused";
      if (!isOver && !(status === "paused" && pending.length > 0) && (error === undefined || held)) return;
      finish(resolve);
    };
    const onAbort = () => {
      const isCancel = !(HoldpointError.is(signal.reason) && signal.reason.name === "StoreError");
      const cancelled = isCancel ? session.cancel("its parent was cancelled") : Promise.resolve();
      cancelled.then(
        () => finish(() => reject(signal.reason)),
        (error: unknown) => finish(() => reject(error)),
      );
    };
    const stop = session.subscribe(look);
    const finish = (end: () => void) => {
      stop();
      signal.removeEventListener("abort", onAbort);
      end();
    };
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
    session.refresh().then(look, reject);
  });
}
