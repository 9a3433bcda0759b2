/** Why an address is not opened. */
export type RefusedUrl = "not-absolute" | "scheme" | "credentials" | "unreadable";

/** What may be worth a second look at an address that is opened. */
export type UrlWarning = "punycode" | "loopback" | "address-number";

export type CheckedUrl =
  | { readonly ok: true; readonly url: URL; readonly host: string; readonly warnings: readonly UrlWarning[] }
  | { readonly ok: false; readonly reason: RefusedUrl };

/**
 * Whether an address somebody else wrote may be opened (threats S1 to S5): absolute, read without a base, `https:` or
 * `http:` on this machine, and no name before the host. `URL` decides what it is, never the text.
 */
export function checkUrl(text: unknown): CheckedUrl {
  if (typeof text !== "string") return { ok: false, reason: "unreadable" };
  const url = parse(text);
  if (url === undefined) return { ok: false, reason: /^[/\\]/.test(text.trim()) ? "not-absolute" : "unreadable" };
  const isLoopback = /^(?:localhost|(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback)) return { ok: false, reason: "scheme" };
  // `https:/\evil.example` parses to another place than it shows.
  if (!/^https?:\/\/[^/\\]/i.test(text)) return { ok: false, reason: "not-absolute" };
  if (url.username !== "" || url.password !== "") return { ok: false, reason: "credentials" };
  const warnings: UrlWarning[] = [];
  if (/(?:^|\.)xn--/.test(url.hostname)) warnings.push("punycode");
  if (isLoopback) warnings.push("loopback");
  else if (/^(?:\d+(?:\.\d+){3}|\[.*\])$/.test(url.hostname)) warnings.push("address-number");
  return { ok: true, url, host: url.host, warnings };
}

/** Whether media may be fetched from an address without asking: its host, exactly or under `*.`, is on the list (S41). */
export function isListedHost(url: URL, hosts: readonly string[]): boolean {
  return hosts.some((host) =>
    host.startsWith("*.") ? url.hostname.endsWith(host.slice(1)) : url.host === host || url.hostname === host,
  );
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
