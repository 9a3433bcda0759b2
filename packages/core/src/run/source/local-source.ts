import { type Clock, systemClock } from "../../primitives/clock.ts";
import { type AnswerInput, answerRequest, knownRequest } from "../answer-request.ts";
import type { AnswerOutcome } from "../journal.ts";
import { listRequests } from "../list-requests.ts";
import type { Runs } from "../runs.ts";
import type { RequestSource } from "./request-source.ts";
import type { RequestStore } from "./request-store.ts";
import { checkShown } from "./shown-digest.ts";

/**
 * The Requests of a store of this place. Given `Runs`, an Answer sets its run going here; given a store alone, nothing
 * runs here: the Answer is kept, and the run goes on as soon as some tab has its agent.
 *
 * @example
 * const source = createLocalSource(createIdbStore());
 * for (const { request } of await source.list()) console.log(request.prompt);
 */
export function createLocalSource(place: RequestStore | Runs, clock: Clock = systemClock): RequestSource {
  const runs = "agents" in place ? place : undefined;
  const store = "agents" in place ? place.store : place;

  function send(requestId: string, input: AnswerInput): Promise<AnswerOutcome> {
    return runs === undefined ? answerRequest({ store, clock }, requestId, input) : runs.answer(requestId, input);
  }

  return {
    list: (filter) => (runs === undefined ? listRequests({ store, clock }, filter) : runs.requests(filter)),
    get: (requestId) => store.getRequest(requestId),
    watch(listener, onState) {
      onState?.({ connected: true });
      return store.subscribe(listener);
    },
    async answer(requestId, input, options) {
      checkShown(await knownRequest(store, requestId), options?.digest);
      return send(requestId, input);
    },
    retract: (requestId) => store.retractAnswer(requestId),
  };
}
