import { type ReactNode, useMemo } from "react";
import { useLabels } from "../settings.ts";
import { visibleText } from "../text/visible-text.ts";
import { DeclineButton } from "./decline-button.tsx";
import { formLabels } from "./form-labels.ts";
import type { FormDraft } from "./form-values.ts";
import { PromptFrame, type RequestPromptProps } from "./prompt-frame.tsx";
import type { PromptProps } from "./prompt-props.ts";
import { readOwn } from "./read-own.ts";
import { readForm } from "./schema-fields.ts";
import { SchemaForm } from "./schema-form.tsx";
import { useDraft } from "./use-draft.ts";

/** Asks for values, by a form made of `data.schema`. What was typed is kept over a reload. */
export function InputPrompt(props: RequestPromptProps): ReactNode {
  return <PromptFrame {...props} body={InputBody} />;
}

/** The part of an input prompt that is its own. */
export function InputBody({ record, answer, sending }: PromptProps): ReactNode {
  const labels = useLabels("form", formLabels);
  const schema = readOwn(record.request.data, "schema");
  const form = useMemo(() => readForm(schema), [schema]);
  // A form that is refused keeps no draft either (threat S57).
  const [draft, setDraft] = useDraft<FormDraft>(form.ok ? record.requestId : undefined, readDraft, {});
  const decline = <DeclineButton answer={answer} sending={sending} />;
  if (!form.ok) {
    return (
      <>
        <p className="hp-problem" role="alert">
          {labels.credentials(visibleText(form.field))}
        </p>
        <div className="hp-actions">{decline}</div>
      </>
    );
  }
  return (
    <SchemaForm
      shape={form.shape}
      fields={form.fields}
      draft={draft}
      onDraft={setDraft}
      sending={sending}
      onSubmit={(data) => answer({ ok: true, data })}
    >
      {decline}
    </SchemaForm>
  );
}

function readDraft(stored: unknown): FormDraft {
  return typeof stored === "object" && stored !== null && !Array.isArray(stored) ? (stored as FormDraft) : {};
}
