import { StoreError } from "../contracts/errors.ts";
import { type Answer, isExpired } from "../contracts/request.ts";
import { findUncloneable, findUnstorable, sameData } from "../primitives/plain-data.ts";
import { allowedTool } from "./allowed-tools.ts";
import {
  type AnswerOutcome,
  type JournalBatch,
  RECORD_VERSION,
  type RequestRecord,
  type RunCommand,
  type RunRecord,
} from "./journal.ts";
import { checkRequest, checkRun, checkVersion, unknownRun } from "./store-rules.ts";

/**
 * What every store keeps to when it writes: pure decisions, taken inside the store's own transaction between what it read
 * and what it writes.
 */

/** Checks a batch by itself, before a transaction opens. @throws StoreError `invalid-record` naming the path. */
export function checkBatch(batch: JournalBatch): void {
  const { runId, epoch, events, record, turns = [], requests = [], consumed = [] } = batch;
  checkPlain({ events, record, turns, requests, consumed });
  if (!Number.isSafeInteger(epoch) || epoch < 0) throw invalid("epoch", `is ${epoch}, not a whole number`);
  for (const [name, records] of Object.entries({ record: [record], events, turns, requests })) {
    if (records.some((entry) => entry.runId !== runId)) throw invalid(name, "is of another run than the batch");
  }
  const first = events[0]?.seq ?? record.nextSeq;
  if (events.some((event, index) => event.seq !== first + index) || first + events.length !== record.nextSeq) {
    throw invalid("events", "have a gap, or do not end at record.nextSeq");
  }
}

/** Checks anything that is to be stored. @throws StoreError `invalid-record` naming the path of what is no plain data. */
export function checkPlain(value: unknown): void {
  const fault = findUnstorable(value);
  if (fault !== undefined) throw unstorable(fault);
}

/** The error for what structured clone refused though it looked plain. */
export function cloneError(value: unknown, cause: unknown): StoreError {
  return unstorable(findUncloneable(value), cause);
}

function unstorable(fault: { readonly path: string; readonly what: string }, cause?: unknown): StoreError {
  return new StoreError(
    "invalid-record",
    `Nothing was written: ${fault.path || "the value"} is ${fault.what}. Only plain data can be stored.`,
    { path: fault.path, cause },
  );
}

function invalid(path: string, problem: string): StoreError {
  return new StoreError("invalid-record", `Nothing was written: ${path} ${problem}.`, { path });
}

/** Whether a run may be removed: a damaged one may, one of a newer version is not ours to judge. @throws StoreError `store-newer` */
export function checkRemove(stored: RunRecord): void {
  if (stored.v > RECORD_VERSION) checkVersion(stored);
}

/** The fence: whether a batch may be written over what is stored. @throws StoreError */
export function checkAppend(stored: RunRecord | undefined, batch: JournalBatch): RunRecord {
  if (stored === undefined) throw unknownRun(batch.runId);
  checkRun(stored);
  if (batch.epoch < stored.epoch) {
    throw new StoreError(
      "stale-epoch",
      `Nothing was written: another tab drives this run by now (epoch ${stored.epoch}, this one has ${batch.epoch}). Follow it instead.`,
    );
  }
  const first = batch.events[0]?.seq ?? batch.record.nextSeq;
  // The second case is the same batch again, after a commit whose success was never told.
  if (first !== stored.nextSeq && batch.record.nextSeq !== stored.nextSeq) {
    throw invalid("events", `begin at ${first}, but the journal goes on at ${stored.nextSeq}`);
  }
  return stored;
}

/** Whether a run may be created. @throws StoreError `invalid-record` when the run exists, unless this is the same batch again after a lost success. */
export function checkCreate(stored: RunRecord | undefined, batch: JournalBatch, isRetry: boolean): void {
  if (stored === undefined || (isRetry && sameData(stored, recordOf(batch)))) return;
  throw new StoreError("invalid-record", `Nothing was written: the run ${batch.runId} exists already.`);
}

/** The record a batch leaves behind: it carries the writer's epoch. */
export function recordOf(batch: JournalBatch): RunRecord {
  return { ...batch.record, epoch: batch.epoch };
}

/** Whether lists of runs show something else now; text that grew is no such change. */
export function isListed(before: RunRecord | undefined, after: RunRecord): boolean {
  return (
    before?.status !== after.status ||
    before.title !== after.title ||
    before.turnCount !== after.turnCount ||
    before.epoch !== after.epoch
  );
}

/**
 * What to write of a Request a batch carries; `undefined` leaves what is stored.
 *
 * An Answer reaches the store between two batches of the driver, and may be taken back until a batch settles it. So a
 * batch never undoes an accepted Answer, and settles only the one that is accepted at that moment.
 *
 * @throws StoreError `request-changed`
 */
export function mergeRequest(stored: RequestRecord | undefined, next: RequestRecord): RequestRecord | undefined {
  if (stored === undefined) return next;
  checkRequest(stored);
  if (stored.runId !== next.runId) throw invalid("requests", `names ${next.requestId}, a Request of another run`);
  const sameAnswer = sameData(stored.answer, next.answer);
  switch (stored.state) {
    case "open":
      if (next.state === "open" || next.state === "closed") return { ...stored, ...next };
      throw changed(next, "its Answer was taken back");
    case "answered":
      if (next.state === "open" || (next.state === "answered" && sameAnswer)) return undefined;
      if (next.state === "closed") return { ...stored, ...next, ...answerOf(stored) };
      if (sameAnswer) return { ...stored, ...next };
      throw changed(next, "another Answer was accepted");
    case "settled":
    case "closed":
      if (next.state === stored.state && (sameAnswer || next.answer === undefined)) return undefined;
      throw changed(next, `it is ${stored.state}`);
  }
}

function changed(request: RequestRecord, why: string): StoreError {
  return new StoreError(
    "request-changed",
    `Nothing was written: Request ${request.requestId} cannot become ${request.state}, since ${why}. Load the run again and go on from there.`,
  );
}

function answerOf({ answer, answeredAt }: RequestRecord): Partial<RequestRecord> {
  return { ...(answer && { answer }), ...(answeredAt !== undefined && { answeredAt }) };
}

/**
 * How an Answer fares against what is stored.
 *
 * @param isRetry the same Answer again, after a commit whose success was never told: then it may find itself
 */
export function decideAnswer(
  stored: RequestRecord | undefined,
  answer: Answer,
  at: number,
  isRetry = false,
): { readonly outcome: AnswerOutcome; readonly write?: RequestRecord } {
  if (stored === undefined) return { outcome: { accepted: false } };
  checkRequest(stored);
  if (stored.state !== "open") {
    const isOwn = isRetry && stored.answeredAt === at && sameData(stored.answer, answer);
    return { outcome: { accepted: isOwn, record: stored } };
  }
  const expired = isExpired(stored.request, at);
  const taken: Answer = expired ? { id: stored.requestId, ok: false, reason: "expired" } : answer;
  const write: RequestRecord = { ...stored, state: "answered", answer: taken, answeredAt: at };
  const accepted = !expired || (!answer.ok && answer.reason === "expired");
  return { outcome: { accepted, record: write }, write };
}

/**
 * The Request as it stands once its Answer is taken back; `undefined` when there is none that can be. Of an Answer the
 * run has acted on, what it allows for later calls can still be taken back.
 */
export function decideRetract(stored: RequestRecord | undefined): RequestRecord | undefined {
  if (stored === undefined) return undefined;
  checkRequest(stored);
  if (stored.state === "settled" && allowedTool(stored) !== undefined) return { ...stored, revoked: true };
  // Expired stays expired, whatever the clock does.
  if (stored.state !== "answered" || stored.answer?.reason === "expired") return undefined;
  const { answer: _answer, answeredAt: _answeredAt, ...rest } = stored;
  return { ...rest, state: "open" };
}

/** Whether a command is to be left for a run: not one that was consumed already. @throws StoreError where it may not be */
export function checkEnqueue(stored: RunRecord | undefined, runId: string, command: RunCommand): boolean {
  if (stored === undefined) throw unknownRun(runId);
  checkRun(stored);
  checkPlain({ command });
  return stored.consumed?.includes(command.id) !== true;
}
