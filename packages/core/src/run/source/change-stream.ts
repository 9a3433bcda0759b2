import { HoldpointError, toErrorRecord } from "../../contracts/errors.ts";
import { type Clock, systemClock } from "../../primitives/clock.ts";
import { sleep } from "../../primitives/sleep.ts";
import { watchIdle } from "../../wire/idle-watch.ts";
import { type ExchangeOptions, request } from "./exchange.ts";
import type { SourceState } from "./request-source.ts";
import { BEAT_MS } from "./source-protocol.ts";

/** Where a server streams nothing, it is asked this often, in milliseconds. */
const POLL_MS = 5_000;

/** The longest wait before the next attempt, in milliseconds; it begins with a second and doubles. */
const MAX_WAIT_MS = 30_000;

/** How changes are heard. */
export interface ChangeStreamOptions extends ExchangeOptions {
  readonly url: URL;
  /** Something changed, or may have while nobody listened. */
  readonly onChange: () => void;
  readonly onState: (state: SourceState) => void;
}

/**
 * Listens to a server's events and comes back when the connection breaks. After each break everything is read again, so
 * no event has to be caught up with. Gives the way to stop.
 */
export function openChangeStream(options: ChangeStreamOptions): () => void {
  const stop = new AbortController();
  void listen(options, stop.signal);
  return () => stop.abort();
}

async function listen(options: ChangeStreamOptions, signal: AbortSignal): Promise<void> {
  const { clock = systemClock, onState } = options;
  let failures = 0;
  while (!signal.aborted) {
    let waitMs = Math.min(1_000 * 2 ** failures, MAX_WAIT_MS);
    try {
      const came = await connect(options, signal, clock, () => {
        failures = 0;
        onState({ connected: true });
      });
      if (came === "no-stream") waitMs = POLL_MS;
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      onState({ connected: false, error: toErrorRecord(error) });
      // Who is not let in now is not let in by asking often.
      if (HoldpointError.is(error) && error.code === "source-refused") waitMs = MAX_WAIT_MS;
    }
    // Half of it by chance: after a restart not everybody comes back in one moment.
    await pause(waitMs * (0.5 + Math.random() / 2), signal, clock);
  }
}

async function pause(waitMs: number, signal: AbortSignal, clock: Clock): Promise<void> {
  try {
    await sleep(waitMs, signal, clock);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function connect(
  options: ChangeStreamOptions,
  signal: AbortSignal,
  clock: Clock,
  onOpen: () => void,
): Promise<"ended" | "no-stream"> {
  const { url, onChange } = options;
  const attempt = new AbortController();
  const give = (): void => attempt.abort(signal.reason);
  signal.addEventListener("abort", give, { once: true });
  const silence = new HoldpointError("source-unreachable", "The request source has fallen silent. It is asked again.");
  // Twice the beat and a little: one lost beat is no silence.
  const watch = watchIdle(BEAT_MS * 2.5, clock, () => attempt.abort(silence));
  try {
    const headers = { accept: "text/event-stream" };
    const { response } = await request({ method: "GET", url, headers, signal: attempt.signal }, options);
    const { status, body } = response;
    if (status === 401 || status === 403) {
      throw new HoldpointError("source-refused", `The request source does not let you listen (${status}).`, { status });
    }
    const isStream = (response.headers.get("content-type") ?? "").startsWith("text/event-stream");
    if (!response.ok || !isStream || body === null) {
      await body?.cancel();
      if (status >= 500 || status === 429) {
        throw new HoldpointError("source-unreachable", `The request source says ${status}.`, { status });
      }
      // It speaks no events: look every few seconds.
      onOpen();
      onChange();
      return "no-stream";
    }
    onOpen();
    // What happened between the last reading and now was told to nobody.
    onChange();
    await readEvents(
      body,
      attempt.signal,
      () => {
        watch.alive = true;
      },
      onChange,
    );
    return "ended";
  } finally {
    watch.stop();
    signal.removeEventListener("abort", give);
    attempt.abort();
  }
}

/** Any event is a hint to read again, so only its `data:` line counts; a comment is a sign of life. */
async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal,
  onAlive: () => void,
  onEvent: () => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let line = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onAlive();
      const lines = (line + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r/);
      // A line that never ends is nothing to wait for.
      line = (lines.pop() ?? "").slice(0, 1_000);
      if (lines.some((whole) => whole.startsWith("data:"))) onEvent();
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw error;
  }
}
