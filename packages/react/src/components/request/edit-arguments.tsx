import type { JsonObject } from "@holdpoint/core";
import { type ReactNode, useMemo } from "react";
import { useLabels } from "../settings.ts";
import { editLabels } from "./edit-labels.ts";
import { editFields, jsonKey, readEdited } from "./edit-values.ts";
import type { FormDraft } from "./form-values.ts";
import type { FormField } from "./schema-fields.ts";
import { SchemaForm } from "./schema-form.tsx";

/** {@link EditArguments} */
export interface EditArgumentsProps {
  /** The arguments as the model wrote them. */
  readonly args: JsonObject;
  /** The tool's schema, where the Request brings it. */
  readonly schema: unknown;
  readonly draft: FormDraft;
  readonly onDraft: (draft: FormDraft) => void;
  readonly onDone: (args: JsonObject) => void;
  readonly onDiscard: () => void;
}

/** Lets a person change the arguments of a call: in a form of the tool's schema, else as JSON. */
export function EditArguments({ args, schema, draft, onDraft, onDone, onDiscard }: EditArgumentsProps): ReactNode {
  const labels = useLabels("edit", editLabels);
  const form = useMemo(() => editFields(schema, args), [schema, args]);
  const fields = useMemo(() => form ?? [jsonField(labels.json, args)], [form, labels, args]);
  return (
    <SchemaForm fields={fields} draft={draft} onDraft={onDraft}>
      {(show) => (
        <>
          <button type="button" className="hp-button" onClick={onDiscard}>
            {labels.discard}
          </button>
          <button
            type="button"
            className="hp-button"
            data-variant="primary"
            onClick={() => {
              const edited = readEdited(form, args, draft);
              if (edited.problems === undefined) onDone(edited.args);
              else show(edited.problems);
            }}
          >
            {labels.review}
          </button>
        </>
      )}
    </SchemaForm>
  );
}

function jsonField(label: string, args: JsonObject): FormField {
  return { key: jsonKey, label, required: true, control: "json", initial: args };
}
