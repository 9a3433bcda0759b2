import type { FieldDraft, FormDraft } from "./form-values.ts";
import type { Question } from "./read-questions.ts";
import type { FormField } from "./schema-fields.ts";

/** The field a question is answered in: its options, or a text. */
export function questionField({ question, header, options, multiple }: Question, index: number): FormField {
  const label = header === undefined ? question : `${header}: ${question}`;
  const key = String(index);
  if (options.length === 0) return { key, label, required: true, control: "text" };
  const choices = options.map((option) => ({ value: option, label: option }));
  return { key, label, required: true, control: multiple ? "choices" : "choice", choices };
}

/** Where the text of "something else" stands in a draft. */
export function otherKey(index: number): string {
  return `${index}.other`;
}

/** What was answered to each question, in order: a text, or the texts of all that were chosen. */
export function readAnswers(
  questions: readonly Question[],
  draft: FormDraft,
): readonly { readonly question: string; readonly answer: string | readonly string[] | undefined }[] {
  return questions.map(({ question, options, multiple }, index) => {
    const chosen = own(draft, String(index));
    const other = own(draft, otherKey(index));
    const words = typeof other === "string" && other.trim() !== "" ? [other.trim()] : [];
    if (options.length === 0) {
      return { question, answer: typeof chosen === "string" && chosen.trim() !== "" ? chosen : undefined };
    }
    const places = Array.isArray(chosen) ? chosen : typeof chosen === "number" ? [chosen] : [];
    const picked = places.flatMap((place) => (options[place] === undefined ? [] : [options[place]]));
    if (multiple) {
      const all = [...picked, ...words];
      return { question, answer: all.length > 0 ? all : undefined };
    }
    return { question, answer: words[0] ?? picked[0] };
  });
}

function own(draft: FormDraft, key: string): FieldDraft | undefined {
  return Object.hasOwn(draft, key) ? draft[key] : undefined;
}
