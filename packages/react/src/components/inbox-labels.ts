/** Words of the inbox. */
export const inboxLabels = {
  title: "Waiting for you",
  empty: "Nothing waits for you.",
  loading: "Loading…",
  open: "Open the conversation",
  asked: (at: number): string => `Asked ${new Date(at).toLocaleString()}`,
  count: (count: number): string => (count === 1 ? "1 question waits for you." : `${count} questions wait for you.`),
};

/** Words of the inbox. */
export type InboxLabels = typeof inboxLabels;
