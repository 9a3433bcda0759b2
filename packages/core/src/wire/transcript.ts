import { HoldpointError } from "../contracts/errors.ts";
import type { Message } from "../contracts/run.ts";
import type { Turn } from "../contracts/turn.ts";
import type { Dialect } from "./dialect.ts";
import { wireIdsOf } from "./turn-calls.ts";

/** Turns as messages of one style (contract §8, §8A "Transcript"). */
export function writeTranscript(turns: readonly Turn[], dialect: Dialect): Message[] {
  const wireIdOf = wireIdsOf(turns);
  const messages: Message[] = [];
  for (const turn of turns) appendMessages(messages, dialect.writeTurn(turn, wireIdOf), turn, dialect);
  return messages;
}

/** Appends what a turn became; in some styles it is one message with the one before. */
export function appendMessages(into: Message[], messages: readonly Message[], turn: Turn, dialect: Dialect): void {
  const [first, ...rest] = messages;
  const before = into.at(-1);
  const joined = first && before && dialect.join?.(before, first, turn);
  if (joined === undefined) into.push(...messages);
  else into.splice(-1, 1, joined, ...rest);
}

/**
 * No unbalanced transcript ever leaves: the loop gives every call a result before it asks.
 * @throws HoldpointError `internal`
 */
export function assertBalanced(turns: readonly Turn[]): void {
  const open = new Set<string>();
  for (const { parts } of turns) {
    for (const part of parts) {
      if (part.kind === "TOOL_CALL") open.add(part.callId);
      else if (part.kind === "TOOL_RESULT") open.delete(part.callId);
    }
  }
  const [callId] = open;
  if (callId === undefined) return;
  throw new HoldpointError(
    "internal",
    `The call ${callId} has no result, so the request was not sent: please report this.`,
  );
}
