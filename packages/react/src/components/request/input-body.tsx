import { type ReactNode, useMemo } from "react";
import { useLabels } from "../settings.ts";
import { readOwn } from "../text/read-own.ts";
import { answerLabels } from "./answer-labels.ts";
import { DeclineButton } from "./decline-button.tsx";
import { type FormDraft, readValues } from "./form-values.ts";
import { GuardedButton } from "./guarded-button.tsx";
import type { PromptProps } from "./prompt-props.ts";
import { readFormDraft } from "./read-form-draft.ts";
import { refusedField } from "./refused-field.ts";
import { RefusedSecret } from "./refused-secret.tsx";
import { readForm } from "./schema-fields.ts";
import { SchemaForm } from "./schema-form.tsx";
import { useDraft } from "./use-draft.ts";

/** The part of an input prompt that is its own. */
export function InputBody({ record, answer, sending }: PromptProps): ReactNode {
  const labels = useLabels("prompt", answerLabels);
  const { data, prompt } = record.request;
  const schema = readOwn(data, "schema");
  const form = useMemo(() => readForm(schema, prompt), [schema, prompt]);
  // A form that is refused keeps no draft either (threat S57).
  const [draft, setDraft] = useDraft<FormDraft>(form.ok ? record.requestId : undefined, readFormDraft, {});
  if (!form.ok) return <RefusedSecret field={form.field} answer={answer} sending={sending} />;
  const { shape, fields } = form;
  return (
    <SchemaForm fields={fields} draft={draft} onDraft={setDraft}>
      {(show) => (
        <>
          <DeclineButton answer={answer} sending={sending} />
          <GuardedButton
            variant="primary"
            disabled={sending}
            onPress={async () => {
              const { data: values, problems } = readValues(shape, fields, draft);
              if (!show(problems)) return;
              const refusal = await answer({ ok: true, data: values });
              if (refusal !== undefined) show(refusedField(refusal, fields));
            }}
          >
            {labels.send}
          </GuardedButton>
        </>
      )}
    </SchemaForm>
  );
}
