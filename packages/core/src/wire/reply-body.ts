import { describeThrown, EndpointError } from "../contracts/errors.ts";
import type { Clock } from "../primitives/clock.ts";
import { nextTask } from "../primitives/next-task.ts";
import type { OnCallDraft } from "./call-draft.ts";
import { createEventReader, type ServerEvent } from "./event-reader.ts";
import { watchIdle } from "./idle-watch.ts";
import { AttemptFailed } from "./retry.ts";

/** What to do with one event of a stream; `stop` ends the reading. A promise is awaited before the next event. */
export type HandleEvent = (event: ServerEvent) => EventOutcome | Promise<EventOutcome>;

/** `ignored`: a keep-alive, no sign of progress. `failed`: an error came; only what is already on its way is read. */
export type EventOutcome = "read" | "ignored" | "failed" | "stop";

/** How a reply came. */
export type ReplyBody =
  /** Events; `head` is the start of the text, for an error message. */
  | { readonly kind: "stream"; readonly events: number; readonly head: string }
  /** No stream: the text is whole. */
  | { readonly kind: "text"; readonly text: string }
  /** The connection broke, or nothing came for too long. */
  | { readonly kind: "broken"; readonly error: EndpointError };

export interface ReadOptions {
  readonly signal: AbortSignal;
  readonly idleMs: number;
  readonly clock: Clock;
  readonly redact: (text: string) => string;
  /** Hears of calls whose arguments are still coming. */
  readonly onDraft?: OnCallDraft | undefined;
}

/** So much of a text is kept to be quoted. */
const HEAD_CHARS = 400;

/** So long before a page that reads a burst gets its turn; looked at every so many events. */
const SLICE_MS = 40;
const SLICE_EVENTS = 50;

/** After an error in a stream, what is still to come (usage, the end) is waited for so long. */
const AFTER_ERROR_MS = 1000;

/**
 * Reads the body of a reply: as a stream of events or as one text, by what it is rather than by what was asked for.
 * The first characters decide, then the content type.
 *
 * @throws the signal's reason, at once; `AttemptFailed` when the connection broke before the first byte.
 */
export async function readReplyBody(
  response: Response,
  handle: HandleEvent,
  { signal, idleMs, clock, redact }: ReadOptions,
): Promise<ReplyBody> {
  if (response.body === null) return { kind: "text", text: "" };
  const reader = response.body.getReader();
  // A read that waits is woken by cancelling: the body of an injected `fetch` need not know our signal.
  const letGo = (): void => {
    reader.cancel().then(undefined, () => {
      // A stream that cannot be cancelled is broken already; whoever reads it is told by the read.
    });
  };
  // Asked once an event: a signal tells it more slowly than a variable.
  let aborted = signal.aborted;
  const abort = (): void => {
    aborted = true;
    letGo();
  };
  let idle = false;
  let watch = watchIdle(idleMs, clock, onIdle);
  function onIdle(): void {
    idle = true;
    letGo();
  }
  if (aborted) letGo();
  else signal.addEventListener("abort", abort, { once: true });

  const contentType = response.headers.get("content-type") ?? "";
  const isJson = /json/i.test(contentType);
  const decoder = new TextDecoder();
  const reading = createEventReader();
  const pieces: string[] = [];
  let kind: "stream" | "text" | undefined;
  let head = "";
  let events = 0;
  let failed = false;
  let touched = false;
  let sliceSince = clock.now();

  try {
    for (;;) {
      // Inside the loop and not in a function of its own: one promise less for every chunk.
      let chunk: ReadableStreamReadResult<Uint8Array>;
      try {
        chunk = await reader.read();
      } catch (cause) {
        return { kind: "broken", error: brokenBy(cause) };
      }
      if (aborted) throw signal.reason;
      const { done, value } = chunk;
      touched ||= value !== undefined;
      let text = done ? decoder.decode() : decoder.decode(value, { stream: true });
      if (kind === undefined || head.length < HEAD_CHARS) head += text;
      if (kind === undefined) {
        kind = kindOf(head, contentType, done);
        if (kind === undefined) {
          // Blanks before JSON are a gateway's sign that the answer is still being made.
          watch.alive ||= isJson;
          continue;
        }
        text = head;
      }
      if (kind === "text") {
        pieces.push(text);
        watch.alive = true;
      } else {
        // Many endpoints leave out the empty line after the last event.
        reading.feed(done ? `${text}\n\n` : text);
        for (let handled = handleSome(); handled !== undefined; handled = handleSome()) {
          const outcome = handled instanceof Promise ? await handled : handled;
          if (aborted) throw signal.reason;
          // What came in one burst is handled in slices: a page that reads it must not stand still.
          if (isSliceOver()) {
            await nextTask();
            if (aborted) throw signal.reason;
            sliceSince = clock.now();
          }
          if (outcome === "stop") return { kind: "stream", events, head };
          if (outcome !== "ignored") watch.alive = true;
          if (outcome === "failed" && !failed) {
            failed = true;
            watch.stop();
            watch = watchIdle(Math.min(AFTER_ERROR_MS, idleMs || AFTER_ERROR_MS), clock, onIdle);
          }
        }
      }
      if (done) break;
    }
  } finally {
    watch.stop();
    signal.removeEventListener("abort", abort);
    letGo();
  }
  if (idle && !failed) {
    const message = `LLM ${response.status}: the reply stalled: nothing came for ${idleMs / 1000} s. Try again.`;
    return { kind: "broken", error: new EndpointError("stream-idle", message, { status: response.status }) };
  }
  return kind === "stream" ? { kind, events, head } : { kind: "text", text: pieces.join("") };

  /** Handles whole events until one says more than that it was read, or the slice is over: a burst in a plain loop. */
  function handleSome(): EventOutcome | Promise<EventOutcome> | undefined {
    for (let event = reading.next(); event !== undefined; event = reading.next()) {
      events += 1;
      const outcome = handle(event);
      if (outcome !== "read" || aborted || isSliceOver()) return outcome;
      watch.alive = true;
    }
    return undefined;
  }

  function isSliceOver(): boolean {
    return events % SLICE_EVENTS === 0 && clock.now() - sliceSince >= SLICE_MS;
  }

  function brokenBy(cause: unknown): EndpointError {
    if (signal.aborted) throw signal.reason;
    const words = redact(describeThrown(cause));
    if (!touched) {
      const lost = `The connection broke before the reply began (${words}). Try again.`;
      throw new AttemptFailed(new EndpointError("endpoint-unreachable", lost));
    }
    const message = `LLM ${response.status}: the connection broke inside the reply (${words}). Try again.`;
    return new EndpointError("stream-cut", message, { status: response.status });
  }
}

/** What the body is, or `undefined` while its first characters do not tell. */
function kindOf(head: string, contentType: string, done: boolean): "stream" | "text" | undefined {
  const start = head.trimStart();
  if (start === "") return done ? "text" : undefined;
  // JSON, or a page of HTML some proxy put in the way.
  if ("{[<".includes(start.charAt(0))) return "text";
  if (/event-stream/i.test(contentType) || /^(data|event|id|retry)?:/.test(start)) return "stream";
  return done || start.length > "event:".length ? "text" : undefined;
}
