/** Words of the prompt for a call nobody knows the end of. */
export const doubtLabels = {
  note: "The page stopped while this ran. Find out whether it took effect before you choose.",
  ran: "It ran",
  runAgain: "Run it again",
  giveUp: "Give up on it",
  outcome: "What came of it? The agent reads this (optional)",
};

/** Words of the prompt for a call nobody knows the end of. */
export type DoubtLabels = typeof doubtLabels;
