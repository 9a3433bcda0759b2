/** Words of the editor of a call's arguments. */
export const editLabels = {
  /** Of the field where there is no form. */
  json: "Arguments, as JSON",
  /** Leaves the editor, to look at the changes. */
  review: "Look at the changes",
  discard: "Discard the changes",
  again: "Change more",
  changes: "What you changed",
  added: "added",
  removed: "removed",
  /** Between the two values, for those who do not see them. */
  became: "became",
  none: "You changed nothing.",
  /** When there are more changes than are listed. */
  more: (count: number): string => (count === 1 ? "and 1 more" : `and ${count} more`),
  willRun: "What will run",
};

/** Words of the editor of a call's arguments. */
export type EditLabels = typeof editLabels;
