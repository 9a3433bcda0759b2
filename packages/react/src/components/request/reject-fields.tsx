import { type ReactNode, useId } from "react";
import { useLabels } from "../settings.ts";
import { GuardedButton } from "./guarded-button.tsx";
import { promptLabels } from "./prompt-labels.ts";
import type { PromptAnswer, PromptProps } from "./prompt-props.ts";

interface RejectFieldsProps extends Pick<PromptProps, "answer" | "sending"> {
  readonly draft: string;
  readonly onDraft: (reason: string) => void;
  readonly onBack: () => void;
}

/** Asks for a reason, then says no. The reason may stay empty. */
export function RejectFields({ answer, sending, draft, onDraft, onBack }: RejectFieldsProps): ReactNode {
  const labels = useLabels("prompt", promptLabels);
  const id = useId();
  return (
    <div className="hp-reject">
      <label htmlFor={id}>{labels.rejectReason}</label>
      <textarea id={id} className="hp-input" rows={2} value={draft} onChange={(event) => onDraft(event.target.value)} />
      <div className="hp-actions">
        <button type="button" className="hp-button" onClick={onBack}>
          {labels.back}
        </button>
        <GuardedButton variant="danger" disabled={sending} onPress={() => void answer(declined(draft))}>
          {labels.rejectNow}
        </GuardedButton>
      </div>
    </div>
  );
}

function declined(reason: string): PromptAnswer {
  const words = reason.trim();
  return { ok: false, reason: "declined", ...(words !== "" && { data: { reason: words } }) };
}
