import type { RequestWords } from "@holdpoint/core/notify";

const KINDS: Readonly<Record<string, string>> = {
  approval: "Es fragt, ob es etwas tun darf.",
  input: "Es braucht eine Angabe von Ihnen.",
  question: "Es hat eine Frage.",
  authorization: "Es bittet Sie, sich anzumelden.",
  in_doubt: "Es weiß nicht, ob ein Schritt ausgeführt wurde.",
};

/**
 * The words of notifications in German: apart, since only pages that notify need them.
 *
 * @example
 * notifyRequests(runs, { url, words: germanNotification });
 */
export const germanNotification: RequestWords = ({ agent, request: { kind } }) => ({
  title: `${agent} wartet auf Sie`,
  body: (Object.hasOwn(KINDS, kind) && KINDS[kind]) || "Es braucht eine Antwort.",
});
