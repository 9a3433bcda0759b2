import type { ScriptStep } from "@holdpoint/testing";
import { always } from "./story.ts";

/** What the embedded model says to all it has no story for. Last in the script. */
export const anythingElse: readonly ScriptStep[] = always([
  {
    reply: (request) => {
      if (request.results.length > 0) {
        return `The tools gave back: ${request.results.map((result) => `${result.tool}: ${result.output}`).join("; ")}`;
      }
      return (
        "I am a small script that runs in this page, so I know only the suggested prompts. Pick one of them, or point " +
        "the demo at a real model in the settings."
      );
    },
  },
]);
