/** Words of prompts for kinds without one of their own. */
export const fallbackLabels = {
  handledByHost: "The page itself answers this.",
  /** Of what a Request carries. */
  data: "What it sent along",
};
