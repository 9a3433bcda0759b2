import type { RequestKind, RequestRecord } from "@holdpoint/core";
import { type ComponentType, type ReactNode, useId, useRef } from "react";
import { useLabels } from "../settings.ts";
import { visibleText } from "../text/visible-text.ts";
import { askerOf } from "./asker.ts";
import { ExactCall } from "./exact-call.tsx";
import { ExpiryNotice, useSpokenExpiry, useTimeLeft } from "./expiry-notice.tsx";
import { OwnWords } from "./own-words.tsx";
import { promptLabels } from "./prompt-labels.ts";
import { outcomeWords, PromptOutcome } from "./prompt-outcome.tsx";
import type { PromptProps } from "./prompt-props.ts";
import { type SendAnswer, useAnswer } from "./use-answer.ts";
import { useKeptFocus } from "./use-kept-focus.ts";
import { useRequestActions } from "./use-request-actions.ts";

/** What every prompt takes. */
export interface RequestPromptProps {
  readonly request: RequestRecord;
  /** Takes the Answer. @default the `answer` of the provider's runs */
  readonly onAnswer?: SendAnswer;
}

interface PromptFrameProps extends RequestPromptProps {
  readonly body: ComponentType<PromptProps>;
  /** The body says what the prompt says. @default false */
  readonly saysPrompt?: boolean;
}

/**
 * What is the same round every prompt: our own sentence and the exact call first, then the words of whoever asks, then
 * the way to answer, and what became of it. It never takes the focus; it keeps it when what had it goes away.
 */
export function PromptFrame({
  request: record,
  onAnswer,
  body: Body,
  saysPrompt = false,
}: PromptFrameProps): ReactNode {
  const labels = useLabels("prompt", promptLabels);
  const { send, takeBack } = useRequestActions(onAnswer);
  const { sending, decided, problem, answer, reset } = useAnswer(record.requestId, send);
  const left = useTimeLeft(record.request);
  const spokenExpiry = useSpokenExpiry(left);
  const frame = useRef<HTMLElement>(null);
  const id = useId();
  const { request } = record;
  const { call, origin, agent } = askerOf(record);
  const tool = visibleText(call.toolName);
  const line = origin === "tool" ? labels.asksInside : origin === "in_doubt" ? labels.wasRunning : labels.wantsToRun;
  const known = decided?.record ?? record;
  const isExpired = left !== undefined && left <= 0;
  const isBeforeCall = origin === "policy" || origin === "hook";
  const isOpen = decided === undefined && record.state === "open" && !isExpired;
  const outcome = isOpen ? undefined : outcomeWords(labels, { record: known, decided, isExpired, isBeforeCall });
  useKeptFocus(frame, isOpen);

  return (
    <article
      ref={frame}
      className="hp hp-prompt"
      data-kind={request.kind}
      data-state={isOpen ? (sending ? "sending" : "open") : known.state === "open" ? "expired" : known.state}
      aria-labelledby={id}
      tabIndex={-1}
    >
      <h3 id={id} className="hp-prompt__title">
        <bdi>{labels.title(visibleText(request.kind), tool)}</bdi>
      </h3>
      <ExactCall line={line(visibleText(agent), tool)} call={call} folded={toldOnly.has(request.kind)} />
      {!saysPrompt && <OwnWords record={record} />}
      {isOpen ? (
        <>
          {left !== undefined && <ExpiryNotice left={left} />}
          {/* Another Request in the same place: nothing typed or pressed for the one before counts for it. */}
          <Body key={record.requestId} record={record} answer={answer} sending={sending} />
          {problem !== undefined && (
            <p className="hp-problem" role="alert">
              {labels.failed} {visibleText(labels.refused(problem.code, problem.message))}
            </p>
          )}
        </>
      ) : (
        <PromptOutcome
          record={known}
          words={outcome ?? ""}
          onTakeBack={
            takeBack &&
            (async () => {
              if (await takeBack(record.requestId)) reset();
            })
          }
        />
      )}
      {/* One place that speaks, there from the start: what comes later is then read out by everything that reads out. */}
      <p className="hp-unseen" role="status">
        {outcome ?? (sending ? labels.sending : spokenExpiry)}
      </p>
    </article>
  );
}

/** Kinds that ask for something from inside a call: the call is already under way, nobody decides on it. */
const toldOnly = new Set<RequestKind>(["input", "question", "authorization"]);
