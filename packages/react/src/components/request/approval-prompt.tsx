import type { ReactNode } from "react";
import { useLabels } from "../settings.ts";
import { askerOf } from "./asker.ts";
import { GuardedButton } from "./guarded-button.tsx";
import { PromptFrame, type RequestPromptProps } from "./prompt-frame.tsx";
import { promptLabels } from "./prompt-labels.ts";
import type { PromptProps } from "./prompt-props.ts";
import { RejectFields } from "./reject-fields.tsx";
import { useDraft } from "./use-draft.ts";

/**
 * Asks whether one exact call may run. Approving is never where the focus starts.
 *
 * @example
 * <ApprovalPrompt request={pending[0]} />
 */
export function ApprovalPrompt(props: RequestPromptProps): ReactNode {
  return <PromptFrame {...props} body={ApprovalBody} />;
}

/** The part of an approval that is its own. */
export function ApprovalBody({ record, answer, sending }: PromptProps): ReactNode {
  const labels = useLabels("prompt", promptLabels);
  const [reason, setReason] = useDraft<string | undefined>(record.requestId, readReason, undefined);
  if (reason !== undefined) {
    return (
      <RejectFields
        answer={answer}
        sending={sending}
        draft={reason}
        onDraft={setReason}
        onBack={() => setReason(undefined)}
      />
    );
  }
  return (
    <div className="hp-actions">
      <button type="button" className="hp-button" onClick={() => setReason("")}>
        {labels.reject}
      </button>
      <GuardedButton variant="primary" disabled={sending} onPress={() => void answer({ ok: true })}>
        {/* A tool that asks is answered; only policy and hooks stand before the tool (threat S60). */}
        {askerOf(record).origin === "tool" ? labels.yes : labels.approve}
      </GuardedButton>
    </div>
  );
}

function readReason(stored: unknown): string | undefined {
  return typeof stored === "string" ? stored : undefined;
}
