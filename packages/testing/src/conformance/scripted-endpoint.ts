import { asError, type Fields, type Json, type ReplyScript } from "./scenario.ts";

/** One request as it was sent. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly rawBody?: string;
}

/** An endpoint that answers what its script says, in order, and nothing more. */
export interface ScriptedEndpoint {
  readonly fetch: typeof globalThis.fetch;
  readonly requests: readonly SentRequest[];
}

/**
 * Makes a `fetch` out of replies.
 *
 * @param onRequest - told the number of each request, counted from 1, as soon as it is in flight
 * @param complain - told of a request nobody expected
 */
export function createScriptedEndpoint(
  replies: readonly ReplyScript[],
  onRequest: (number: number) => void,
  complain: (problem: string) => void,
): ScriptedEndpoint {
  const requests: SentRequest[] = [];
  return {
    requests,
    async fetch(input, init) {
      const request = new Request(input, init);
      requests.push(await readRequest(request));
      const number = requests.length;
      const reply = replies[number - 1];
      if (reply === undefined) {
        complain(`request ${number} came, but only ${replies.length} were expected`);
        throw new TypeError("The script has no further reply.");
      }
      const answered = answer(reply, request.signal);
      onRequest(number);
      return answered;
    },
  };
}

async function readRequest(request: Request): Promise<SentRequest> {
  const text = await request.clone().text();
  const sent = { method: request.method, url: request.url, headers: Object.fromEntries(request.headers) };
  if (text === "") return sent;
  try {
    return { ...sent, body: JSON.parse(text) };
  } catch {
    // Not every body is JSON: forms and plain text are compared as they are.
    return { ...sent, rawBody: text };
  }
}

async function answer(reply: ReplyScript, signal: AbortSignal): Promise<Response> {
  if (reply.networkError !== undefined) throw new TypeError(reply.networkError);
  if (reply.hang) return hang(signal);
  const { status = 200, chunkBytes } = reply;
  const [text, contentType] = bodyOf(reply);
  const headers = new Headers(reply.headers);
  if (contentType !== undefined && !headers.has("content-type")) headers.set("content-type", contentType);
  const isBodyless = status === 204 || status === 205 || status === 304;
  return new Response(isBodyless ? null : chunked(text, chunkBytes), { status, headers });
}

function bodyOf({ json, sse, text = "" }: ReplyScript): readonly [text: string, contentType: string | undefined] {
  if (json !== undefined) return [JSON.stringify(json), "application/json"];
  if (sse !== undefined) return [`${sse.join("\n")}\n`, "text/event-stream"];
  return [text, undefined];
}

function chunked(text: string, chunkBytes: number | undefined): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const size = chunkBytes ?? Math.max(1, bytes.length);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.subarray(at, at + size));
      at += size;
      if (at >= bytes.length) controller.close();
    },
  });
}

function hang(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const onAbort = (): void => reject(asError(signal.reason));
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
}

/** How a request differs from the expected one: method, URL, written headers, body. */
export function requestView(sent: SentRequest, expected: Fields, secrets: readonly string[]): Fields {
  const wanted = (expected.headers ?? {}) as Readonly<Record<string, string>>;
  const headers = Object.fromEntries(
    Object.entries(wanted).map(([name, value]) => [name, concealed(sent.headers[name.toLowerCase()], value, secrets)]),
  );
  return { ...sent, ...("headers" in expected ? { headers } : { headers: undefined }) };
}

/** Shows a value with its placeholder where that is what it holds. */
function concealed(actual: string | undefined, expected: string, secrets: readonly string[]): string | undefined {
  const fits = secrets.some((secret) => expected.replace(/<apiKey>|<secret>/g, () => secret) === actual);
  return fits ? expected : actual;
}
