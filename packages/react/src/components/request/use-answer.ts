import { type AnswerOutcome, HoldpointError, type RequestRecord } from "@holdpoint/core";
import { useCallback, useState } from "react";
import { drafts } from "../../binding/draft-store.ts";
import type { PromptAnswer } from "./prompt-props.ts";

/** Takes an Answer to where it counts: `answer` of `useAgentRun`, of the runs, or your own. */
export type SendAnswer = (requestId: string, answer: PromptAnswer) => Promise<AnswerOutcome | undefined>;

/** How the Answer of a prompt fares. */
export interface AnswerState {
  readonly sending: boolean;
  /** What was decided, and whether it was us who did. */
  readonly decided: { readonly mine: boolean; readonly record: RequestRecord | undefined } | undefined;
  /** Why it was not taken; the prompt stays as it is. */
  readonly problem: { readonly code: string | undefined; readonly message: string } | undefined;
  readonly answer: (answer: PromptAnswer) => Promise<Error | undefined>;
  readonly reset: () => void;
}

/** Sends one Answer at a time. A refused one leaves the prompt open, with all that was typed. */
export function useAnswer(requestId: string, send: SendAnswer): AnswerState {
  const [sending, setSending] = useState(false);
  const [decided, setDecided] = useState<AnswerState["decided"]>();
  const [problem, setProblem] = useState<AnswerState["problem"]>();

  const answer = useCallback(
    async (given: PromptAnswer) => {
      setSending(true);
      setProblem(undefined);
      try {
        const outcome = await send(requestId, given);
        drafts.write(requestId, undefined);
        if (outcome !== undefined) setDecided({ mine: outcome.accepted, record: outcome.record });
        return undefined;
      } catch (error) {
        const refusal = error instanceof Error ? error : new Error(String(error));
        setProblem({ code: HoldpointError.is(error) ? error.code : undefined, message: refusal.message });
        return refusal;
      } finally {
        setSending(false);
      }
    },
    [requestId, send],
  );
  const reset = useCallback(() => setDecided(undefined), []);
  return { sending, decided, problem, answer, reset };
}
