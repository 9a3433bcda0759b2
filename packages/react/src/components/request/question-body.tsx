import { type ReactNode, useId, useMemo } from "react";
import { useLabels } from "../settings.ts";
import { visibleText } from "../text/visible-text.ts";
import { answerLabels } from "./answer-labels.ts";
import { DeclineButton } from "./decline-button.tsx";
import { formLabels } from "./form-labels.ts";
import type { FieldDraft, FormDraft } from "./form-values.ts";
import { GuardedButton } from "./guarded-button.tsx";
import type { PromptProps } from "./prompt-props.ts";
import { otherKey, questionField, readAnswers } from "./question-fields.ts";
import { readFormDraft } from "./read-form-draft.ts";
import { type Question, readQuestions } from "./read-questions.ts";
import { RefusedSecret } from "./refused-secret.tsx";
import { SchemaField } from "./schema-field.tsx";
import { asksForSecret } from "./schema-fields.ts";
import { ProblemCount } from "./schema-form.tsx";
import { useDraft } from "./use-draft.ts";
import { useFormProblems } from "./use-form-problems.ts";

/** The part of a question prompt that is its own. */
export function QuestionBody({ record, answer, sending }: PromptProps): ReactNode {
  const prompt = useLabels("prompt", answerLabels);
  const { data, prompt: words } = record.request;
  const questions = useMemo(() => {
    const read = readQuestions(data);
    return read.length > 0 ? read : [{ question: words, options: [], multiple: false }];
  }, [data, words]);
  const secret = questions.find((question) => question.options.length === 0 && isSecret(question));
  const [draft, setDraft] = useDraft<FormDraft>(secret ? undefined : record.requestId, readFormDraft, {});
  const { form, problems, show, forget } = useFormProblems(useMemo(() => questions.map(keyOf), [questions]));
  const id = useId();
  if (secret !== undefined) return <RefusedSecret field={secret.question} answer={answer} sending={sending} />;

  const submit = (): void => {
    const answers = readAnswers(questions, draft);
    const missing = answers.flatMap((one, index) => (one.answer === undefined ? [String(index)] : []));
    if (show(new Map(missing.map((key) => [key, { kind: "required" }])))) void answer({ ok: true, data: { answers } });
  };
  return (
    <form ref={form} className="hp-form" noValidate onSubmit={(event) => event.preventDefault()}>
      {questions.map((question, index) => {
        const field = questionField(question, index);
        const change = (key: string, value: FieldDraft): void => {
          // One answer: own words and a choice take each other's place.
          const other = key === field.key ? otherKey(index) : field.key;
          const cleared = question.multiple || value === "" ? {} : { [other]: null };
          setDraft({ ...draft, ...cleared, [key]: value });
          forget(field.key);
        };
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
            {question.options.length > 0 && !isSecret(question) && (
              <OtherField
                question={question}
                value={draft[otherKey(index)]}
                onChange={(text) => change(otherKey(index), text)}
              />
            )}
          </div>
        );
      })}
      <ProblemCount problems={problems} />
      <div className="hp-actions">
        <DeclineButton answer={answer} sending={sending} />
        <GuardedButton variant="primary" disabled={sending} onPress={submit}>
          {prompt.send}
        </GuardedButton>
      </div>
    </form>
  );
}

interface OtherFieldProps {
  readonly question: Question;
  readonly value: FieldDraft | undefined;
  readonly onChange: (text: string) => void;
}

/** Takes an answer that is not on the list. */
function OtherField({ question, value, onChange }: OtherFieldProps): ReactNode {
  const labels = useLabels("form", formLabels);
  return (
    <input
      className="hp-input"
      type="text"
      autoComplete="off"
      placeholder={labels.other}
      aria-label={labels.otherAnswer(visibleText(question.question))}
      value={typeof value === "string" ? value : ""}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Where something can be typed nobody may ask for a secret; options can still be chosen from. */
function isSecret({ question, header = "" }: Question): boolean {
  return asksForSecret(`${header} ${question}`);
}

function keyOf(_question: Question, index: number): string {
  return String(index);
}
