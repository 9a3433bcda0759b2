import { HoldpointError, type Runs } from "@holdpoint/core";
import type { RequestSource } from "@holdpoint/core/request-source";

/** Requests of any source as the components take them. No run can be opened here: only what waits is known. */
export function runsOverSource(source: RequestSource): Runs {
  return {
    get store(): never {
      throw onlyRequests();
    },
    agents: [],
    start: reject,
    fork: reject,
    prepare: async () => undefined,
    open() {
      throw onlyRequests();
    },
    list: async () => [],
    remove: reject,
    requests: (filter) => source.list(filter),
    answer: (requestId, input) => source.answer(requestId, input),
    retractAnswer: (requestId) => source.retract(requestId),
    resume: async () => undefined,
    subscribe: (listener) => source.watch(listener),
    inMemory: () => [],
    getBlob: async () => undefined,
    close: async () => undefined,
  };
}

async function reject(): Promise<never> {
  throw onlyRequests();
}

function onlyRequests(): HoldpointError {
  return new HoldpointError("unsupported", "A request source knows what waits, and nothing more of a run.");
}
