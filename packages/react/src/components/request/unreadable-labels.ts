/** Words in place of a Request that cannot be read. */
export const unreadableLabels = {
  /** In place of a question that cannot be read. */
  unreadable: ({ code }: { readonly code: string }): string =>
    code === "store-newer"
      ? "A question was asked here by a newer version of this page. Reload to answer it."
      : "A question that was asked here cannot be read any more. It was left as it is.",
  details: "Details",
};
