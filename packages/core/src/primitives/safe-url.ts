/** An address a person may be sent to, or why not. */
export type CheckedUrl = { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly problem: string };

const MAX_LENGTH = 16_384;

/**
 * Whether an address may be shown for a person to open: absolute, `https:` (or `http:` for this very machine), without
 * a user name, and written so that every reader parses it alike. The scheme is the parsed one, never the text's:
 * `JaVa\tScript:` parses to `javascript:`.
 */
export function checkUrl(text: string): CheckedUrl {
  if (text.length > MAX_LENGTH) return refuse(`it is longer than ${MAX_LENGTH} characters`);
  // Parsers strip or swap these without a word: blanks, control characters, backslashes.
  if (/[^!-~\u00a1-\uffff]|\\/.test(text)) return refuse("it holds blanks, control characters or backslashes");
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return refuse("it is not an absolute address");
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return refuse(`only https: is allowed, and http: for this machine, not ${url.protocol}`);
  }
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1];
  if (authority === undefined) return refuse("it is not written as https://host/…");
  if (authority.includes("@")) return refuse("it carries a user name before the host, which hides the real one");
  if (url.protocol === "http:" && !isLoopback(url.hostname)) return refuse("http: is allowed for this machine only");
  return { ok: true, url };
}

function refuse(problem: string): CheckedUrl {
  return { ok: false, problem };
}

/** The parser has already brought every spelling of an IPv4 address into its dotted form. */
function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  );
}
