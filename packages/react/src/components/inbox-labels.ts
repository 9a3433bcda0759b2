/** Words of the inbox. */
export const inboxLabels = {
  title: "Waiting for you",
  empty: "Nothing waits for you.",
  loading: "Loading…",
  /** Before what went wrong. */
  failed: "This cannot be shown at the moment.",
  /** Of the buttons that go through the queue. */
  queue: "Go through what waits",
  previous: "Previous",
  next: "Next",
  /** Where one is in the queue. */
  position: (at: number, all: number): string => `${at} of ${all}`,
  open: "Open the conversation",
  /** When it was asked, in milliseconds since the epoch. */
  asked: (at: number): string =>
    `Asked ${new Date(at).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" })}`,
  /** How many wait. */
  count: (count: number): string => (count === 1 ? "1 question waits for you." : `${count} questions wait for you.`),
};

/** Words of the inbox. */
export type InboxLabels = typeof inboxLabels;
