import { type ErrorRecord, StoreError, toErrorRecord } from "../contracts/errors.ts";
import {
  RECORD_VERSION,
  type RequestFilter,
  type RequestRecord,
  type RunFilter,
  type RunRecord,
  type TurnRecord,
} from "./journal.ts";
import { isCommandShape, isEventShape, isRequestShape, isRunShape, isTurnShape } from "./record-shapes.ts";
import { newRunRecord } from "./run-record.ts";

/** What every store keeps to when it reads, whatever it is made of. What it writes by stands in `write-rules.ts`. */

/** Whether a record can be read by this version. @throws StoreError `store-newer`, or `damaged` without a version. */
export function checkVersion<Kept extends { readonly v: number }>(record: Kept): Kept {
  if (record?.v > RECORD_VERSION) {
    throw new StoreError(
      "store-newer",
      `A newer version of this page wrote this record (version ${record.v}, readable is ${RECORD_VERSION}). It was left as it is. Reload this page.`,
    );
  }
  if (!(record?.v >= 1)) throw broken("without a version");
  return record;
}

function broken(how: string): StoreError {
  return new StoreError("damaged", `A record ${how} was found in the store. It was left as it is.`);
}

function checkWhole<Kept extends { readonly v: number }>(record: Kept, isWhole: (record: unknown) => boolean): Kept {
  if (!isWhole(checkVersion(record))) throw broken("that lacks a part");
  return record;
}

/** Whether a run can be read. @throws StoreError `store-newer`, `damaged` */
export function checkRun(record: RunRecord): RunRecord {
  return checkWhole(record, isRunShape);
}

/** Whether a Request can be read. @throws StoreError `store-newer`, `damaged` */
export function checkRequest(record: RequestRecord): RequestRecord {
  return checkWhole(record, isRequestShape);
}

/**
 * Those of a run's turns, events or commands that can be read. What is damaged leaves a gap, by which the run is known to
 * be damaged: what is left of it can be read, and is not driven.
 *
 * @throws StoreError `store-newer`
 */
export function readable<Kept extends { readonly v: number }>(
  records: readonly Kept[],
  isWhole: (record: Kept) => boolean,
): readonly Kept[] {
  return records
    .filter((record) => record?.v > RECORD_VERSION || (record?.v >= 1 && isWhole(record)))
    .map(checkVersion);
}

/** Those turns of a run that can be read. What is damaged leaves a gap. @throws StoreError `store-newer` */
export function readableTurns(records: readonly TurnRecord[]): readonly TurnRecord[] {
  return readable(records, isTurnShape);
}

/** Those events of a tail that can be read. What is damaged leaves a gap. @throws StoreError `store-newer` */
export function readableEvents<Kept extends { readonly v: number; readonly event: unknown }>(
  records: readonly Kept[],
): readonly Kept[] {
  return readable(records, ({ event }) => isEventShape(event));
}

/** Those commands for a run that can be read. What is damaged leaves a gap. @throws StoreError `store-newer` */
export function readableCommands<Kept extends { readonly v: number; readonly command: unknown }>(
  records: readonly Kept[],
): readonly Kept[] {
  return readable(records, ({ command }) => isCommandShape(command));
}

/** A run as a list shows it: one that cannot be read says so, and does not keep the others from being shown. */
export function listedRun(stored: RunRecord): RunRecord {
  return listed(stored, checkRun, (unreadable) => ({
    ...newRunRecord({
      runId: textOf(stored?.runId),
      agent: textOf(stored?.agent),
      model: textOf(stored?.model),
      message: [],
      at: numberOf(stored?.createdAt),
    }),
    title: textOf(stored?.title),
    status: "failed",
    updatedAt: numberOf(stored?.updatedAt),
    error: unreadable,
    unreadable,
    ...(typeof stored?.parent?.runId === "string" && { parent: stored.parent }),
  }));
}

/** The same for a Request. */
export function listedRequest(stored: RequestRecord): RequestRecord {
  const requestId = textOf(stored?.requestId);
  const callId = textOf(stored?.callId);
  return listed(stored, checkRequest, (unreadable) => ({
    v: RECORD_VERSION,
    requestId,
    runId: textOf(stored?.runId),
    agent: textOf(stored?.agent),
    turn: 0,
    raisedAt: numberOf(stored?.raisedAt),
    state: "open",
    request: { id: requestId, kind: "unreadable", prompt: unreadable.message },
    callId,
    call: { callId, toolName: textOf(stored?.call?.toolName), args: {}, digest: "" },
    origin: "tool",
    unreadable,
    ...(stored?.escalated === true && { escalated: true }),
  }));
}

function listed<Kept>(stored: Kept, check: (stored: Kept) => Kept, standIn: (unreadable: ErrorRecord) => Kept): Kept {
  try {
    return check(stored);
  } catch (error) {
    return standIn(toErrorRecord(error));
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function numberOf(value: unknown): number {
  return Number.isFinite(value) ? (value as number) : 0;
}

/** The error for a run that is not here, or no more. */
export function unknownRun(runId: string): StoreError {
  return new StoreError("unknown-run", `There is no run ${runId} in this store. It may have been removed.`);
}

/** The error of every call after a store has let go. */
export function closedStore(why: string): StoreError {
  return new StoreError("store-closed", why);
}

/** What a driver's lease is lost with when another tab took it. */
export function takenOver(): StoreError {
  return new StoreError("stale-epoch", "Another tab took this run over. This one stops and follows.");
}

/** The states a filter asks for. */
export function statesOf(filter: RequestFilter | undefined): readonly RequestRecord["state"][] {
  return filter?.state ?? ["open"];
}

/** Whether a filter lets a run through; its limit is the caller's. */
export function matchesRun(record: RunRecord, filter: RunFilter | undefined): boolean {
  return (
    (filter?.nested === true || record.parent?.runId === filter?.parent) &&
    (filter?.root === undefined || (record.forkedFrom?.root ?? record.runId) === filter.root) &&
    (filter?.agent === undefined || record.agent === filter.agent) &&
    (filter?.status === undefined || filter.status.includes(record.status))
  );
}

/** Newest first; equal times by id, so that the order is one in every store. */
export function byNewest(one: RunRecord, other: RunRecord): number {
  return other.createdAt - one.createdAt || (one.runId < other.runId ? 1 : -1);
}

/** Oldest first; of one moment in the order of the calls, so that a reload does not shuffle them. */
export function byRaised(one: RequestRecord, other: RequestRecord): number {
  return (
    one.raisedAt - other.raisedAt ||
    one.turn - other.turn ||
    // Calls of a turn are numbered: the longer number is the greater one.
    one.callId.length - other.callId.length ||
    (one.callId + one.requestId < other.callId + other.requestId ? -1 : 1)
  );
}
