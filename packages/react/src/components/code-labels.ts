/** Words where code that only some pages need is still on its way. */
export const codeLabels = {
  loading: "Loading…",
  /** When it did not come: offline, or a new version was deployed meanwhile. */
  missing: "This part of the page was not loaded. Nothing is lost: check the connection, then try again.",
  again: "Try again",
};

/** Words where code that only some pages need is still on its way. */
export type CodeLabels = typeof codeLabels;
