import { type ReactNode, useId } from "react";
import { useLabels } from "../settings.ts";
import { doubtLabels } from "./doubt-labels.ts";
import { GuardedButton } from "./guarded-button.tsx";
import type { PromptProps } from "./prompt-props.ts";
import { useDraft } from "./use-draft.ts";

/** The part of a doubt that is its own. */
export function InDoubtBody({ record, answer, sending }: PromptProps): ReactNode {
  const labels = useLabels("doubt", doubtLabels);
  const [output, setOutput] = useDraft<string>(
    record.requestId,
    (stored) => (typeof stored === "string" ? stored : ""),
    "",
  );
  const id = useId();
  const say = (outcome: "ran" | "run_again" | "give_up"): void => {
    const words = outcome === "ran" && output.trim() !== "" ? { output: output.trim() } : {};
    void answer({ ok: true, data: { outcome, ...words } });
  };
  return (
    <div className="hp-form">
      <p className="hp-warning">{labels.note}</p>
      <div className="hp-field">
        <label htmlFor={id}>{labels.outcome}</label>
        <textarea
          id={id}
          className="hp-input"
          rows={2}
          value={output}
          onChange={(event) => setOutput(event.target.value)}
        />
      </div>
      <div className="hp-actions">
        <GuardedButton disabled={sending} onPress={() => say("give_up")}>
          {labels.giveUp}
        </GuardedButton>
        <GuardedButton variant="danger" disabled={sending} onPress={() => say("run_again")}>
          {labels.runAgain}
        </GuardedButton>
        <GuardedButton disabled={sending} onPress={() => say("ran")}>
          {labels.ran}
        </GuardedButton>
      </div>
    </div>
  );
}
