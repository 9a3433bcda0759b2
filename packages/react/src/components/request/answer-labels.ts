/** Words of prompts that are answered with more than yes or no. */
export const answerLabels = {
  decline: "Decline",
  send: "Send answer",
};
