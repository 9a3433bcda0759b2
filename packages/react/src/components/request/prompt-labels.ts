import type { RequestKind } from "@holdpoint/core";
import { describeTimeLeft } from "../text/describe-time-left.ts";
import type { allowedLabels } from "./allowed-labels.ts";
import type { answerLabels } from "./answer-labels.ts";
import type { fallbackLabels } from "./fallback-labels.ts";
import type { unreadableLabels } from "./unreadable-labels.ts";

/** Words every prompt shares, and those of an approval. */
export const promptLabels = {
  /** The heading of a prompt. */
  title: describeRequest,
  /** Above the exact call of an approval. */
  wantsToRun: (agent: string, tool: string): string => `Agent ${agent} wants to run ${tool} with exactly this:`,
  /** Above what a tool asks in the middle of its work. */
  asksInside: (agent: string, tool: string): string => `${tool}, run by agent ${agent}, asks you:`,
  arguments: "What it was called with",
  /** Above the exact call of a tool that may or may not have run. */
  wasRunning: (agent: string, tool: string): string => `${tool}, run by agent ${agent} with exactly this, was cut off:`,
  /** A warning beside a name. */
  mixedScript: (name: string): string => `The name ${name} mixes alphabets and may imitate another.`,
  noArguments: "No arguments",
  /** Before words that are not ours. */
  toolWords: (tool: string): string => `In the words of ${tool}:`,
  ruleWords: "The rule of this page that stopped it says:",
  /** Below a value that is longer than its box. */
  characters: (count: number): string => `${count.toLocaleString("en")} characters. Scroll to read all.`,
  approve: "Approve",
  yes: "Yes",
  /** Above the buttons of a call that cannot be undone. */
  destructive: (tool: string): string => `${tool} can change or delete things for good.`,
  /** Asked once more before such a call. */
  sure: "Are you sure? Look once more at exactly what will run. It cannot be undone.",
  approveSure: "Yes, run it",
  /** Of the tick that keeps a tool from asking again. */
  always: (tool: string): string => `Do not ask again before ${tool} in this run`,
  approveAlways: "Approve, and do not ask again",
  edit: "Change…",
  /** When the code of the editor did not come. */
  editMissing: "The editor was not loaded. Try again when you are online.",
  approveEdited: "Approve with these changes",
  reject: "Reject…",
  rejectNow: "Reject",
  rejectReason: "Why not? The agent reads this (optional)",
  back: "Back",
  /** How long an answer is still taken. */
  expiresIn: (ms: number): string => `Expires ${describeTimeLeft(ms)}.`,
  expired: "Expired. Nothing was run.",
  sending: "Sending your answer…",
  failed: "Your answer was not taken.",
  /** Why it was not, by the code of the error; its own words are English. */
  refused: (_code: string | undefined, message: string): string => message,
  guarded: "This appeared or moved a moment ago. Look again, then press.",
  covered: "Something covers this. Uncover it, then press.",
  /** What was decided, whoever did: `yes` to an approval, `answered` to all else. */
  outcomes: {
    yes: "Approved.",
    answered: "Answered.",
    declined: "Declined.",
    cancelled: "Cancelled.",
    expired: "Expired.",
  },
  otherWasFirst: "Somebody was first:",
  closed: "This is no longer asked: its run went on or ended.",
  takeBack: "Take it back",
};

/** Words every prompt shares, and those of an approval. */
export type PromptLabels = typeof promptLabels &
  typeof allowedLabels &
  typeof answerLabels &
  typeof fallbackLabels &
  typeof unreadableLabels;

function describeRequest(kind: RequestKind, tool: string): string {
  switch (kind) {
    case "approval":
      return `Approve ${tool}?`;
    case "authorization":
      return `${tool} needs you to sign in`;
    case "input":
      return `${tool} needs some details`;
    case "question":
      return "The agent has a question";
    case "in_doubt":
      return `Did ${tool} run?`;
    default:
      return `${tool} asks (${kind})`;
  }
}
