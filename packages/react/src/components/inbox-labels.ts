/** Words of the inbox. */
export const inboxLabels = {
  title: "Waiting for you",
  empty: "Nothing waits for you.",
  loading: "Loading…",
  open: "Open the conversation",
  /** When it was asked, in milliseconds since the epoch. */
  asked: (at: number): string => `Asked ${new Date(at).toLocaleString()}`,
  /** How many wait. */
  count: (count: number): string => (count === 1 ? "1 question waits for you." : `${count} questions wait for you.`),
};

/** Words of the inbox. */
export type InboxLabels = typeof inboxLabels;
