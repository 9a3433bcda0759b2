import type { RequestRecord } from "@holdpoint/core";
import { Composer, Inbox, PartView, RequestPrompt, RunTimeline } from "@holdpoint/react/components";
import type { ReactNode } from "react";
import { partStates } from "../../../packages/react/src/components/parts/part-states.fixture.ts";
import { promptStates } from "../../../packages/react/src/components/request/prompt-states.fixture.ts";
import { runView, stillRun, turn } from "../../../packages/react/src/components/timeline/run-views.fixture.ts";
import { callSamples, runSamples } from "../../../packages/react/src/components/timeline/timeline-states.fixture.ts";
import { keepDraft } from "./keep-draft.ts";

/** One thing in one state. */
export interface GalleryState {
  readonly name: string;
  readonly shown: ReactNode;
}

/** Things that belong together. */
export interface GallerySection {
  readonly title: string;
  readonly states: readonly GalleryState[];
}

/** Everything there is to see, from the states the tests of the components walk: one more there is one more here. */
export async function readSections(): Promise<readonly GallerySection[]> {
  for (const { request, draft } of promptStates) if (draft !== undefined) keepDraft(request.requestId, draft);
  keepDraft(`composer.${drafted}`, "Please refund A-17, and\ntell me when it is done.");
  return [
    {
      title: "Requests",
      states: promptStates.map(({ name, request }) => ({ name, shown: <Prompt request={request} /> })),
    },
    {
      title: "Calls",
      states: callSamples.map(({ name, call }) => ({
        name,
        shown: <RunTimeline view={runView({ turns: [turn(1, "ASSISTANT", [call])] })} prompts={false} />,
      })),
    },
    {
      title: "Runs",
      states: runSamples.map(({ name, view }) => ({ name, shown: <RunTimeline run={stillRun(view)} /> })),
    },
    {
      title: "Parts",
      states: (await partStates()).map(({ name, part }) => ({ name, shown: <PartView part={part} alt={name} /> })),
    },
    {
      title: "Composer and inbox",
      states: [
        { name: "composer", shown: <Composer onSend={nothing} /> },
        { name: "composer with a draft", shown: <Composer onSend={nothing} draftKey={drafted} /> },
        { name: "composer of a run at work", shown: <Composer onSend={nothing} onStop={nothing} running /> },
        {
          name: "composer that is off, with a reason",
          shown: <Composer onSend={nothing} disabledReason="Sign in to write." />,
        },
        { name: "inbox without anything", shown: <Inbox /> },
      ],
    },
  ];
}

const drafted = "gallery-composer";
const nothing = (): Promise<void> => Promise.resolve();

/** An answer is taken and leads nowhere: this page has no run to go on with. */
function Prompt({ request }: { readonly request: RequestRecord }) {
  return (
    <RequestPrompt
      request={request}
      onAnswer={async (requestId, answer) => ({
        accepted: true,
        record: { ...request, state: "settled", answer: { id: requestId, ...answer } },
      })}
    />
  );
}
