import type { ReactNode } from "react";
import { useLabels } from "../settings.ts";
import { GuardedButton } from "./guarded-button.tsx";
import { promptLabels } from "./prompt-labels.ts";
import type { PromptProps } from "./prompt-props.ts";

/** Says no without a reason. */
export function DeclineButton({ answer, sending }: Pick<PromptProps, "answer" | "sending">): ReactNode {
  const labels = useLabels("prompt", promptLabels);
  return (
    <GuardedButton disabled={sending} onPress={() => void answer({ ok: false, reason: "declined" })}>
      {labels.decline}
    </GuardedButton>
  );
}
