import { EndpointError } from "../contracts/errors.ts";
import { isObject } from "../primitives/is-object.ts";
import { parseJson } from "./call-arguments.ts";
import type { Dialect } from "./dialect.ts";
import type { ServerEvent } from "./event-reader.ts";
import { providerError } from "./provider-error.ts";
import { type EventOutcome, type ReadOptions, readReplyBody } from "./reply-body.ts";
import type { ReceiveWireEvent, WireSink } from "./wire.ts";

/** So much of a reply that cannot be read is quoted. */
const MAX_QUOTE = 200;

/** And so much of the words of an error. */
const MAX_WORDS = 4000;

/**
 * Reads one reply and reports what it says, event by event (contract "Streaming"). A stream that was asked for may come
 * as one JSON, and the other way round.
 *
 * @throws EndpointError `stream-error`, `stream-cut`, `stream-idle`, `endpoint-unreadable`; all that came before has
 * been reported by then.
 */
export async function receiveReply(
  response: Response,
  dialect: Dialect,
  receive: ReceiveWireEvent,
  options: ReadOptions,
): Promise<void> {
  const { status } = response;
  const reader = dialect.openReply(options.onDraft);
  /** What the receiver has not done with yet. */
  let pending: Promise<void> | undefined;
  const out: WireSink = {
    push(event) {
      if (pending !== undefined) pending = pending.then(() => receive(event));
      else {
        const received = receive(event);
        if (received instanceof Promise) pending = received;
      }
    },
  };
  let done = false;
  let failure: string | undefined;
  /** A payload that is no JSON: the end of a stream that was cut, unless more follows. */
  let torn: string | undefined;

  const body = await readReplyBody(response, handle, options);
  if (body.kind === "text") return readText(body.text);
  if (body.kind === "stream" && body.events === 0 && /^(?!:)./m.test(body.head.trim())) throw unreadable(body.head);
  const finished = done || reader.finished;
  await close(failure !== undefined || !finished);
  if (failure !== undefined) throw streamError(failure);
  if (finished) return;
  if (body.kind === "broken") throw body.error;
  throw endpointError(
    "stream-cut",
    `LLM ${status}: the stream ended before the reply was whole. What came of it is kept; try again.`,
  );

  function handle({ data, event }: ServerEvent): EventOutcome | Promise<EventOutcome> {
    if (torn !== undefined) throw unreadable(torn);
    const payload = parseJson(data);
    if (!isObject(payload)) {
      if (data.trim() === "[DONE]") {
        done = true;
        return "stop";
      }
      if (event === "error") failure ??= data;
      else if (payload === undefined && data.trim() !== "") torn = data;
      return failure === undefined ? "ignored" : "failed";
    }
    if (payload.type === "ping") return "ignored";
    failure ??= providerError(payload, event);
    reader.read(payload, out);
    const outcome = failure !== undefined ? "failed" : reader.ended ? "stop" : "read";
    return pending === undefined ? outcome : taken().then(() => outcome);
  }

  /** Waits until the receiver has done with what it was given. */
  async function taken(): Promise<void> {
    const waits = pending;
    pending = undefined;
    await waits;
  }

  async function close(broken: boolean): Promise<void> {
    reader.close(out, broken);
    await taken();
  }

  async function readText(text: string): Promise<void> {
    const parsed = parseJson(text);
    // Some gateways wrap their one error into a list.
    const reply = Array.isArray(parsed) ? parsed[0] : parsed;
    if (!isObject(reply)) throw unreadable(text);
    failure = providerError(reply);
    const readWhole = await dialect.loadReplyReader();
    const finishReason = readWhole(reply, out, failure !== undefined);
    await taken();
    if (failure !== undefined) throw streamError(failure, finishReason);
    if (finishReason === undefined) throw unreadable(text);
  }

  function streamError(words: string, finishReason = reader.finishReason): EndpointError {
    return endpointError(
      "stream-error",
      `LLM ${status}: the endpoint reported an error: ${words.slice(0, MAX_WORDS)}`,
      finishReason,
    );
  }

  function unreadable(text: string): EndpointError {
    const start = text
      .trim()
      .slice(0, MAX_QUOTE)
      .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ");
    const what = start === "" ? "empty" : `not one of the ${dialect.style} style; it begins: ${start}`;
    return endpointError("endpoint-unreadable", `LLM ${status}: the reply is ${what}. Check baseUrl and style.`);
  }

  function endpointError(code: EndpointError["code"], message: string, finishReason = reader.finishReason) {
    return new EndpointError(code, options.redact(message), { status, ...(finishReason != null && { finishReason }) });
  }
}
