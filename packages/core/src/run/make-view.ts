import { type ErrorRecord, type HoldpointError, toErrorRecord } from "../contracts/errors.ts";
import type { JournalWriter } from "./journal-writer.ts";
import type { LiveCalls } from "./live-calls.ts";
import { byRaised } from "./store-rules.ts";
import { isLive, type StoredRun } from "./stored-run.ts";
import type { RunView } from "./view.ts";
import type { ViewFold } from "./view-fold.ts";

/** How long an Answer or a command may lie before a driver that does not take it counts as stalled, in milliseconds. */
export const STALLED_MS = 5_000;

/** What a view is made of. */
export interface ViewSources {
  readonly stored: StoredRun;
  /** The journal of this tab's own driver, where there is one: it knows more than the store. */
  readonly writer: JournalWriter | undefined;
  readonly isDriver: boolean;
  readonly fold: ViewFold;
  /** Why this tab cannot read or drive it. */
  readonly error: ErrorRecord | undefined;
  /** What the store refuses to write just now. */
  readonly refusal: HoldpointError | undefined;
  /** This tab has stopped driving it, on something that is not the run's. */
  readonly halted: boolean;
  readonly durable: boolean;
  /** What this tab's own driver knows of calls beside the facts. */
  readonly live: LiveCalls | undefined;
  readonly now: number;
}

/** One view of a run, whether this tab drives it or follows it. */
export function makeView(sources: ViewSources): RunView {
  const { stored, writer, isDriver, fold, refusal, halted, durable, live: calls, now } = sources;
  const record = writer?.record ?? stored.record;
  const transcript = writer?.transcript ?? stored.transcript;
  // Nobody can answer what a run that is gone asked.
  const requests = stored.missing ? [] : (writer?.requests ?? stored.requests);
  // The store hears of an Answer, and that it is taken back, before the driver's journal settles it.
  const states = new Map(stored.requests.map(({ requestId, state }) => [requestId, state]));
  const live = record !== undefined && isLive(record);
  const error = refusal === undefined ? sources.error : toErrorRecord(refusal);
  const shown = error ?? record?.error;
  // By its record it runs, but it does not move, and somebody is to know why.
  const isHeld = record?.status === "running" && (refusal !== undefined || halted);
  return {
    runId: stored.runId,
    agent: record?.agent ?? "",
    status: stored.missing ? "missing" : isHeld ? "paused" : (record?.status ?? "loading"),
    title: record?.title ?? "",
    turns: fold.turns(transcript, (index) => stored.at(index) ?? record?.updatedAt ?? 0, calls),
    hasOlder: transcript.firstIndex > 0,
    streaming: record?.status === "running" && transcript.open?.role === "ASSISTANT",
    pending: requests.filter(({ requestId, state }) => (states.get(requestId) ?? state) === "open").sort(byRaised),
    usage: record?.usage ?? transcript.usage,
    ...(record?.limit !== undefined && { limit: record.limit }),
    ...(shown && { error: shown }),
    role: !live ? "idle" : isDriver ? "driver" : stored.driven ? "follower" : "idle",
    ...(isHeld && { held: true }),
    interrupted: record?.status === "running" && !halted && !isDriver && !stored.driven,
    stalled: !isDriver && stored.driven && now - (stored.waitsSince ?? now) > STALLED_MS,
    queued: stored.commands.filter(({ type }) => type === "message").length,
    durable,
  };
}

/** Whether two views show the same. What a store gives is a copy each time; turns that did not change are not. */
export function isSameView(left: RunView, right: RunView): boolean {
  const { turns, ...rest } = left;
  const { turns: others, ...more } = right;
  const areSame = turns.length === others.length && turns.every((turn, position) => turn === others[position]);
  return areSame && JSON.stringify(rest) === JSON.stringify(more);
}
