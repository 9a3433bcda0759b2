/** Words round a text that is folded. */
export const textLabels = {
  /** Below a text that is not shown whole; both in characters. */
  cut: (shown: number, all: number): string =>
    `The first ${shown.toLocaleString("en")} of ${all.toLocaleString("en")} characters. Save the file to read the rest.`,
  copy: "Copy",
  copied: "Copied",
};
