import { ContentPart, type Runs } from "@holdpoint/core";
import { agentName } from "./agents.ts";
import { navigate } from "./route.ts";
import type { Story } from "./scripts/story.ts";

/** Begins a run and goes to it. */
export async function startRun(runs: Runs, prompt: string | readonly ContentPart[]): Promise<void> {
  const run = await runs.start({ agent: agentName, prompt });
  navigate({ page: "run", runId: run.runId });
}

/** Begins a story, with its file when it has one. */
export async function startStory(runs: Runs, story: Story): Promise<void> {
  if (story.attachment === undefined) return startRun(runs, story.prompt);
  const response = await fetch(story.attachment);
  if (!response.ok) throw new Error(`${story.attachment} could not be loaded (${response.status}).`);
  await startRun(runs, [ContentPart.text(story.prompt), await ContentPart.from(await response.blob())]);
}
