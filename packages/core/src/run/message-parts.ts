import type { ContentPart } from "../contracts/content-part.ts";
import { HoldpointError } from "../contracts/errors.ts";
import { loadCode } from "../contracts/load-code.ts";
import type { TurnPart } from "../contracts/turn.ts";

/** What a person can send: text, or parts in order. */
export type Prompt = string | readonly ContentPart[];

/**
 * The parts of a `USER` turn.
 *
 * @throws ContentPartError for a part that is none; HoldpointError `invalid-argument` for an empty message,
 * `code-missing`.
 */
export async function messageParts(prompt: Prompt): Promise<readonly TurnPart[]> {
  if (typeof prompt === "string") return [{ kind: "TEXT", text: prompt }];
  if (!Array.isArray(prompt) || prompt.length === 0) {
    throw new HoldpointError("invalid-argument", "The message has no parts. Send text or at least one part.");
  }
  const { readPart } = await loadCode(() => import("../contracts/make-content-part.ts"));
  const parts = prompt.map((part) => readPart(part));
  // A lone text part stays a part: in a transcript only a string is a string again.
  return parts.map((part) =>
    part.type === "text" && parts.length > 1 ? { kind: "TEXT", text: part.text } : { kind: "CONTENT", content: part },
  );
}
