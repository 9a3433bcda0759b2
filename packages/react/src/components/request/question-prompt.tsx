import { type ReactNode, useId, useMemo, useRef, useState } from "react";
import { useLabels } from "../settings.ts";
import { visibleText } from "../text/visible-text.ts";
import { DeclineButton } from "./decline-button.tsx";
import { type FieldProblem, formLabels } from "./form-labels.ts";
import type { FieldDraft, FormDraft } from "./form-values.ts";
import { GuardedButton } from "./guarded-button.tsx";
import { PromptFrame, type RequestPromptProps } from "./prompt-frame.tsx";
import { promptLabels } from "./prompt-labels.ts";
import type { PromptProps } from "./prompt-props.ts";
import { otherKey, questionField, readAnswers, readQuestions } from "./question-fields.ts";
import { SchemaField } from "./schema-field.tsx";
import { asksForSecret } from "./schema-fields.ts";
import { useDraft } from "./use-draft.ts";

/** Asks the questions of the question tool (contract §4A); each may also be answered in own words. */
export function QuestionPrompt(props: RequestPromptProps): ReactNode {
  return <PromptFrame {...props} body={QuestionBody} />;
}

/** The part of a question prompt that is its own. */
export function QuestionBody({ record, answer, sending }: PromptProps): ReactNode {
  const labels = useLabels("form", formLabels);
  const prompt = useLabels("prompt", promptLabels);
  const { data, prompt: words } = record.request;
  const questions = useMemo(() => {
    const read = readQuestions(data);
    return read.length > 0 ? read : [{ question: words, options: [], multiple: false }];
  }, [data, words]);
  const isSecret = questions.some(({ question, header = "" }) => asksForSecret(`${header} ${question}`));
  const [draft, setDraft] = useDraft<FormDraft>(isSecret ? undefined : record.requestId, readDraft, {});
  const [problems, setProblems] = useState<ReadonlyMap<string, FieldProblem>>(new Map());
  const form = useRef<HTMLFormElement>(null);
  const id = useId();

  const change = (key: string, value: FieldDraft): void => {
    setDraft({ ...draft, [key]: value });
    setProblems(new Map());
  };
  const submit = (): void => {
    const answers = readAnswers(questions, draft);
    const missing = answers.flatMap((one, index) => (one.answer === undefined ? [index] : []));
    setProblems(new Map(missing.map((index) => [String(index), { kind: "required" }])));
    if (missing.length > 0) form.current?.querySelector<HTMLElement>(`[data-field="${missing[0]}"]`)?.focus();
    else void answer({ ok: true, data: { answers } });
  };

  return (
    <form ref={form} className="hp-form" noValidate onSubmit={(event) => event.preventDefault()}>
      {isSecret && <p className="hp-warning">{labels.noSecrets}</p>}
      {questions.map((question, index) => {
        const field = questionField(question, index);
        const other = draft[otherKey(index)];
        return (
          <div key={field.key} className="hp-question">
            <SchemaField
              id={`${id}-${index}`}
              index={index}
              field={field}
              value={draft[field.key] ?? (question.multiple ? [] : null)}
              problem={problems.get(field.key)}
              onChange={(value) => change(field.key, value)}
            />
            {question.options.length > 0 && (
              <input
                className="hp-input"
                type="text"
                autoComplete="off"
                placeholder={labels.other}
                aria-label={labels.otherAnswer(visibleText(question.question))}
                value={typeof other === "string" ? other : ""}
                onChange={(event) => change(otherKey(index), event.target.value)}
              />
            )}
          </div>
        );
      })}
      <p className="hp-unseen" role="status">
        {problems.size > 0 ? labels.problems(problems.size) : ""}
      </p>
      <div className="hp-actions">
        <DeclineButton answer={answer} sending={sending} />
        <GuardedButton variant="primary" disabled={sending} onPress={submit}>
          {prompt.send}
        </GuardedButton>
      </div>
    </form>
  );
}

function readDraft(stored: unknown): FormDraft {
  return typeof stored === "object" && stored !== null && !Array.isArray(stored) ? (stored as FormDraft) : {};
}
