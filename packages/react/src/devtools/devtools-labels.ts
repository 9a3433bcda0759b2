import { createContext, useContext } from "react";
import { noteOf } from "./note-of.ts";
import type { Exchange } from "./watch-fetch.ts";

/** Words of the devtools. */
export const devtoolsLabels = {
  /** The language of figures and times, as a BCP 47 tag. */
  language: "en",
  title: "Devtools",
  run: "Run",
  noRun: "No run yet. Start one, and what happens shows here.",
  /** Why the store cannot give it. */
  unreadable: (message: string): string => `This run cannot be read: ${message}`,
  panels: { events: "Events", wire: "Wire", journal: "Journal", steps: "Steps", storage: "Storage", tabs: "Tabs" },
  views: "Views",

  timeLine: "Time line",
  eventList: "Events, newest last",
  textPieces: "Show pieces of text",
  noEvents: "No event is known. Events of settled turns are folded away in the store; a tap keeps those it sees.",
  /** Events that nobody kept. */
  foldedAway: (count: number): string =>
    count === 1 ? "1 event before these is folded away." : `${count} events before these are folded away.`,
  /** A list that is cut. */
  onlyNewest: (count: number): string => `Only the newest ${count} are shown.`,
  spans: { model: "Model", call: "Tool", request: "A person" },
  under_way: "under way",

  noTap: "Requests are not watched. Give `tap.fetch()` to the client as its `fetch`.",
  noExchange: "Nothing was sent since this page was opened.",
  exchanges: "Requests, newest first",
  exchangeStates: {
    waiting: "waiting",
    streaming: "streaming",
    done: "done",
    failed: "failed",
    aborted: "stopped",
  } satisfies Record<Exchange["state"], string> as Readonly<Record<Exchange["state"], string>>,
  requestHeaders: "Headers sent",
  responseHeaders: "Headers received",
  body: "Body",
  reply: "Answer",
  masked: "Keys, cookies and what stands in a query are masked.",
  /** How long a request waited for its answer. */
  firstByte: (ms: string): string => `first byte after ${ms}`,

  record: "Record",
  /** The heading of what is not settled yet. */
  tail: (count: number): string => `Tail: events of the unsettled turn (${count})`,
  /** The heading of what waits for a person. */
  requests: (count: number): string => `Open requests (${count})`,
  /** The heading of what waits for the driver. */
  commands: (count: number): string => `Commands (${count})`,
  /** The heading of the transcript. */
  turns: (shown: number, all: number): string =>
    shown === all ? `Turns (${all})` : `Turns (the last ${shown} of ${all})`,
  writes: "Writes of this page, newest first",
  noWrites: "This page has written nothing since it was opened.",
  write: { time: "Time", events: "Events", disk: "Waited for", took: "Took", outcome: "Outcome" },
  strict: "disk",
  relaxed: "browser",
  written: "written",
  /** A write that failed. */
  refused: (code: string): string => `refused: ${code}`,
  facts: {
    status: "Status",
    epoch: "Epoch",
    next: "Next event",
    settled: "Settled up to event",
    bytes: "Bytes",
    tokens: "Tokens",
    version: "Schema version",
  },

  step: "Step",
  /** Where one is in the past. */
  stepOf: (step: number, count: number): string => `${step} of ${count}`,
  previous: "Previous step",
  next: "Next step",
  toNow: "To the present",
  /** What is true of stepping. */
  lookOnly: "You are looking at the past. Nothing you do here changes the run.",
  /** Turns whose events nobody kept. */
  wholeTurns: (count: number): string =>
    count === 1
      ? "The first turn is one step: its events are folded away."
      : `The first ${count} turns are one step each: their events are folded away.`,
  /** Turns before those that were read. */
  olderTurns: (count: number): string =>
    count === 1 ? "1 older turn is not read." : `${count} older turns are not read.`,
  /** A step that is a turn as a whole. */
  turnStep: (index: number, role: string): string => `turn ${index} (${role}), whole`,
  nothingKnown: "Nothing of this run's past is known here.",

  used: "Used by this origin",
  /** Room used of the room there is. */
  usedOf: (used: string, quota: string): string => `${used} of ${quota}`,
  persisted: "Kept when room is short",
  yes: "yes",
  no: "no",
  unknown: "unknown here",
  runsBySize: "Runs, largest first",
  noRuns: "There are no runs.",

  thisTab: "This tab",
  roles: { driver: "drives the run", follower: "follows: another tab drives", idle: "nobody needs to drive: at rest" },
  driven: "Somebody drives it",
  waitingTabs: "Waiting to drive",
  /** How many wait to drive. */
  waitingCount: (count: number): string => (count === 1 ? "1 tab or worker" : `${count} tabs or workers`),
  holder: "Held by",
  holderHere: "this page",
  holderElsewhere: "another tab or worker",
  nobody: "nobody",
  capabilities: "What this browser can do",
  durable: "What is written survives a reload",
  locks: "Tabs exclude each other (Web Locks)",
  channel: "Tabs hear of changes at once (BroadcastChannel)",
  noLocks: "This browser has no Web Locks, so who holds and who waits cannot be asked.",

  /** A few words that tell an event from the next one. */
  note: noteOf,
};

/** Words of the devtools. */
export type DevtoolsLabels = typeof devtoolsLabels;

/** The words of the devtools around. */
export const DevtoolsLabelsContext = createContext<DevtoolsLabels>(devtoolsLabels);

/** The words to use. */
export function useDevtoolsLabels(): DevtoolsLabels {
  return useContext(DevtoolsLabelsContext);
}
