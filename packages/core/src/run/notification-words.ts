import type { RequestRecord } from "./journal.ts";

/** The longest line of a notification, in characters. */
const MAX_LINE = 120;

/** What a notification says of a Request, as plain text. */
export type RequestWords = (request: RequestRecord) => { readonly title: string; readonly body: string };

const KINDS: Readonly<Record<string, string>> = {
  approval: "It asks whether it may do something.",
  input: "It needs something from you.",
  question: "It has a question.",
  authorization: "It asks you to sign in.",
  in_doubt: "It does not know whether a step was done.",
};

/** The words in English. */
export const englishNotification: RequestWords = ({ agent, request: { kind } }) => ({
  title: `${agent} waits for you`,
  body: (Object.hasOwn(KINDS, kind) && KINDS[kind]) || "It needs an answer.",
});

/** One line without control, direction and invisible characters, cut where it is too long. */
export function plainLine(text: string): string {
  const characters = [...text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim()];
  return characters.length > MAX_LINE ? `${characters.slice(0, MAX_LINE - 1).join("")}…` : characters.join("");
}
