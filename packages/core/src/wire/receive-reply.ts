import { EndpointError } from "../contracts/errors.ts";
import { isObject } from "../primitives/is-object.ts";
import { parseJson } from "./call-arguments.ts";
import type { Dialect } from "./dialect.ts";
import type { ServerEvent } from "./event-reader.ts";
import { providerError } from "./provider-error.ts";
import { type EventOutcome, type ReadOptions, readReplyBody } from "./reply-body.ts";
import type { ReceiveWireEvent, WireEvent } from "./wire.ts";

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
  const out: WireEvent[] = [];
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
    const flushed = flush();
    return flushed === undefined ? outcome : flushed.then(() => outcome);
  }

  /** Hands over what has been read. Gives a promise only where the receiver did. */
  function flush(from = 0): Promise<void> | undefined {
    for (let position = from; position < out.length; position++) {
      const received = receive(out[position] as WireEvent);
      if (received instanceof Promise) return received.then(() => flush(position + 1));
    }
    out.length = 0;
    return undefined;
  }

  async function close(broken: boolean): Promise<void> {
    reader.close(out, broken);
    await flush();
  }

  async function readText(text: string): Promise<void> {
    const parsed = parseJson(text);
    // Some gateways wrap their one error into a list.
    const reply = Array.isArray(parsed) ? parsed[0] : parsed;
    if (!isObject(reply)) throw unreadable(text);
    failure = providerError(reply);
    const readWhole = await dialect.loadReplyReader();
    const finishReason = readWhole(reply, out, failure !== undefined);
    await flush();
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
