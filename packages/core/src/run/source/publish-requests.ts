import { describeThrown, HoldpointError } from "../../contracts/errors.ts";
import { type Clock, systemClock } from "../../primitives/clock.ts";
import type { RequestFilter, RequestRecord } from "../journal.ts";
import type { Runs } from "../runs.ts";
import { createLocalSource } from "./local-source.ts";
import type { RequestBoard } from "./request-board.ts";
import type { RequestStore } from "./request-store.ts";
import { shownDigest } from "./shown-digest.ts";
import { warnInConsole } from "./warn-in-console.ts";

/** {@link publishRequests} */
export interface PublishOptions {
  /** What keeps the runs. With `Runs`, an Answer sets its run going in this page. */
  readonly from: Runs | RequestStore;
  /** Where they are to be answered: `createHttpSource(…)`, or a board in this process. */
  readonly to: RequestBoard;
  /** Which ones. Their prompts and arguments leave this device. @default all */
  readonly filter?: Pick<RequestFilter, "runId" | "agent">;
  /** Hears of what could not be published or taken. @default console.warn */
  readonly warn?: (message: string) => void;
  readonly clock?: Clock;
}

/** After a failure it begins anew when something changes, and at the latest after so many milliseconds. */
const RETRY_MS = 15_000;

/**
 * Puts the open Requests of this page's store up elsewhere, and takes the Answers given there. The store here has the
 * last word: an Answer counts once it is written here, and the other place is told how it went. Gives the way to stop.
 *
 * @example
 * const stop = publishRequests({ from: runs, to: createHttpSource({ url: "/holdpoint/requests" }) });
 */
export function publishRequests(options: PublishOptions): () => void {
  const { to, filter = {}, clock = systemClock } = options;
  const { warn = warnInConsole } = options;
  const from = createLocalSource(options.from, clock);
  /** What the other place was told last, by id. */
  const told = new Map<string, string>();
  let isStopped = false;
  let running = false;
  let again = false;
  let stopRetry: (() => void) | undefined;

  async function publish(record: RequestRecord): Promise<void> {
    const text = JSON.stringify(record);
    if (told.get(record.requestId) === text) return;
    await to.publish(record);
    if (record.state === "settled" || record.state === "closed") told.delete(record.requestId);
    else told.set(record.requestId, text);
  }

  /** Takes an Answer that was given there, and says how the Request stands here now. */
  async function take(there: RequestRecord, here: RequestRecord): Promise<void> {
    const { answer, requestId } = there;
    if (here.state === "open" && answer !== undefined) {
      const { id: _id, ...input } = answer;
      try {
        await from.answer(requestId, input, { digest: shownDigest(there) });
      } catch (error) {
        if (!HoldpointError.is(error)) throw error;
        warn(`An answer that was given elsewhere was not taken: ${error.message}`);
        // Open again for those who see it there.
        if ((await from.get(requestId))?.state === "open") await to.retract(requestId);
      }
    }
    const after = await from.get(requestId);
    if (after !== undefined) await publish(after);
  }

  async function meet(): Promise<void> {
    const here = await from.list({ ...filter, state: ["open", "answered"] });
    for (const record of here) await publish(record);
    const waiting = new Set(here.map(({ requestId }) => requestId));
    // What was put up, now or by a page before this one, and is over here.
    for (const there of await to.list({ ...filter, state: ["open", "answered"] })) {
      const record = await from.get(there.requestId);
      if (record === undefined) {
        // Not ours, unless this page had put it up: then its run was removed.
        if (told.delete(there.requestId)) await to.publish({ ...there, state: "closed" });
      } else if (!waiting.has(there.requestId)) await publish(record);
      else if (there.state === "answered") await take(there, record);
    }
  }

  async function run(): Promise<void> {
    again = true;
    if (running) return;
    running = true;
    stopRetry?.();
    try {
      while (again && !isStopped) {
        again = false;
        await meet();
      }
    } catch (error) {
      warn(`Requests could not be published: ${describeThrown(error)}`);
      told.clear();
      if (!isStopped) stopRetry = clock.schedule(() => void run(), RETRY_MS);
    } finally {
      running = false;
    }
  }

  const stopHere = from.watch(({ kind }) => {
    if (kind === "requests" || kind === "removed" || kind === "all") void run();
  });
  const stopThere = to.watch(() => void run());
  void run();
  return () => {
    isStopped = true;
    stopHere();
    stopThere();
    stopRetry?.();
  };
}
