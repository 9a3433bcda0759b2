import { describeThrown, EndpointError, HoldpointError } from "../contracts/errors.ts";
import type { HostValue } from "../contracts/host-value.ts";
import { setHeader } from "../contracts/set-header.ts";
import { systemClock } from "../primitives/clock.ts";
import { isOffline } from "../primitives/network.ts";
import { redact } from "../primitives/redact.ts";
import { type ReadOptions, readReplyBody } from "./reply-body.ts";
import { AttemptFailed } from "./retry.ts";
import { retryAfterMs } from "./retry-after.ts";
import type { WireOptions } from "./wire-options.ts";

/** So much of an error's body goes into its message. */
const MAX_ERROR_CHARS = 4000;

/** A reply with a good status, and the way to take the request's secrets out of a text. */
export interface Sent {
  readonly response: Response;
  readonly redact: (text: string) => string;
}

/** What one attempt sends. */
export interface Posting {
  readonly url: string;
  /** The JSON text of the body. */
  readonly body: string;
  /** Headers of the style, for a key (or none). */
  readonly headers: (apiKey: string | undefined) => Record<string, string>;
  readonly signal: AbortSignal;
}

/**
 * Makes one attempt: asks the host for key and headers, posts, and sorts out what came.
 *
 * @throws AttemptFailed for a status that is not 2xx and for a transport failure; the signal's reason.
 */
export async function send({ url, body, headers, signal }: Posting, options: WireOptions): Promise<Sent> {
  const apiKey = await hostValue("apiKey", options.apiKey);
  const given = await hostHeaders(options.headers);
  const secrets = [...(apiKey ? [apiKey] : []), ...Object.values(given), ...querySecrets(url)];
  const safe = (text: string): string => redact(text, secrets);
  const merged = mergeHeaders({ "content-type": "application/json", ...headers(apiKey || undefined) }, given);
  signal.throwIfAborted();

  let response: Response;
  try {
    const fetch = options.fetch ?? globalThis.fetch;
    response = await fetch(url, {
      method: "POST",
      headers: merged,
      body,
      signal,
      // A redirect would carry the key to an address the host never named.
      redirect: "manual",
    });
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    // Only the words: a cause may hold the request with its headers.
    const words = safe(describeThrown(thrown));
    const message = `The endpoint was not reached (${words}). Check baseUrl and the connection; in a page, CORS too.`;
    throw new AttemptFailed(new EndpointError("endpoint-unreachable", message), undefined, isOffline());
  }
  if (response.ok) return { response, redact: safe };

  const { status } = response;
  if (response.type === "opaqueredirect" || (status >= 300 && status < 400)) {
    const message = `LLM ${status}: the endpoint redirects elsewhere, where the key must not go. Set baseUrl to the final address.`;
    throw new EndpointError("endpoint-status", message, { status });
  }
  const text = safe(await errorText(response, { ...readOptions(options), signal, redact: safe }));
  const shown = text.length > MAX_ERROR_CHARS ? `${text.slice(0, MAX_ERROR_CHARS)}…` : text;
  throw new AttemptFailed(
    new EndpointError("endpoint-status", `LLM ${status}: ${shown}`, { status }),
    retryAfterMs(response.headers.get("retry-after")),
  );
}

/** The body of an error, as far as it comes: an endpoint that fails may also fail to say why. */
async function errorText(response: Response, options: ReadOptions): Promise<string> {
  try {
    const body = await readReplyBody(response, () => "ignored", options);
    return body.kind === "text" ? body.text : body.kind === "stream" ? body.head : `(${body.error.message})`;
  } catch (thrown) {
    if (options.signal.aborted) throw options.signal.reason;
    return `(its body could not be read: ${describeThrown(thrown)})`;
  }
}

/** The limits for reading a reply. */
export function readOptions({ streamIdleMs = 120_000, clock = systemClock }: WireOptions) {
  return { idleMs: streamIdleMs, clock };
}

async function hostValue(name: string, value: HostValue | undefined): Promise<string | undefined> {
  if (typeof value !== "function") return value;
  try {
    return await value();
  } catch (thrown) {
    throw hostFailed(name, thrown);
  }
}

async function hostHeaders(headers: WireOptions["headers"]): Promise<Record<string, string>> {
  let record: Readonly<Record<string, HostValue>>;
  try {
    record = typeof headers === "function" ? await headers() : (headers ?? {});
  } catch (thrown) {
    throw hostFailed("headers", thrown);
  }
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(record)) {
    const text = await hostValue(`headers["${name}"]`, value);
    if (text !== undefined) values[name] = text;
  }
  return values;
}

function hostFailed(name: string, thrown: unknown): Error {
  const message = `The host's ${name} function failed, so nothing was sent: ${describeThrown(thrown)}`;
  // It may fetch a token.
  if (isOffline()) return new AttemptFailed(new EndpointError("endpoint-unreachable", message), undefined, true);
  return new HoldpointError("hook-failed", message);
}

/** Lower-case names in a plain record; of two that differ in case only, the host's wins. */
function mergeHeaders(own: Record<string, string>, given: Record<string, string>): Record<string, string> {
  const merged = new Headers();
  for (const [name, value] of [...Object.entries(own), ...Object.entries(given)]) {
    setHeader(merged, name, value);
  }
  return Object.fromEntries(merged);
}

/** Keys that stand in the address (`?key=…`). */
function querySecrets(url: string): string[] {
  const query = url.indexOf("?");
  return query < 0 ? [] : [...new URLSearchParams(url.slice(query)).values()];
}
