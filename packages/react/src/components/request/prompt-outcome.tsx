import type { Answer, RequestRecord } from "@holdpoint/core";
import type { ReactNode } from "react";
import { useLabels } from "../settings.ts";
import { ForeignText } from "../text/foreign-text.tsx";
import { promptLabels } from "./prompt-labels.ts";
import type { AnswerState } from "./use-answer.ts";

interface PromptOutcomeProps {
  readonly record: RequestRecord;
  readonly decided: AnswerState["decided"];
  readonly expired: boolean;
  readonly onTakeBack: (() => Promise<void>) | undefined;
}

/** What was decided on a Request that is no longer open, by whom it may have been. */
export function PromptOutcome({ record, decided, expired, onTakeBack }: PromptOutcomeProps): ReactNode {
  const labels = useLabels("prompt", promptLabels);
  const { answer, state } = record;
  const reason = answer === undefined ? undefined : reasonOf(answer);
  const words = answer === undefined ? (expired ? labels.expired : labels.closed) : labels.outcomes[outcomeOf(answer)];
  return (
    <div className="hp-outcome" role="status">
      <p>
        {decided?.mine === false && answer !== undefined && `${labels.otherWasFirst} `}
        {words}
        {reason !== undefined && (
          <>
            {" "}
            <q>
              <ForeignText text={reason} />
            </q>
          </>
        )}
      </p>
      {state === "answered" && onTakeBack && (
        <button type="button" className="hp-button" data-variant="quiet" onClick={() => void onTakeBack()}>
          {labels.takeBack}
        </button>
      )}
    </div>
  );
}

function outcomeOf({ ok, reason }: Answer): "yes" | "declined" | "cancelled" | "expired" {
  return ok ? "yes" : (reason ?? "declined");
}

function reasonOf({ data }: Answer): string | undefined {
  const reason =
    typeof data === "object" && data !== null && Object.hasOwn(data, "reason")
      ? Reflect.get(data, "reason")
      : undefined;
  return typeof reason === "string" && reason !== "" ? reason : undefined;
}
