import { type ReactNode, useId, useMemo } from "react";
import { useLabels } from "../settings.ts";
import { type FieldProblem, formLabels } from "./form-labels.ts";
import { type FieldDraft, type FormDraft, initialDraft } from "./form-values.ts";
import { SchemaField } from "./schema-field.tsx";
import type { FormField } from "./schema-fields.ts";
import { type FormProblems, useFormProblems } from "./use-form-problems.ts";

interface SchemaFormProps {
  readonly fields: readonly FormField[];
  readonly draft: FormDraft;
  readonly onDraft: (draft: FormDraft) => void;
  /** The buttons; `show` says at each field what is wrong with it. */
  readonly children: (show: FormProblems["show"]) => ReactNode;
}

/** A form made of a schema, with what is wrong said at each field. */
export function SchemaForm({ fields, draft, onDraft, children }: SchemaFormProps): ReactNode {
  const keys = useMemo(() => fields.map(({ key }) => key), [fields]);
  const starting = useMemo(() => new Map(fields.map((field) => [field.key, initialDraft(field)])), [fields]);
  const { form, problems, show, forget } = useFormProblems(keys);
  const id = useId();
  const change = (key: string, value: FieldDraft): void => {
    onDraft({ ...draft, [key]: value });
    forget(key);
  };
  return (
    // Enter in a field does not answer: only a button does.
    <form ref={form} className="hp-form" noValidate onSubmit={(event) => event.preventDefault()}>
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
      <ProblemCount problems={problems} />
      <div className="hp-actions">{children(show)}</div>
    </form>
  );
}

/** Says aloud how many fields are not accepted. */
export function ProblemCount({ problems }: { problems: ReadonlyMap<string, FieldProblem> }): ReactNode {
  const labels = useLabels("form", formLabels);
  return (
    <p className="hp-unseen" role="status">
      {problems.size > 0 ? labels.problems(problems.size) : ""}
    </p>
  );
}
