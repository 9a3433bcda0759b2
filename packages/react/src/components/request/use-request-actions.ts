import { useMemo } from "react";
import { useOptionalRuns } from "../../hooks/provider.tsx";
import type { SendAnswer } from "./use-answer.ts";

/** How Requests are answered here: by the prop, else by the runs of the provider. */
export function useRequestActions(onAnswer: SendAnswer | undefined): {
  readonly send: SendAnswer;
  readonly takeBack: ((requestId: string) => Promise<boolean>) | undefined;
} {
  const runs = useOptionalRuns();
  return useMemo(() => {
    const send: SendAnswer | undefined = onAnswer ?? (runs && ((id, answer) => runs.answer(id, answer)));
    if (send === undefined) {
      throw new Error(
        "A prompt has nowhere to send its answer. Put it inside <HoldpointProvider>, or pass it `onAnswer`.",
      );
    }
    return { send, takeBack: runs && ((id: string) => runs.retractAnswer(id)) };
  }, [onAnswer, runs]);
}
