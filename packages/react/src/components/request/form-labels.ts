/** Why a field is not accepted as it stands. */
export type FieldProblem =
  | {
      readonly kind:
        | "required"
        | "number"
        | "digits"
        | "integer"
        | "json"
        | "object"
        | "email"
        | "url"
        | "date"
        | "time"
        | "choice"
        | "pattern";
    }
  | {
      readonly kind:
        | "min"
        | "max"
        | "more-than"
        | "less-than"
        | "multiple-of"
        | "min-length"
        | "max-length"
        | "min-items"
        | "max-items";
      readonly limit: number;
    }
  /** What the check of the answer said. */
  | { readonly kind: "said"; readonly message: string };

/** Words of forms and questions. */
export const formLabels = {
  answer: "Your answer",
  optional: "optional",
  choose: "Choose…",
  other: "Something else",
  /** Of the field for an answer that is not on the list. */
  otherAnswer: (question: string): string => `Something else: ${question}`,
  /** At a field that is not accepted. */
  problem: describeProblem,
  /** Above a form that is not accepted. */
  problems: (count: number): string =>
    count === 1 ? "One field needs another look." : `${count} fields need another look.`,
  /** In place of a form that asks for a secret. */
  credentials: (field: string): string =>
    `This asks for a secret (${field}). It is refused: what is typed here reaches the model and is kept.`,
};

/** Words of forms and questions. */
export type FormLabels = typeof formLabels;

function describeProblem(problem: FieldProblem): string {
  switch (problem.kind) {
    case "required":
      return "This is needed.";
    case "number":
      return "This must be a number, such as 1234.5, without a separator for thousands.";
    case "digits":
      return "This number has more digits than can be kept exactly.";
    case "integer":
      return "This must be a whole number.";
    case "json":
      return "This must be valid JSON.";
    case "object":
      return "This must be a JSON object, in braces.";
    case "email":
      return "This must be an e-mail address.";
    case "url":
      return "This must be a complete address, such as https://example.com.";
    case "date":
      return "This must be a date.";
    case "time":
      return "This must be a time.";
    case "choice":
      return "Choose one of the values.";
    case "pattern":
      return "This does not have the form that is asked for.";
    case "min":
      return `At least ${problem.limit}.`;
    case "max":
      return `At most ${problem.limit}.`;
    case "more-than":
      return `More than ${problem.limit}.`;
    case "less-than":
      return `Less than ${problem.limit}.`;
    case "multiple-of":
      return `A multiple of ${problem.limit}.`;
    case "min-length":
      return `At least ${problem.limit} characters.`;
    case "max-length":
      return `At most ${problem.limit} characters.`;
    case "min-items":
      return `Choose at least ${problem.limit}.`;
    case "max-items":
      return `Choose at most ${problem.limit}.`;
    case "said":
      return problem.message;
  }
}
