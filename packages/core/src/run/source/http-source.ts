import { createListeners } from "../../primitives/listeners.ts";
import { randomId } from "../../primitives/random-id.ts";
import type { AnswerOutcome, RequestFilter, RequestRecord, StoreChange } from "../journal.ts";
import { openChangeStream } from "./change-stream.ts";
import { type ExchangeOptions, exchange, type Reply, type Sending, throwRefusal, unreadable } from "./exchange.ts";
import { readRecord } from "./read-record.ts";
import type { RequestBoard } from "./request-board.ts";
import type { SourceState } from "./request-source.ts";
import { shownDigest } from "./shown-digest.ts";
import { sourceAddress } from "./source-address.ts";
import { KEY_HEADER, SOURCE_VERSION } from "./source-protocol.ts";
import { warnInConsole } from "./warn-in-console.ts";

/** {@link createHttpSource} */
export interface HttpSourceOptions extends ExchangeOptions {
  /** Where the handler is served: `https://example.com/holdpoint/requests`. Relative ones are of this page. */
  readonly url: string;
  /** Hears of Requests that were left out because they cannot be trusted as they are. @default console.warn */
  readonly warn?: (message: string) => void;
}

/** So many Requests are remembered with what was shown of them. */
const MAX_SHOWN = 2_000;

/**
 * Requests that are kept by a server: they are listed, watched and answered over HTTP, and published where the server has
 * a board. An Answer that was sent and not heard of can be sent again: it counts once.
 *
 * @throws HoldpointError `invalid-argument` for an address that is not https
 *
 * @example
 * const source = createHttpSource({ url: "/holdpoint/requests", headers: { authorization: () => `Bearer ${token()}` } });
 */
export function createHttpSource(options: HttpSourceOptions): RequestBoard {
  const { warn = warnInConsole } = options;
  const base = sourceAddress(options.url);
  const shown = new Map<string, string>();
  /** Answers nobody has heard of yet: the same one again goes under the same key. */
  const undelivered = new Map<string, { readonly text: string; readonly key: string }>();
  const changes = createListeners<StoreChange>((error) => warn(`A listener threw: ${String(error)}`));
  const states = createListeners<SourceState>((error) => warn(`A listener threw: ${String(error)}`));
  let state: SourceState | undefined;
  let stop: (() => void) | undefined;

  const tell = (): void => changes.tell({ kind: "all" });
  const at = (path: string): URL => new URL(`${base.href}${path}`);
  const send = async (sending: Sending): Promise<Reply> => exchange(sending, options);

  function remember(record: RequestRecord): RequestRecord {
    shown.delete(record.requestId);
    shown.set(record.requestId, shownDigest(record));
    for (const oldest of shown.keys()) {
      if (shown.size <= MAX_SHOWN) break;
      shown.delete(oldest);
    }
    return record;
  }

  async function get(requestId: string): Promise<RequestRecord | undefined> {
    const reply = await send({ method: "GET", url: at(`/${encodeURIComponent(requestId)}`) });
    if (reply.refusal?.code === "unknown-request") return undefined;
    throwRefusal(reply);
    return remember(await recordOf(reply.body.request, requestId));
  }

  return {
    async list(filter = {}) {
      const url = at("");
      for (const [name, value] of filterPairs(filter)) url.searchParams.append(name, value);
      const reply = await send({ method: "GET", url });
      throwRefusal(reply);
      const { requests } = reply.body;
      if (!Array.isArray(requests)) throw unreadable("its list is no list");
      const records: RequestRecord[] = [];
      for (const value of requests) {
        const read = await readRecord(value);
        if (read.ok) records.push(remember(read.record));
        else warn(`A request was left out: ${read.problem} (${read.path}).`);
      }
      return records;
    },

    get,

    watch(listener, onState) {
      const stopListening = changes.add(listener);
      const stopStates = onState && states.add(onState);
      if (state !== undefined) onState?.(state);
      stop ??= openChangeStream({
        ...options,
        url: at("/events"),
        onChange: tell,
        onState: (next) => {
          state = next;
          states.tell(next);
        },
      });
      return () => {
        stopListening();
        stopStates?.();
        if (changes.size > 0) return;
        stop?.();
        stop = undefined;
        state = undefined;
      };
    },

    async answer(requestId, input, given) {
      if (given?.digest === undefined && !shown.has(requestId)) await get(requestId);
      const digest = given?.digest ?? shown.get(requestId);
      const body = { v: SOURCE_VERSION, answer: { ...input, id: requestId }, digest };
      const text = JSON.stringify(body);
      const before = undelivered.get(requestId);
      const key = before?.text === text ? before.key : randomId("ans_");
      undelivered.set(requestId, { text, key });
      const url = at(`/${encodeURIComponent(requestId)}/answer`);
      const reply = await send({ method: "POST", url, body, headers: { [KEY_HEADER]: key } });
      undelivered.delete(requestId);
      const outcome = await outcomeOf(reply, requestId);
      tell();
      return outcome;
    },

    async publish(record) {
      const url = at(`/${encodeURIComponent(record.requestId)}`);
      const reply = await send({ method: "PUT", url, body: { v: SOURCE_VERSION, request: record } });
      throwRefusal(reply);
      return recordOf(reply.body.request, record.requestId);
    },

    async retract(requestId) {
      const reply = await send({ method: "DELETE", url: at(`/${encodeURIComponent(requestId)}/answer`) });
      throwRefusal(reply);
      tell();
      return reply.body.retracted === true;
    },
  };
}

function filterPairs({ runId, agent, state = ["open"] }: RequestFilter): readonly [string, string][] {
  const pairs = state.map((one): [string, string] => ["state", one]);
  if (runId !== undefined) pairs.push(["runId", runId]);
  if (agent !== undefined) pairs.push(["agent", agent]);
  return pairs;
}

async function outcomeOf(reply: Reply, requestId: string): Promise<AnswerOutcome> {
  const { refusal, body } = reply;
  const isDecided = refusal?.code === "already-answered" || refusal?.code === "request-closed";
  if (!isDecided) throwRefusal(reply);
  return { accepted: !isDecided, record: await recordOf(body.request, requestId) };
}

/** A record that was asked for by its id. @throws HoldpointError `source-unreadable` */
async function recordOf(value: unknown, requestId: string): Promise<RequestRecord> {
  const read = await readRecord(value);
  if (!read.ok) throw unreadable(`${read.problem} (${read.path})`);
  if (read.record.requestId !== requestId) throw unreadable("it gave another Request than was asked for");
  return read.record;
}
