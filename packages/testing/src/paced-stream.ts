import { type Clock, sleep } from "@holdpoint/core";

/** How a reply comes over the network. All of it may change while a reply is on its way. */
export interface Pace {
  /** Milliseconds between two events of a stream. @default 0 */
  readonly chunkMs?: number;
  /** Milliseconds until the response begins. @default 0 */
  readonly latencyMs?: number;
  /** Bytes of one network chunk, without regard to lines and characters. @default one event */
  readonly chunkBytes?: number | "random";
  /** Characters of one delta. @default a word */
  readonly chunkText?: number;
}

/** What {@link pacedStream} needs. */
export interface PacedStreamOptions {
  readonly frames: readonly string[];
  readonly pace: () => Pace;
  /** Awaited before each event: a way to hold a stream. */
  readonly gate: () => Promise<void>;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly random: () => number;
  /** After the last frame: close as usual, break the connection, or stay silent until aborted. */
  readonly ending: "close" | "error" | "hang";
}

/**
 * A response body that comes event by event. An abort of the request breaks it with the signal's reason, as `fetch`
 * does; a reader that cancels stops it. No timer and no listener outlives it.
 */
export function pacedStream(options: PacedStreamOptions): ReadableStream<Uint8Array> {
  const { frames, pace, gate, signal, clock, random, ending } = options;
  const encoder = new TextEncoder();
  const stopped = new AbortController();
  const stop = (): void => stopped.abort(signal.reason);
  let next = 0;
  /** Bytes of frames that have come due and are not sent yet. */
  let due: Uint8Array<ArrayBuffer> = new Uint8Array(0);

  const finish = (): void => signal.removeEventListener("abort", stop);

  /** One network chunk, or `undefined` when there are not enough bytes for one and more frames follow. */
  const cut = (): Uint8Array<ArrayBuffer> | undefined => {
    const { chunkBytes } = pace();
    if (due.length === 0) return undefined;
    const wanted = chunkBytes === "random" ? 1 + Math.floor(random() * 64) : (chunkBytes ?? due.length);
    if (due.length < wanted && next < frames.length) return undefined;
    const chunk = due.slice(0, wanted);
    due = due.slice(chunk.length);
    return chunk;
  };

  return new ReadableStream<Uint8Array>({
    start(controller) {
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop, { once: true });
      // The break is seen at once, not at the next pull.
      stopped.signal.addEventListener("abort", () => {
        finish();
        if (signal.aborted) controller.error(signal.reason);
      });
    },
    async pull(controller) {
      for (;;) {
        const chunk = cut();
        if (chunk !== undefined) return controller.enqueue(chunk);
        const frame = frames[next];
        if (frame === undefined) break;
        try {
          await raceAbort(gate(), stopped.signal);
          const { chunkMs = 0 } = pace();
          // The opening event comes with the response.
          if (next > 0 && chunkMs > 0) await sleep(chunkMs, stopped.signal, clock);
        } catch (error) {
          // Stopped while waiting: `stopped` has already ended the stream.
          if (stopped.signal.aborted) return;
          throw error;
        }
        next += 1;
        due = joinBytes(due, encoder.encode(frame));
      }
      if (ending === "hang") {
        await raceAbort(new Promise<void>(ignore), stopped.signal).catch(onlyIfStopped(stopped.signal));
        return;
      }
      finish();
      if (ending === "error") controller.error(new TypeError("network error"));
      else controller.close();
    },
    cancel() {
      finish();
      stopped.abort();
    },
  });
}

/** Waits for a promise, or until the signal aborts. @throws the signal's reason. */
export function raceAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    const release = (): void => signal.removeEventListener("abort", onAbort);
    promise.then(
      (value) => {
        release();
        resolve(value);
      },
      (error: unknown) => {
        release();
        reject(error);
      },
    );
  });
}

function onlyIfStopped(signal: AbortSignal): (error: unknown) => void {
  return (error) => {
    if (!signal.aborted) throw error;
  };
}

function ignore(): void {
  // A promise that never settles needs an executor that does nothing.
}

function joinBytes(left: Uint8Array<ArrayBuffer>, right: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(left.length + right.length);
  joined.set(left);
  joined.set(right, left.length);
  return joined;
}
