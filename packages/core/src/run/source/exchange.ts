import { AnswerError, describeThrown, HoldpointError } from "../../contracts/errors.ts";
import type { HostValue } from "../../contracts/host-value.ts";
import { setHeader } from "../../contracts/set-header.ts";
import { type Clock, systemClock } from "../../primitives/clock.ts";
import { startDeadline } from "../../primitives/deadline.ts";
import { isObject } from "../../primitives/is-object.ts";
import { redact } from "../../primitives/redact.ts";
import { sleep } from "../../primitives/sleep.ts";
import { type ReadBody, readBody } from "./read-body.ts";
import { isRefusalCode, type RefusalCode } from "./source-protocol.ts";

/** How a source over HTTP is reached. */
export interface ExchangeOptions {
  /** Values, or functions that give them at each request: a token. They reach no error, log or store. */
  readonly headers?: Readonly<Record<string, HostValue>>;
  /** Whether cookies go along. @default "same-origin" */
  readonly credentials?: RequestCredentials;
  /** @default the platform's fetch */
  readonly fetch?: typeof globalThis.fetch;
  /** Milliseconds for one request; watching is not bound by it. @default 30000 */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
}

/** What one exchange sends. */
export interface Sending {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: URL;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A reply: its JSON, and the refusal it names, if it is one. */
export interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly refusal?: { readonly code: RefusalCode; readonly message: string; readonly path?: string };
}

/** Waits between attempts, in milliseconds. */
const WAITS_MS: readonly number[] = [300, 1_000, 3_000];

/** What passes by itself: too many requests, and a server that is restarting. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Words of another server go no longer into ours. */
const MAX_WORDS = 500;

/**
 * Sends a request and reads its JSON reply. What failed on the way is tried again: every request of the protocol may
 * come twice (an Answer by its key).
 *
 * @throws HoldpointError `source-unreachable`, `source-refused` (401, 403), `source-unreadable`; the signal's reason.
 */
export async function exchange(sending: Sending, options: ExchangeOptions): Promise<Reply> {
  const { clock = systemClock } = options;
  for (let attempt = 0; ; attempt += 1) {
    const wait = WAITS_MS[attempt];
    try {
      return await attemptOnce(sending, options, clock);
    } catch (error) {
      const passes = HoldpointError.is(error) && error.code === "source-unreachable";
      if (!passes || wait === undefined || sending.signal?.aborted) throw error;
      await sleep(wait, sending.signal, clock);
    }
  }
}

async function attemptOnce(sending: Sending, options: ExchangeOptions, clock: Clock): Promise<Reply> {
  const { timeoutMs = 30_000 } = options;
  const deadline = startDeadline(sending.signal, timeoutMs, () => unreachable("it did not answer in time"), clock);
  try {
    const { response, safe } = await request({ ...sending, signal: deadline.signal }, options);
    const { status } = response;
    if (PASSING.has(status)) throw unreachable(`it says ${status}`, status);
    return readReply(status, await bodyOf(response, safe, deadline.signal), safe);
  } finally {
    deadline.release();
  }
}

/** Takes what the host gave as headers out of a text: whoever heard it may say it again. */
type Safe = (text: string) => string;

/** Makes the request itself. @throws HoldpointError `source-unreachable`; the signal's reason. */
export async function request(
  { method, url, body, headers: own, signal }: Sending,
  { headers: given, credentials = "same-origin", fetch = globalThis.fetch }: ExchangeOptions,
): Promise<{ readonly response: Response; readonly safe: Safe }> {
  const headers = await makeHeaders({
    ...given,
    ...own,
    ...(body !== undefined && { "content-type": "application/json" }),
  });
  const secrets = Object.keys(given ?? {}).map((name) => headers.get(name) ?? "");
  const safe: Safe = (text) => redact(text, secrets);
  try {
    const init: RequestInit = { method, headers, credentials, cache: "no-store", redirect: "error" };
    if (signal !== undefined) init.signal = signal;
    if (body !== undefined) init.body = JSON.stringify(body);
    return { response: await fetch(url, init), safe };
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    // Only the words: a cause may hold the request with its headers.
    throw unreachable(safe(describeThrown(error)));
  }
}

async function bodyOf(response: Response, safe: Safe, signal: AbortSignal): Promise<ReadBody> {
  try {
    return await readBody(response);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw unreachable(`its reply broke off (${safe(describeThrown(error))})`);
  }
}

function readReply(status: number, read: ReadBody, safe: Safe): Reply {
  const wordsOf = (text: unknown): string => (typeof text === "string" ? safe(text).slice(0, MAX_WORDS) : "");
  const body = read.ok && isObject(read.value) ? read.value : undefined;
  const error = body !== undefined && isObject(body.error) ? body.error : undefined;
  if (status === 401 || status === 403) {
    const words = wordsOf(error?.message);
    throw new HoldpointError("source-refused", `The request source refuses you (${status})${words && `: ${words}`}`, {
      status,
    });
  }
  if (body === undefined) {
    const what = read.ok ? "is no object" : read.problem === "too-large" ? "is too large" : "is no JSON";
    throw unreadable(`its reply (${status}) ${what}`);
  }
  if (status < 400) return { status, body };
  if (!isRefusalCode(error?.code)) throw unreadable(`it says ${status}`);
  const { code, path } = error;
  const message = wordsOf(error.message) || `The request source says ${code}.`;
  return { status, body, refusal: { code, message, ...(typeof path === "string" && { path: wordsOf(path) }) } };
}

/** Throws what a reply refuses with. */
export function throwRefusal({ refusal, status }: Reply): void {
  if (refusal === undefined) return;
  const { code, message, path } = refusal;
  const isOfAnswer = code.startsWith("answer-") || code.startsWith("request-") || code.endsWith("-request");
  const options = { status, ...(path !== undefined && { path }) };
  throw isOfAnswer ? new AnswerError(code, message, options) : new HoldpointError(code, message, options);
}

async function makeHeaders(record: Readonly<Record<string, HostValue>>): Promise<Headers> {
  const headers = new Headers({ accept: "application/json" });
  for (const [name, value] of Object.entries(record)) {
    setHeader(headers, name, typeof value === "function" ? await value() : value);
  }
  return headers;
}

function unreachable(why: string, status?: number): HoldpointError {
  return new HoldpointError(
    "source-unreachable",
    `The request source was not reached: ${why}. Check the address and the connection, then try again; what was sent twice counts once.`,
    status === undefined ? {} : { status },
  );
}

/** A reply that is not of the protocol. */
export function unreadable(what: string): HoldpointError {
  return new HoldpointError(
    "source-unreadable",
    `The request source gave what cannot be read: ${what}. Check that its address is that of a request source.`,
  );
}
