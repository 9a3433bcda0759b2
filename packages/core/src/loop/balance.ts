import type { ToolResultPart, Turn } from "../contracts/turn.ts";
import { GATEWAY_CODES } from "../toolkit/gateway-codes.ts";
import { failedPart } from "./result-part.ts";
import { callsOf } from "./transcript.ts";

/** What a call reads that was never run because its run was paused and then went another way (contract §10). */
export const NOT_EXECUTED = "not executed: the run was paused";

/**
 * Gives every call exactly one result, right after the turn that asked for it: missing ones get an error result. No
 * unbalanced transcript ever leaves. Pure; a balanced transcript comes back as it is.
 */
export function balance(turns: readonly Turn[], words: string = NOT_EXECUTED): readonly Turn[] {
  if (turns.every((turn, index) => missing(turn, turns[index + 1]).length === 0)) return turns;
  const balanced: Turn[] = [];
  for (let index = 0; index < turns.length; index += 1) {
    const turn = turns[index] as Turn;
    balanced.push(turn);
    const next = turns[index + 1];
    const absent = missing(turn, next);
    if (absent.length === 0) continue;
    const given = next?.role === "TOOL" ? next.parts : [];
    const parts = callsOf(turn).map((call): ToolResultPart => {
      const found = given.find((part) => part.kind === "TOOL_RESULT" && part.callId === call.callId);
      return (found as ToolResultPart | undefined) ?? failedPart(call, words, GATEWAY_CODES.NOT_EXECUTED);
    });
    balanced.push({ role: "TOOL", parts });
    if (next?.role === "TOOL") index += 1;
  }
  return balanced;
}

function missing(turn: Turn, next: Turn | undefined) {
  const answered = new Set(
    next?.role === "TOOL" ? next.parts.map((part) => (part.kind === "TOOL_RESULT" ? part.callId : "")) : [],
  );
  return callsOf(turn).filter(({ callId }) => !answered.has(callId));
}
