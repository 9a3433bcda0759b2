import { type Masked, maskRequest, showHeaders } from "./mask.ts";

/** One request on the wire and what came of it, as far as it may be shown. A new object at every change. */
export interface Exchange {
  readonly id: number;
  /** When it began, in milliseconds since the epoch. */
  readonly at: number;
  readonly method: string;
  /** Without what stood in its query. */
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** The decoded body where it is JSON, else its text; secrets and base64 are taken out. */
  readonly body: unknown;
  readonly state: "waiting" | "streaming" | "done" | "failed" | "aborted";
  readonly status?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** Milliseconds until the answer began, and until it ended. */
  readonly firstByteMs?: number;
  readonly doneMs?: number;
  /** Bytes of the answer so far. */
  readonly bytes: number;
  /** Why it failed. */
  readonly problem?: string;
}

/** The requests a page has made since devtools watch. */
export interface ExchangeLog {
  /** Newest last; the same list until something changed. */
  list(): readonly Exchange[];
  /** The text of an answer so far, without secrets and base64; the beginning of a long one. */
  replyOf(id: number): string;
}

const keptExchanges = 100;
const longestBody = 2_000_000;
const longestReply = 200_000;

/**
 * A `fetch` that keeps what goes through it. The answer is handed on chunk by chunk as it comes, with its errors, its
 * back pressure and its end: whoever reads it meets nothing new.
 */
export function watchFetch(onChange: () => void): {
  readonly log: ExchangeLog;
  readonly wrap: (inner: typeof fetch) => typeof fetch;
} {
  let exchanges: readonly Exchange[] = [];
  let last = 0;
  const replies = new Map<number, { text: string; readonly masked: Masked }>();

  function set(next: Exchange): void {
    const known = exchanges.some(({ id }) => id === next.id);
    exchanges = known ? exchanges.map((each) => (each.id === next.id ? next : each)) : [...exchanges, next];
    for (const { id } of exchanges.slice(0, -keptExchanges)) replies.delete(id);
    exchanges = exchanges.slice(-keptExchanges);
    onChange();
  }

  function change(id: number, more: Partial<Exchange>): void {
    const known = exchanges.find((each) => each.id === id);
    if (known !== undefined) set({ ...known, ...more });
  }

  const wrap =
    (inner: typeof fetch): typeof fetch =>
    async (input, init) => {
      last += 1;
      const id = last;
      const began = performance.now();
      const passed = (): number => Math.round(performance.now() - began);
      const request = input instanceof Request ? input : undefined;
      const headers = new Headers(init?.headers ?? request?.headers);
      const masked = maskRequest(request?.url ?? String(input), headers);
      replies.set(id, { text: "", masked });
      set({
        id,
        at: Date.now(),
        method: init?.method ?? request?.method ?? "GET",
        url: masked.url,
        requestHeaders: masked.headers,
        body: bodyOf(init?.body, masked),
        state: "waiting",
        bytes: 0,
      });
      const signal = init?.signal ?? request?.signal;
      const fail = (error: unknown): void =>
        change(id, {
          state: signal?.aborted ? "aborted" : "failed",
          doneMs: passed(),
          problem: masked.text(error instanceof Error ? error.message : String(error)),
        });

      let response: Response;
      try {
        response = await inner(input, init);
      } catch (error) {
        fail(error);
        throw error;
      }
      const { status, body } = response;
      change(id, { status, responseHeaders: showHeaders(response.headers, masked.text), firstByteMs: passed() });
      if (body === null) {
        change(id, { state: "done", doneMs: passed() });
        return response;
      }
      change(id, { state: "streaming" });
      const decoder = new TextDecoder();
      let bytes = 0;
      const watched = passThrough(body, {
        onChunk(chunk) {
          bytes += chunk.byteLength;
          const reply = replies.get(id);
          if (reply !== undefined && reply.text.length < longestReply)
            reply.text += decoder.decode(chunk, { stream: true });
          change(id, { bytes });
        },
        onEnd: () => change(id, { state: "done", doneMs: passed() }),
        // A reader that knows its end mark wants no more: nothing was stopped.
        onCancel: () => change(id, { state: signal?.aborted ? "aborted" : "done", doneMs: passed() }),
        onError: fail,
      });
      return asResponse(watched, response);
    };

  return {
    wrap,
    log: {
      list: () => exchanges,
      replyOf(id) {
        const reply = replies.get(id);
        return reply === undefined ? "" : reply.masked.text(reply.text);
      },
    },
  };
}

function bodyOf(body: BodyInit | null | undefined, masked: Masked): unknown {
  if (body === null || body === undefined) return undefined;
  if (typeof body !== "string") return `[${Object.prototype.toString.call(body).slice(8, -1)}]`;
  if (body.length > longestBody) return `[${body.length.toLocaleString("en")} characters]`;
  return masked.json(body);
}

interface ChunkListener {
  onChunk(chunk: Uint8Array): void;
  onEnd(): void;
  onCancel(): void;
  onError(error: unknown): void;
}

/** By hand and not by `tee()`: of two branches the slower one is buffered, and a cancel of one stops nothing. */
function passThrough(body: ReadableStream<Uint8Array>, listener: ChunkListener): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            listener.onEnd();
            controller.close();
            return;
          }
          listener.onChunk(value);
          controller.enqueue(value);
        } catch (error) {
          listener.onError(error);
          controller.error(error);
        }
      },
      async cancel(reason) {
        listener.onCancel();
        await reader.cancel(reason);
      },
    },
    // Nothing is read before somebody asks for it.
    { highWaterMark: 0 },
  );
}

/** The same response around another body: the constructor cannot set where it came from. */
function asResponse(body: ReadableStream<Uint8Array>, { status, statusText, headers, url, type }: Response): Response {
  const response = new Response(body, { status, statusText, headers });
  return Object.defineProperties(response, { url: { value: url }, type: { value: type } });
}
