import type { RefusedUrl, UrlWarning } from "../parts/safe-url.ts";

const refusals: Record<RefusedUrl, string> = {
  "not-absolute": "it is not a complete address.",
  scheme: "only https addresses are.",
  credentials: "a name stands before its host, which disguises where it leads.",
  unreadable: "it is not an address.",
};

const warnings: Record<UrlWarning, (host: string) => string> = {
  punycode: (host) => `${host} is written with letters that can look like another name.`,
  loopback: (host) => `${host} is this computer.`,
  "address-number": (host) => `${host} is a number, not a name.`,
};

/** Words of a prompt that leads to another place to sign in. */
export const authorizationLabels = {
  leadsTo: "This leads to:",
  /** Of the link. */
  signIn: (host: string): string => `Sign in at ${host}`,
  signInAgain: "Open it again",
  waiting: "Sign in there. If that page reports back, this goes on by itself; else say so here.",
  /** Beside the other ways, once one was tried. */
  blocked: "Nothing opened? The browser may have blocked it.",
  openHere: "Sign in in this tab, and come back",
  signedIn: "I have signed in",
  cancel: "Cancel",
  /** In place of the link, when the address may not be opened. */
  refused: (reason: RefusedUrl): string => `This address is not opened: ${refusals[reason]}`,
  /** What is odd about the host of an address that may be opened. */
  warning: (warning: UrlWarning, host: string): string => warnings[warning](host),
};

/** Words of a prompt that leads to another place to sign in. */
export type AuthorizationLabels = typeof authorizationLabels;
