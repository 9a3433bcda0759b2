import type { Runs } from "@holdpoint/core";
import { Composer } from "@holdpoint/react/components";
import { useState } from "react";
import { storyGroups } from "../scripts/stories.ts";
import type { Story } from "../scripts/story.ts";
import { startRun, startStory } from "../start-run.ts";

/** Where a run begins: a prompt of one's own, or one of the stories. */
export function StartPage({ runs }: { readonly runs: Runs }) {
  const [problem, setProblem] = useState<string>();
  const begin = (start: Promise<void>): void => {
    setProblem(undefined);
    start.catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)));
  };
  return (
    <div className="page start">
      <h1>What should the agent do?</h1>
      <p className="lead">
        It runs in this page, calls tools, and stops where a person must decide. Reload, close the tab or open a second
        one in the middle: it still knows where it was.
      </p>
      <Composer
        autoFocus
        draftKey="new"
        placeholder="Ask for something, or pick one below…"
        onSend={(prompt) => startRun(runs, prompt)}
      />
      {problem !== undefined && (
        <p role="alert" className="problem">
          The run could not be started: {problem}
        </p>
      )}
      {storyGroups.map((group) => (
        <section key={group.title} aria-label={group.title}>
          <h2>{group.title}</h2>
          <ul className="stories">
            {group.stories.map((story) => (
              <li key={story.id}>
                <StoryButton story={story} onPick={() => begin(startStory(runs, story))} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function StoryButton({ story, onPick }: { readonly story: Story; readonly onPick: () => void }) {
  return (
    <button type="button" className="story" onClick={onPick}>
      <span className="story-title">{story.title}</span>
      <span className="story-shows">{story.shows}</span>
      <span className="story-prompt">“{story.prompt}”</span>
    </button>
  );
}
