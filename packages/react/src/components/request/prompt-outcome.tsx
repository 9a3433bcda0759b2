import type { Answer, RequestKind, RequestRecord } from "@holdpoint/core";
import type { ReactNode } from "react";
import { useLabels } from "../settings.ts";
import { ForeignText } from "../text/foreign-text.tsx";
import { readOwn } from "../text/read-own.ts";
import { promptLabels } from "./prompt-labels.ts";
import type { AnswerState } from "./use-answer.ts";

interface Outcome {
  readonly record: RequestRecord;
  readonly decided: AnswerState["decided"];
  readonly isExpired: boolean;
  /** The call has not begun. */
  readonly isBeforeCall: boolean;
}

/** What was decided, and whether somebody else was first. */
export function outcomeWords(
  labels: typeof promptLabels,
  { record, decided, isExpired, isBeforeCall }: Outcome,
): string {
  const { answer } = record;
  if (answer === undefined) {
    if (!isExpired) return labels.closed;
    // Only what stands before a call can say that nothing was run.
    return isBeforeCall ? labels.expired : labels.outcomes.expired;
  }
  const words = labels.outcomes[outcomeOf(answer, record.request.kind)];
  return decided?.mine === false ? `${labels.otherWasFirst} ${words}` : words;
}

interface PromptOutcomeProps {
  readonly record: RequestRecord;
  readonly words: string;
  readonly onTakeBack: (() => Promise<void>) | undefined;
}

/** What was decided on a Request that is no longer open, by whom it may have been. */
export function PromptOutcome({ record, words, onTakeBack }: PromptOutcomeProps): ReactNode {
  const labels = useLabels("prompt", promptLabels);
  const reason = readOwn(record.answer?.data, "reason");
  return (
    <div className="hp-outcome">
      <p>
        {words}
        {typeof reason === "string" && reason !== "" && (
          <>
            {" "}
            <q>
              <ForeignText text={reason} />
            </q>
          </>
        )}
      </p>
      {record.state === "answered" && onTakeBack && (
        <button type="button" className="hp-button" data-variant="quiet" onClick={() => void onTakeBack()}>
          {labels.takeBack}
        </button>
      )}
    </div>
  );
}

function outcomeOf({ ok, reason }: Answer, kind: RequestKind): keyof typeof promptLabels.outcomes {
  if (!ok) return reason ?? "declined";
  return kind === "approval" ? "yes" : "answered";
}
