import { checkPlain, decideAnswer, decideRetract, type RequestStore } from "@holdpoint/core/store";
import type { ChangeFeed } from "./change-feed.ts";
import { readRequest, readRequests } from "./request-records.ts";
import type { Transact } from "./transact.ts";

/** The part of a store that reads and answers Requests. */
export function createRequestMethods(transact: Transact, feed: ChangeFeed): Omit<RequestStore, "subscribe"> {
  return {
    getRequest: (requestId) =>
      transact({ stores: ["requests"], mode: "readonly", work: (transaction) => readRequest(transaction, requestId) }),

    listRequests: (filter) =>
      transact({ stores: ["requests"], mode: "readonly", work: (transaction) => readRequests(transaction, filter) }),

    async answer(requestId, answer, at) {
      checkPlain({ answer });
      const { outcome, write: answered } = await transact({
        stores: ["requests"],
        mode: "readwrite",
        strict: true,
        data: { answer },
        async work(transaction, isRetry) {
          const store = transaction.objectStore("requests");
          const decision = decideAnswer(await store.get(requestId), answer, at, isRetry);
          if (decision.write !== undefined) await store.put(decision.write);
          return decision;
        },
      });
      if (answered !== undefined) feed.tell(answered.runId, "requests");
      return outcome;
    },

    async retractAnswer(requestId) {
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
    },
  };
}
