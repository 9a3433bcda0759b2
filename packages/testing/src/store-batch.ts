import type { JournalBatch, RequestRecord, RunEvent, RunFact, RunRecord, TurnRecord } from "@holdpoint/core";

/** What a scripted writer puts into one batch; the rest follows from what it wrote before. */
export interface BatchContent extends Pick<JournalBatch, "turns" | "requests" | "blobs" | "consumed"> {
  readonly facts?: readonly RunFact[];
  /** Changes of the record that no fact of a test makes. */
  readonly record?: Partial<RunRecord>;
  readonly strict?: boolean;
}

/** Writes batches of one run by the rules of the journal, without a loop or a clock. */
export interface BatchWriter {
  readonly runId: string;
  /** The record after the last batch made. */
  readonly record: RunRecord;
  epoch: number;
  /** Makes the next batch. It is the caller's to write it. */
  next(content?: BatchContent): JournalBatch;
}

/** Makes a writer for a new run. @param record how the run begins, where a test minds */
export function createBatchWriter(runId: string, record: Partial<RunRecord> = {}): BatchWriter {
  let current: RunRecord = {
    v: 1,
    runId,
    agent: "clerk",
    model: "scripted",
    title: "A run",
    status: "running",
    createdAt: 1_000,
    updatedAt: 1_000,
    turnCount: 0,
    nextSeq: 0,
    settledSeq: 0,
    usage: { promptTokens: 0, completionTokens: 0, totalTokens: 0 },
    modelCalls: 0,
    epoch: 0,
    ...record,
  };
  const writer: BatchWriter = {
    runId,
    get record() {
      return current;
    },
    epoch: current.epoch,
    next({ facts = [], record: changes = {}, strict = false, ...rest } = {}) {
      const at = current.updatedAt + 1;
      const events = facts.map((fact, index): RunEvent => ({ ...fact, runId, seq: current.nextSeq + index, at }));
      const nextSeq = current.nextSeq + events.length;
      const settled =
        rest.turns === undefined ? {} : { settledSeq: nextSeq, turnCount: current.turnCount + rest.turns.length };
      current = { ...current, updatedAt: at, nextSeq, epoch: writer.epoch, ...settled, ...changes };
      return { runId, epoch: writer.epoch, events, record: current, strict, ...rest };
    },
  };
  return writer;
}

/** A settled turn of one text. */
export function textTurn(runId: string, index: number, text = `turn ${index}`): TurnRecord {
  return { v: 1, runId, index, at: index, turn: { role: "ASSISTANT", parts: [{ kind: "TEXT", text }] } };
}

/** A fact of one text. */
export function textFact(text: string, turn = 0): RunFact {
  return { type: "text.appended", turn, part: 0, text };
}

/** An open Request for an approval. */
export function openRequest(runId: string, requestId: string, changes: Partial<RequestRecord> = {}): RequestRecord {
  return {
    v: 1,
    requestId,
    runId,
    agent: "clerk",
    turn: 0,
    raisedAt: 1_000,
    state: "open",
    request: { id: requestId, kind: "approval", prompt: "Refund?" },
    callId: `call-of-${requestId}`,
    call: { callId: `call-of-${requestId}`, toolName: "refund", args: { amount: 12 }, digest: "d" },
    origin: "policy",
    ...changes,
  };
}
