import { expectCode, loadCode, type RequestStore } from "@holdpoint/core/store";
import type { ChangeFeed } from "./change-feed.ts";
import { readRequest, readRequests } from "./read-records.ts";
import type { Transact } from "./transact.ts";

/** What writes Answers. */
const loadWrites = () => loadCode(() => import("./request-writes.ts"));

/** Somebody may answer soon: what writes that is at hand by then, so that it works when the network is gone. */
export function expectAnswer(): void {
  expectCode(loadWrites());
}

/** The part of a store that reads and answers Requests. */
export function createRequestMethods(transact: Transact, feed: ChangeFeed): Omit<RequestStore, "subscribe"> {
  return {
    getRequest: (requestId) =>
      transact({ stores: ["requests"], mode: "readonly", work: (transaction) => readRequest(transaction, requestId) }),

    listRequests(filter) {
      expectAnswer();
      return transact({
        stores: ["requests"],
        mode: "readonly",
        work: (transaction) => readRequests(transaction, filter),
      });
    },

    answer: async (...given) => (await loadWrites()).writeAnswer(transact, feed, ...given),

    retractAnswer: async (requestId) => (await loadWrites()).writeRetraction(transact, feed, requestId),
  };
}
