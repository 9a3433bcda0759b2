import { AnswerError } from "../contracts/errors.ts";
import { expectCode, loadCode } from "../contracts/load-code.ts";
import { type Answer, isExpired } from "../contracts/request.ts";
import type { Clock } from "../primitives/clock.ts";
import type { AnswerOutcome, JournalStore, RequestRecord } from "./journal.ts";

/** What reads Answers. */
const loadCheck = () => loadCode(() => import("../contracts/check-answer.ts"));

/** Somebody is asked: what reads the Answer is at hand by then, so that it can be given when the network is gone. */
export function expectAnswer(): void {
  expectCode(loadCheck());
}

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
 * @throws AnswerError `answer-invalid` when it does not fit, `request-expired` when it is late, `unknown-request`;
 * HoldpointError `code-missing`.
 */
export async function answerRequest(place: AnswerPlace, requestId: string, input: AnswerInput): Promise<AnswerOutcome> {
  const { store, clock, onAnswered } = place;
  const now = clock.now();
  const { checkAnswer, lateAnswer } = await loadCheck();
  const record = await answeredIfExpired(place, await knownRequest(store, requestId), now);
  if (record.answer?.reason === "expired") throw lateAnswer();
  if (record.state !== "open") return { accepted: false, record };
  const answer = await checkAnswer(record.request, { ...input, id: requestId }, now);
  const outcome = await store.answer(requestId, answer, now);
  await onAnswered?.(record.runId);
  // It may have expired in a tab whose clock is ahead.
  if (!outcome.accepted && outcome.record?.answer?.reason === "expired") throw lateAnswer();
  return outcome;
}

/**
 * A Request as it stands at a time: one that has expired has answered itself, and stays so whatever the clock does. That
 * is written before anybody is told.
 */
export async function answeredIfExpired(
  { store, onAnswered }: AnswerPlace,
  record: RequestRecord,
  now: number,
): Promise<RequestRecord> {
  const { requestId, request, runId, state } = record;
  if (state !== "open" || !isExpired(request, now)) return record;
  const outcome = await store.answer(requestId, { id: requestId, ok: false, reason: "expired" }, now);
  await onAnswered?.(runId);
  return outcome.record ?? record;
}

/** A Request in any state. @throws AnswerError `unknown-request` */
export async function knownRequest(store: Pick<JournalStore, "getRequest">, requestId: string): Promise<RequestRecord> {
  const record = await store.getRequest(requestId);
  if (record !== undefined) return record;
  throw new AnswerError(
    "unknown-request",
    `There is no request ${requestId} in this store. Its run may have been removed.`,
  );
}
