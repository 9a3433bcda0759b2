import type { Script } from "@holdpoint/testing";
import { aloud } from "./aloud.ts";
import { anythingElse } from "./anything-else.ts";
import { busyEndpoint, busyTooLong } from "./busy-endpoint.ts";
import { calendar } from "./calendar.ts";
import { connectionLost } from "./connection-lost.ts";
import { damagedFiles } from "./damaged-files.ts";
import { denied } from "./denied.ts";
import { deployStory } from "./deploy.ts";
import { endsRun } from "./ends-run.ts";
import { keyRefused } from "./key-refused.ts";
import { lookup } from "./lookup.ts";
import { pictureGiven } from "./picture-given.ts";
import { plainAnswer } from "./plain-answer.ts";
import { recover } from "./recover.ts";
import { refund } from "./refund.ts";
import { report } from "./report.ts";
import { screenshot } from "./screenshot.ts";
import type { Story } from "./story.ts";
import { twoApprovals } from "./two-approvals.ts";
import { twoAtOnce } from "./two-at-once.ts";

/** Stories that belong together, as the demo offers them. */
export interface StoryGroup {
  readonly title: string;
  readonly stories: readonly Story[];
}

/** All there is to try, the ones that show the point of it first. */
export const storyGroups: readonly StoryGroup[] = [
  { title: "Hold points", stories: [refund, deployStory, calendar, twoApprovals] },
  { title: "Tools", stories: [plainAnswer, lookup, twoAtOnce, recover, denied, endsRun] },
  { title: "Pictures, files, sound", stories: [screenshot, report, aloud, pictureGiven, damagedFiles] },
  { title: "When things go wrong", stories: [connectionLost, busyEndpoint, busyTooLong, keyRefused] },
];

/** Everything the embedded model can say. */
export const demoScript: Script = [
  ...storyGroups.flatMap((group) => group.stories.flatMap((story) => story.steps)),
  ...anythingElse,
];
