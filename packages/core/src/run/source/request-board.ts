import { AnswerError, HoldpointError } from "../../contracts/errors.ts";
import { type Clock, systemClock } from "../../primitives/clock.ts";
import { createListeners } from "../../primitives/listeners.ts";
import { createSerialQueue } from "../../primitives/serial-queue.ts";
import { answerRequest, knownRequest } from "../answer-request.ts";
import type { AnswerOutcome, RequestFilter, RequestRecord, StoreChange } from "../journal.ts";
import { byRaised, statesOf } from "../store-rules.ts";
import { decideAnswer, decideRetract } from "../write-rules.ts";
import type { RequestSource } from "./request-source.ts";
import { checkShown, shownDigest } from "./shown-digest.ts";
import { warnInConsole } from "./warn-in-console.ts";

/** A Request on a board. */
export interface BoardEntry {
  readonly record: RequestRecord;
  /** Answered here, and not yet heard of by the place that keeps the run. */
  readonly undelivered: boolean;
}

/** Where a board keeps its entries: a `Map`, or something like it over a database. */
export interface BoardEntries {
  /** The entry of a Request, if there is one. */
  get(requestId: string): BoardEntry | undefined | Promise<BoardEntry | undefined>;
  /** Keeps an entry; a promise is awaited, and what it rejects with is the Answer's failure. */
  set(requestId: string, entry: BoardEntry): unknown;
  /** Drops an entry. */
  delete(requestId: string): unknown;
  /** All of them, in any order. */
  values(): Iterable<BoardEntry> | Promise<Iterable<BoardEntry>>;
}

/** A source that is told of Requests by the places that keep them. */
export interface RequestBoard extends RequestSource {
  /**
   * Puts a Request up, or says how it stands now. An Answer given here that its place has not heard of yet stays.
   *
   * @returns the Request as the board has it
   * @throws AnswerError `answer-mismatch` when the id stands for another call; HoldpointError `too-large` when it is full
   */
  publish(record: RequestRecord): Promise<RequestRecord>;
}

/** {@link createRequestBoard} */
export interface RequestBoardOptions {
  /** @default a `Map`: forgotten when the process ends; places publish again when they come back */
  readonly entries?: BoardEntries;
  /** Requests nobody waits for any more are kept so many, so that they can still be looked up. @default 1000 */
  readonly keepDone?: number;
  /** More open ones are refused. @default 10000 */
  readonly maxOpen?: number;
  readonly clock?: Clock;
}

/**
 * Requests that are published from elsewhere: a server's side of approving a browser's run on another machine. The run
 * stays where it is; its page fetches the Answer, and its store has the last word.
 */
export function createRequestBoard(options: RequestBoardOptions = {}): RequestBoard {
  const { entries = new Map<string, BoardEntry>(), keepDone = 1_000, maxOpen = 10_000, clock = systemClock } = options;
  // Read, decide and write as one step: the first Answer wins here too.
  const inTurn = createSerialQueue();
  const listeners = createListeners<StoreChange>((error) => warnInConsole("A listener threw.", error));

  const tell = ({ runId }: RequestRecord): void => listeners.tell({ runId, kind: "requests" });
  const recordOf = async (requestId: string): Promise<RequestRecord | undefined> =>
    (await entries.get(requestId))?.record;
  const records = async (): Promise<RequestRecord[]> => Array.from(await entries.values(), ({ record }) => record);

  const store = {
    getRequest: recordOf,
    answer: (requestId: string, answer: Parameters<typeof decideAnswer>[1], at: number): Promise<AnswerOutcome> =>
      inTurn(requestId, async () => {
        const { outcome, write } = decideAnswer(await recordOf(requestId), answer, at);
        if (write === undefined) return outcome;
        await entries.set(requestId, { record: write, undelivered: true });
        tell(write);
        return outcome;
      }),
  };

  async function makeRoom(): Promise<void> {
    const all = await records();
    if (all.filter(({ state }) => state === "open").length >= maxOpen) {
      throw new HoldpointError("too-large", `The board is full: ${maxOpen} requests wait. Answer some of them first.`);
    }
    const done = all.filter(({ state }) => state === "settled" || state === "closed").sort(byRaised);
    for (const { requestId } of done.slice(0, Math.max(0, done.length - keepDone))) await entries.delete(requestId);
  }

  return {
    async list(filter: RequestFilter = {}) {
      const states = statesOf(filter);
      return (await records())
        .filter(({ state }) => states.includes(state))
        .filter(({ runId }) => filter.runId === undefined || runId === filter.runId)
        .filter(({ agent }) => filter.agent === undefined || agent === filter.agent)
        .sort(byRaised);
    },
    get: recordOf,
    watch(listener, onState) {
      onState?.({ connected: true });
      return listeners.add(listener);
    },
    async answer(requestId, input, given) {
      checkShown(await knownRequest(store, requestId), given?.digest);
      return answerRequest({ store, clock }, requestId, input);
    },
    retract: (requestId) =>
      inTurn(requestId, async () => {
        const entry = await entries.get(requestId);
        // What its place has heard of is for that place to take back.
        const record = entry?.undelivered ? decideRetract(entry.record) : undefined;
        if (record === undefined) return false;
        await entries.set(requestId, { record, undelivered: false });
        tell(record);
        return true;
      }),
    publish: (record) =>
      inTurn(record.requestId, async () => {
        const { requestId } = record;
        const known = await entries.get(requestId);
        if (known === undefined) await makeRoom();
        else if (known.record.runId !== record.runId || shownDigest(known.record) !== shownDigest(record)) {
          throw new AnswerError("answer-mismatch", "This id stands for another call. Nothing was changed.", {
            path: "request.call",
          });
        }
        if (known?.undelivered && record.state === "open") return known.record;
        await entries.set(requestId, { record, undelivered: false });
        tell(record);
        return record;
      }),
  };
}
