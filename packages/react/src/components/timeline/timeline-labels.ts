import type { CallState, ErrorRecord } from "@holdpoint/core";
import type { EditorLabels } from "./editor-labels.ts";

/** Words of the timeline. */
export const timelineLabels = {
  conversation: "Conversation",
  roles: { USER: "You", ASSISTANT: "Agent", SYSTEM: "System" },
  reasoning: "Reasoning",
  callStates: {
    writing: "being written",
    waiting: "waiting",
    running: "running",
    asking: "needs your answer",
    in_doubt: "may have run",
    done: "done",
    failed: "failed",
    rejected: "rejected",
    denied: "denied by policy",
    ended_run: "done, ended the run",
  } satisfies Record<CallState, string> as Readonly<Record<CallState, string>>,
  /** The state of a call that failed: by its code. */
  failedWith: (code: number | string): string => `failed (${code})`,
  /** What a person said against a call. */
  rejectedBecause: (reason: string): string => `Rejected: ${reason}`,
  incomplete: "Its arguments never arrived whole, so it was not run.",
  /** Of the bar that shows how far a call is. */
  progress: "Progress",
  /** Before the words of a model that refuses. */
  refused: "The model refused:",
  /** Before the words of an answer that was spoken. */
  spoken: "Spoken answer:",
  /** Of the button at a message of a person. */
  edit: "Edit",
  /** Between the buttons that switch between versions of a message. */
  version: (version: number, versions: number): string => `Version ${version} of ${versions}`,
  previousVersion: "Previous version",
  nextVersion: "Next version",
  arguments: "Arguments",
  editedArguments: "Arguments as a person changed them",
  noArguments: "No arguments",
  output: "Output",
  loading: "Loading…",
  loadOlder: "Show earlier messages",
  jumpToLatest: "Jump to the latest",
  empty: "Nothing has been said yet.",
  missing: "This conversation is not on this device. It may have been removed.",
  writing: "The agent is writing.",
  interrupted: "Interrupted: no tab works on this any more.",
  offline: "There is no network. This goes on when there is one.",
  stalled: "The tab that works on this does not respond.",
  takeOver: "Take over here",
  retry: "Try again",
  cancelled: "Stopped.",
  /** At the end of a run that reached a limit. */
  limit: (limit: string): string => `Stopped at a limit (${limit}). Send a message to go on.`,
  /** Messages that are sent when the run has come to rest. */
  queued: (count: number): string => (count === 1 ? "1 message waits its turn." : `${count} messages wait their turn.`),
  notDurable: "Nothing is kept here: this conversation is lost when the page is closed.",
  /** Told to those who do not see the prompt. */
  needsYou: (count: number): string => (count === 1 ? "Your answer is needed." : `${count} answers are needed.`),
  /** At the end of a run that failed: what to do about it. */
  error: describeError,
  details: "Details",
};

/** Words of the timeline. */
export type TimelineLabels = typeof timelineLabels & EditorLabels;

/** What went wrong and what to do about it, for a person. The error's own words stand under "Details". */
function describeError({ code, status }: ErrorRecord): string {
  switch (code) {
    case "endpoint-status":
      if (status === 401 || status === 403) {
        return `The model's server refused the key (${status}). Check it, then try again.`;
      }
      if (status === 429) return "The model's server has too many requests (429). Wait a little, then try again.";
      if (status === 404) return "The model's server does not know this model or address (404).";
      if (status !== undefined && status >= 500) return `The model's server has a problem (${status}). Try again.`;
      return `The model's server refused the request${status === undefined ? "" : ` (${status})`}.`;
    case "endpoint-unreachable":
      return "The model's server was not reached. Check the connection, then try again.";
    case "endpoint-unreadable":
      return "The model's server answered with something that is not an answer.";
    case "stream-cut":
    case "stream-idle":
    case "stream-error":
      return "The answer broke off. Try again.";
    case "timeout":
      return "This took longer than allowed.";
    case "store-full":
      return "There is no room left to keep this conversation. It waits, and goes on when there is: free some space, then try again.";
    case "store-unavailable":
    case "store-closed":
      return "This conversation cannot be written down at the moment, so it has stopped. Try again.";
    case "store-blocked":
      return "An older version of this page is open in another tab, and keeps this conversation from being written down. Close that tab, then try again.";
    case "store-emptied":
      return "What was kept of this conversation has been deleted, by the browser or by clearing this site's data. What you see here is lost when you close it.";
    case "store-newer":
      return "A newer version of this page is in use here. Reload to go on.";
    case "damaged":
      return "The record of this conversation has a gap. It can be read, but not continued.";
    case "unknown-agent":
      return "The agent of this conversation is not part of this page.";
    default:
      return "Something went wrong.";
  }
}
