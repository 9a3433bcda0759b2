import { type FormEvent, type ReactNode, useId, useMemo, useRef, useState } from "react";
import { useLabels } from "../settings.ts";
import { visibleText } from "../text/visible-text.ts";
import { type FieldProblem, formLabels } from "./form-labels.ts";
import { type FieldDraft, type FormDraft, initialDraft, readValues } from "./form-values.ts";
import { GuardedButton } from "./guarded-button.tsx";
import { promptLabels } from "./prompt-labels.ts";
import { SchemaField } from "./schema-field.tsx";
import type { FormField } from "./schema-fields.ts";

interface SchemaFormProps {
  readonly shape: "object" | "value";
  readonly fields: readonly FormField[];
  readonly draft: FormDraft;
  readonly onDraft: (draft: FormDraft) => void;
  readonly sending: boolean;
  /** Sends the values. @returns why they were not taken; an error with a `path` is shown at its field */
  readonly onSubmit: (data: unknown) => Promise<Error | undefined>;
  /** Buttons beside the one that sends. */
  readonly children?: ReactNode;
}

/** A form made of the schema of an answer, with what is wrong said at each field. */
export function SchemaForm({ shape, fields, draft, onDraft, sending, onSubmit, children }: SchemaFormProps): ReactNode {
  const labels = useLabels("form", formLabels);
  const prompt = useLabels("prompt", promptLabels);
  const [problems, setProblems] = useState<ReadonlyMap<string, FieldProblem>>(new Map());
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const starting = useMemo(() => new Map(fields.map((field) => [field.key, initialDraft(field)])), [fields]);

  const showProblems = (found: ReadonlyMap<string, FieldProblem>): void => {
    setProblems(found);
    const first = fields.findIndex(({ key }) => found.has(key));
    if (first >= 0) form.current?.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus();
  };
  const submit = async (): Promise<void> => {
    const { data, problems: found } = readValues(shape, fields, draft);
    showProblems(found);
    if (found.size > 0) return;
    const refusal = await onSubmit(data);
    const key = refusal && fieldAt(refusal, fields);
    if (refusal && key !== undefined) showProblems(new Map([[key, { kind: "said", message: refusal.message }]]));
  };
  const change = (key: string, value: FieldDraft): void => {
    onDraft({ ...draft, [key]: value });
    if (problems.has(key)) setProblems(new Map([...problems].filter(([other]) => other !== key)));
  };

  return (
    <form
      ref={form}
      className="hp-form"
      noValidate
      // Enter in a field does not answer: only the guarded button does.
      onSubmit={(event: FormEvent) => event.preventDefault()}
    >
      {fields.map((field, index) => (
        <SchemaField
          key={field.key}
          id={`${id}-${index}`}
          index={index}
          field={field}
          value={(Object.hasOwn(draft, field.key) ? draft[field.key] : undefined) ?? starting.get(field.key) ?? null}
          problem={problems.get(field.key)}
          onChange={(value) => change(field.key, value)}
        />
      ))}
      <p className="hp-unseen" role="status">
        {problems.size > 0 ? labels.problems(problems.size) : ""}
      </p>
      <div className="hp-actions">
        {children}
        <GuardedButton variant="primary" disabled={sending} onPress={() => void submit()}>
          {prompt.send}
        </GuardedButton>
      </div>
    </form>
  );
}

/** The field an error names: its path is `data.amount`, `amount` or, for the one value, `data`. */
function fieldAt(error: Error, fields: readonly FormField[]): string | undefined {
  if (!("path" in error) || typeof error.path !== "string") return undefined;
  const path = error.path.replace(/^data(?:\.|(?=\[)|$)/, "");
  const named = fields.find(
    ({ key }) => path === key || (key !== "" && new RegExp(`^${escapePattern(key)}[.[]`).test(path)),
  );
  return named?.key;
}

function escapePattern(text: string): string {
  return visibleText(text).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
