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

interface Sent extends Partial<Pick<AnswerState, "sending" | "decided" | "problem">> {
  readonly of: string;
}

/**
 * Sends one Answer at a time. A refused one leaves the prompt open, with all that was typed. Another Request in the same
 * place has nothing of the one before.
 */
export function useAnswer(requestId: string, send: SendAnswer): AnswerState {
  const [sent, setSent] = useState<Sent>();
  const { sending = false, decided, problem }: Partial<Sent> = sent?.of === requestId ? sent : {};

  const answer = useCallback(
    async (given: PromptAnswer) => {
      const put = (more: Partial<Sent>): void => setSent({ of: requestId, ...more });
      put({ sending: true });
      try {
        const outcome = await send(requestId, given);
        drafts.write(requestId, undefined);
        put({ decided: outcome && { mine: outcome.accepted, record: outcome.record } });
        return undefined;
      } catch (error) {
        const refusal = error instanceof Error ? error : new Error(String(error));
        put({ problem: { code: HoldpointError.is(error) ? error.code : undefined, message: refusal.message } });
        return refusal;
      }
    },
    [requestId, send],
  );
  return { sending, decided, problem, answer, reset: () => setSent(undefined) };
}
