import type { AnswerInput, RequestRecord, RunHandle, RunView } from "@holdpoint/core";
import type { Scenario } from "./scenario.ts";
import { outputOf } from "./scenario-agents.ts";

/** Looks in the world whether the effect of a call is there. */
export type HasHappened = (key: string) => boolean | Promise<boolean>;

/** The key of the call a Request is about: a sub-agent's own where it asks through its parent. */
export function keyOf({ runId, callId, child }: RequestRecord): string {
  return child === undefined ? `${runId}/${callId}` : `${child.runId}/${child.call.callId}`;
}

/** What a person answers who says yes to everything, and of a doubt what the world shows. */
export async function decide(record: RequestRecord, hasHappened: HasHappened): Promise<AnswerInput> {
  const { request, call, child } = record;
  const { toolName, args } = child?.call ?? call;
  switch (request.kind) {
    case "in_doubt":
      return (await hasHappened(keyOf(record)))
        ? { ok: true, data: { outcome: "ran", output: outputOf(toolName, args) } }
        : { ok: true, data: { outcome: "run_again" } };
    case "authorization":
      return { ok: true, data: { step: "in" } };
    case "question":
      return { ok: true, data: { answers: ["blue"] } };
    case "input":
      return { ok: true, data: { env: "staging" } };
    default:
      if (request.prompt === "Add it?") return { ok: true, data: { step: "added" } };
      return { ok: true, data: toolName === "transfer" ? { args: { amount: 5 } } : {} };
  }
}

/** Whether a scenario is over. */
export function isOver({ ends }: Scenario, { status }: RunView): boolean {
  return status === (ends ?? "done");
}

/**
 * Sits at one page until the run is over: answers what is open, and cancels or retries where the scenario's person
 * does. @throws when the page shows an error nobody expects.
 */
export function attend(run: RunHandle, scenario: Scenario, hasHappened: HasHappened): Promise<RunView> {
  const seen = new Set<string>();
  let isRetrying = false;
  return new Promise((resolve, reject) => {
    const act = (doing: Promise<unknown>): void => {
      doing.catch(reject);
    };
    const answerOpen = ({ pending }: RunView): void => {
      for (const record of pending) {
        if (seen.has(record.requestId)) continue;
        seen.add(record.requestId);
        if (scenario.cancels) act(run.cancel());
        else act(decide(record, hasHappened).then((answer) => run.answer(record.requestId, answer)));
      }
    };
    const look = (): void => {
      const view = run.getView();
      const canRetry = view.status === "failed" && scenario.retries === true;
      if (isOver(scenario, view)) {
        queueMicrotask(() => stop());
        resolve(view);
      } else if (view.error !== undefined && !canRetry) {
        reject(new Error(`The page shows an error: ${view.error.message}`));
      } else if (canRetry && !isRetrying) {
        act(run.retry());
      }
      isRetrying = canRetry;
      answerOpen(view);
    };
    const stop = run.subscribe(look);
    look();
  });
}
