import {
  type Answer,
  type AnswerOutcome,
  checkPlain,
  cloneError,
  decideAnswer,
  decideRetract,
} from "@holdpoint/core/store";
import type { ChangeFeed } from "./change-feed.ts";
import type { Transact } from "./transact.ts";

/** Writes an Answer, where it may be taken. */
export async function writeAnswer(
  transact: Transact,
  feed: ChangeFeed,
  requestId: string,
  answer: Answer,
  at: number,
): Promise<AnswerOutcome> {
  checkPlain({ answer });
  const { outcome, write: answered } = await transact({
    stores: ["requests"],
    mode: "readwrite",
    strict: true,
    uncloneable: (cause) => cloneError({ answer }, cause),
    async work(transaction, isRetry) {
      const store = transaction.objectStore("requests");
      const decision = decideAnswer(await store.get(requestId), answer, at, isRetry);
      if (decision.write !== undefined) await store.put(decision.write);
      return decision;
    },
  });
  if (answered !== undefined) feed.tell(answered.runId, "requests");
  return outcome;
}

/** Takes an Answer back, where that may be. */
export async function writeRetraction(transact: Transact, feed: ChangeFeed, requestId: string): Promise<boolean> {
  const reopened = await transact({
    stores: ["requests"],
    mode: "readwrite",
    strict: true,
    async work(transaction) {
      const store = transaction.objectStore("requests");
      const record = decideRetract(await store.get(requestId));
      if (record !== undefined) await store.put(record);
      return record;
    },
  });
  if (reopened !== undefined) feed.tell(reopened.runId, "requests");
  return reopened !== undefined;
}
