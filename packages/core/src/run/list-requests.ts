import { type AnswerPlace, answeredIfExpired, expectAnswer } from "./answer-request.ts";
import type { JournalStore, RequestFilter, RequestRecord } from "./journal.ts";
import { statesOf } from "./store-rules.ts";

/**
 * Requests as they stand now: whose time has passed is not open any more, also where nobody drives its run. Unless one
 * run is asked for, what a sub-agent asks is left out: its parent asks it in its place.
 */
export async function listRequests(
  place: AnswerPlace & { readonly store: Pick<JournalStore, "listRequests"> },
  filter?: RequestFilter,
): Promise<readonly RequestRecord[]> {
  const now = place.clock.now();
  const states = statesOf(filter);
  const stored = await place.store.listRequests(filter);
  if (stored.length > 0) expectAnswer();
  const found = await Promise.all(stored.map((record) => answeredIfExpired(place, record, now)));
  return found.filter(({ state, escalated }) => states.includes(state) && (filter?.runId !== undefined || !escalated));
}
