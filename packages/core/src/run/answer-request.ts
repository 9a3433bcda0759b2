import { checkAnswer } from "../contracts/check-answer.ts";
import { AnswerError } from "../contracts/errors.ts";
import { type Answer, isExpired } from "../contracts/request.ts";
import type { Clock } from "../primitives/clock.ts";
import type { AnswerOutcome, JournalStore, RequestRecord } from "./journal.ts";

/** An Answer as a prompt gives it: the Request's id is added. */
export type AnswerInput = Omit<Answer, "id">;

/** Where an Answer goes, and who goes on once it is written. */
export interface AnswerPlace {
  readonly store: Pick<JournalStore, "getRequest" | "answer">;
  readonly clock: Clock;
  /** Called when the run has something to go on with. */
  readonly onAnswered?: (runId: string) => unknown;
}

/**
 * Answers a Request where it is kept, whether or not anybody here can drive its run. The first Answer wins; a later one
 * is told what was decided.
 *
 * @throws AnswerError `answer-invalid` when it does not fit, `request-expired` when it is late, `unknown-request`.
 */
export async function answerRequest(
  { store, clock, onAnswered }: AnswerPlace,
  requestId: string,
  input: AnswerInput,
): Promise<AnswerOutcome> {
  const record = await knownRequest(store, requestId);
  if (record.state !== "open") return { accepted: false, record };
  const now = clock.now();
  const { request, runId } = record;
  if (isExpired(request, now)) {
    // It has answered itself, and stays so whatever the clock does: that is written before anybody is told.
    await store.answer(requestId, { id: requestId, ok: false, reason: "expired" }, now);
    await onAnswered?.(runId);
  }
  const answer = await checkAnswer(request, { ...input, id: requestId }, now);
  const outcome = await store.answer(requestId, answer, now);
  await onAnswered?.(runId);
  return outcome;
}

/** A Request in any state. @throws AnswerError `unknown-request` */
export async function knownRequest(store: Pick<JournalStore, "getRequest">, requestId: string): Promise<RequestRecord> {
  const record = await store.getRequest(requestId);
  if (record !== undefined) return record;
  throw new AnswerError(
    "unknown-request",
    `There is no request ${requestId} in this store. It may belong to another browser profile, or its run was removed.`,
  );
}
