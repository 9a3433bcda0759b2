/** Words of prompts about the tools that do not ask again in a run. */
export const allowedLabels = {
  /** Above the tools. */
  allowed: "Not asked about again in this run",
  askAgain: "Ask again",
  /** The same, for those who do not see which tool stands beside it. */
  askAgainAbout: (tool: string): string => `Ask again before ${tool}`,
};
