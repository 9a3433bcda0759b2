import { pageAddress } from "../page-address.ts";

/**
 * The demo's own little OAuth: the tool makes an address with a fresh `state`, the login page (login.html) sends a code
 * back over a channel named by that state, and the tool exchanges the code. A real one would check the code at a server.
 */
const codePrefix = "demo-code-";

/** Where to sign in, and the `state` that ties what comes back to this one request. */
export function loginAddress(): { readonly url: string; readonly state: string } {
  const state = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  const { origin, pathname } = pageAddress();
  const url = new URL("login.html", `${origin}${pathname}`);
  url.searchParams.set("state", state);
  return { url: url.href, state };
}

/** The code the login page gives for an account. */
export function codeFor(account: string): string {
  return `${codePrefix}${account}`;
}

/** The account behind an answer's code; `undefined` for anything that is no code of ours. */
export function exchangeCode(data: unknown): string | undefined {
  if (typeof data !== "object" || data === null || !("code" in data) || typeof data.code !== "string") return undefined;
  return data.code.startsWith(codePrefix) ? data.code.slice(codePrefix.length) : undefined;
}

const accountKey = "almanac-account";

/** The sign-in itself, as the calendar's own cookie would keep it: until the calendar is asked. */
export function rememberAccount(account: string): void {
  try {
    localStorage.setItem(accountKey, account);
  } catch (error) {
    // A browser without storage: the code still reaches the prompt that waits.
    if (!(error instanceof DOMException)) throw error;
  }
}

/** Who signed in, once: for a person who says "I have signed in" where no code came back. */
export function takeAccount(): string | undefined {
  try {
    // A worker has none: there the code that came back is all there is.
    const storage: Storage | undefined = globalThis.localStorage;
    const account = storage?.getItem(accountKey) ?? undefined;
    storage?.removeItem(accountKey);
    return account;
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
