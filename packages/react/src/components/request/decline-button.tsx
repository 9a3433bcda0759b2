import type { ReactNode } from "react";
import { useLabels } from "../settings.ts";
import { answerLabels } from "./answer-labels.ts";
import { GuardedButton } from "./guarded-button.tsx";
import type { PromptProps } from "./prompt-props.ts";

/** Says no without a reason. */
export function DeclineButton({ answer, sending }: Pick<PromptProps, "answer" | "sending">): ReactNode {
  const labels = useLabels("prompt", answerLabels);
  return (
    <GuardedButton disabled={sending} onPress={() => void answer({ ok: false, reason: "declined" })}>
      {labels.decline}
    </GuardedButton>
  );
}
