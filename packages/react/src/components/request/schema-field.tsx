import { memo, type ReactNode } from "react";
import { useLabels } from "../settings.ts";
import { visibleText } from "../text/visible-text.ts";
import { type FieldProblem, formLabels } from "./form-labels.ts";
import type { FieldDraft } from "./form-values.ts";
import type { FieldControl, FormField } from "./schema-fields.ts";

interface SchemaFieldProps {
  readonly id: string;
  readonly index: number;
  readonly field: FormField;
  readonly value: FieldDraft;
  readonly problem: FieldProblem | undefined;
  readonly onChange: (value: FieldDraft) => void;
}

/** Up to here all choices are shown at once. */
const shownChoices = 5;

const inputTypes: Partial<Record<FieldControl, string>> = {
  email: "email",
  url: "url",
  date: "date",
  time: "time",
  "date-time": "datetime-local",
};

/** One field with its label, its description and what is wrong with it. */
export const SchemaField = memo(function SchemaField(props: SchemaFieldProps): ReactNode {
  const { id, field, problem } = props;
  const labels = useLabels("form", formLabels);
  const { control, choices = [], required } = field;
  const name = field.label === "" ? labels.answer : visibleText(field.label);
  const legend = (
    <>
      <bdi>{name}</bdi>
      {!required && control !== "checkbox" && <span className="hp-note"> ({labels.optional})</span>}
    </>
  );
  const notes = (
    <>
      {field.description !== undefined && (
        <p id={`${id}-description`} className="hp-note" dir="auto">
          {visibleText(field.description)}
        </p>
      )}
      {problem !== undefined && (
        <p id={`${id}-problem`} className="hp-problem">
          {labels.problem(problem)}
        </p>
      )}
    </>
  );
  if (control === "choices" || (control === "choice" && choices.length <= shownChoices)) {
    return (
      <fieldset className="hp-field" aria-describedby={describedBy(props)}>
        <legend>{legend}</legend>
        {choices.map((choice, place) => (
          // Two choices may read alike.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <ChoiceInput {...props} key={place} place={place} label={visibleText(choice.label)} />
        ))}
        {notes}
      </fieldset>
    );
  }
  if (control === "checkbox") {
    return (
      <div className="hp-field">
        <label className="hp-choice">
          <input
            {...shared(props)}
            type="checkbox"
            checked={props.value === true}
            onChange={(event) => props.onChange(event.target.checked)}
          />
          <bdi>{name}</bdi>
        </label>
        {notes}
      </div>
    );
  }
  return (
    <div className="hp-field">
      <label htmlFor={id}>{legend}</label>
      <ValueInput {...props} />
      {notes}
    </div>
  );
});

function ChoiceInput(props: SchemaFieldProps & { place: number; label: string }): ReactNode {
  const { id, index, field, value, place, label, onChange } = props;
  const many = field.control === "choices";
  const chosen = Array.isArray(value) ? value : [];
  const checked = many ? chosen.includes(place) : value === place;
  const change = (): void => {
    if (!many) onChange(place);
    else
      onChange(
        checked ? chosen.filter((other) => other !== place) : [...chosen, place].sort((left, right) => left - right),
      );
  };
  return (
    <label className="hp-choice">
      <input
        type={many ? "checkbox" : "radio"}
        name={id}
        data-field={place === 0 ? index : undefined}
        checked={checked}
        onChange={change}
      />
      <bdi>{label}</bdi>
    </label>
  );
}

function ValueInput(props: SchemaFieldProps): ReactNode {
  const { field, value, onChange } = props;
  const labels = useLabels("form", formLabels);
  const text = typeof value === "string" ? value : "";
  switch (field.control) {
    case "choice":
      return (
        <select
          {...shared(props)}
          className="hp-input"
          value={typeof value === "number" ? value : ""}
          onChange={(event) => onChange(event.target.value === "" ? null : Number(event.target.value))}
        >
          <option value="">{labels.choose}</option>
          {field.choices?.map((choice, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two choices may read alike
            <option key={place} value={place}>
              {visibleText(choice.label)}
            </option>
          ))}
        </select>
      );
    case "lines":
    case "json":
      return (
        <textarea
          {...shared(props)}
          className="hp-input"
          rows={4}
          spellCheck={field.control !== "json"}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    default:
      return (
        <input
          {...shared(props)}
          className="hp-input"
          type={inputTypes[field.control] ?? "text"}
          inputMode={field.control === "number" ? "decimal" : field.control === "integer" ? "numeric" : undefined}
          // What a stranger's tool asks for is not filled in from the browser's memory.
          autoComplete="off"
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

function shared(props: SchemaFieldProps) {
  const { id, index, field, problem } = props;
  return {
    id,
    "data-field": index,
    "aria-required": field.required,
    "aria-invalid": problem !== undefined,
    "aria-describedby": describedBy(props),
  };
}

function describedBy({ id, field, problem }: SchemaFieldProps): string | undefined {
  const ids = [field.description !== undefined && `${id}-description`, problem !== undefined && `${id}-problem`];
  return ids.filter(Boolean).join(" ") || undefined;
}
