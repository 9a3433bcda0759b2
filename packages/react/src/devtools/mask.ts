import { redact } from "@holdpoint/core";

/** Stands in place of what must not be seen. */
export const MASK = "•••";

/** The headers whose values say nothing secret; every other value is masked, known or not. */
const shownHeaders: ReadonlySet<string> = new Set([
  "accept",
  "anthropic-beta",
  "anthropic-version",
  "content-length",
  "content-type",
  "date",
  "openai-beta",
  "openai-processing-ms",
  "openai-version",
  "request-id",
  "retry-after",
  "x-request-id",
]);

/** Names of fields whose value is a secret wherever they stand. */
const secretField = /^(authorization|.*(api[-_]?key|secret|password|passwd|access[-_]?token|credential)s?|token)$/i;

/** Long runs of base64: what a part carries, not words. */
const base64Text = /^(?:data:[^,]{0,200},)?[\w+/-]{256,}={0,2}$/;
const base64Inside = /[\w+/-]{256,}={0,2}/g;

/** What may be shown of one request's headers, address and texts. */
export interface Masked {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Takes the request's secrets, and base64, out of a text of any kind. */
  readonly text: (text: string) => string;
  /** The same for JSON: fields that are called like a secret are masked too. What is no JSON stays text. */
  readonly json: (text: string) => unknown;
}

/** Masks what a request carries beside its body: keys in headers, in the query and in the user part of its address. */
export function maskRequest(address: string, headers: Headers): Masked {
  const shown = showHeaders(headers);
  const secrets = [...headers].flatMap(([name, value]) => (shown[name] === MASK ? [value] : []));
  const url = URL.canParse(address, baseUrl()) ? new URL(address, baseUrl()) : undefined;
  if (url !== undefined) {
    secrets.push(...url.searchParams.values(), decodeURIComponent(url.username), decodeURIComponent(url.password));
    for (const name of new Set(url.searchParams.keys())) url.searchParams.set(name, MASK);
    url.username = "";
    url.password = "";
    url.hash = "";
  }
  const text = (given: string): string => shortenBase64(redact(given, secrets));
  return {
    // The query is masked already; only the mask itself must stay readable.
    url: url === undefined ? MASK : url.href.replaceAll(encodeURIComponent(MASK), MASK),
    headers: shown,
    text,
    json(given) {
      const safe = redact(given, secrets);
      try {
        return JSON.parse(safe, cleanField);
      } catch (error) {
        if (error instanceof SyntaxError) return shortenBase64(safe);
        throw error;
      }
    },
  };
}

/** Headers as they may be shown; `text` takes secrets out of what is shown: an answer may quote what it was sent. */
export function showHeaders(
  headers: Headers,
  text: (value: string) => string = (value) => value,
): Readonly<Record<string, string>> {
  return Object.fromEntries([...headers].map(([name, value]) => [name, shownHeaders.has(name) ? text(value) : MASK]));
}

function cleanField(name: string, value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (secretField.test(name)) return MASK;
  return base64Text.test(value) ? describeBase64(value) : value;
}

function shortenBase64(text: string): string {
  return text.replace(base64Inside, describeBase64);
}

function describeBase64(text: string): string {
  return `[base64, ${Math.floor((text.length * 3) / 4).toLocaleString("en")} bytes]`;
}

function baseUrl(): string | undefined {
  return globalThis.location?.href;
}
