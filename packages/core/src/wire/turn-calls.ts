import type { ToolCallPart, ToolResultPart, Turn } from "../contracts/turn.ts";

/** The id a call goes by on the wire. */
export type WireIdOf = (callId: string) => string;

/** The calls of a turn. */
export function callsOf(turn: Turn): ToolCallPart[] {
  return turn.parts.filter((part): part is ToolCallPart => part.kind === "TOOL_CALL");
}

/** The results of a turn. */
export function resultsOf(turn: Turn): ToolResultPart[] {
  return turn.parts.filter((part): part is ToolResultPart => part.kind === "TOOL_RESULT");
}

/** The ids of a transcript's calls on the wire. */
export function wireIdsOf(turns: readonly Turn[]): WireIdOf {
  const ids = new Map<string, string>();
  for (const turn of turns) {
    if (turn.role !== "ASSISTANT") continue;
    for (const part of turn.parts) {
      if (part.kind === "TOOL_CALL" && part.wireId !== undefined) ids.set(part.callId, part.wireId);
    }
  }
  return (callId) => ids.get(callId) ?? callId;
}

/** The arguments of a call as text, as the model wrote them. */
export function argumentsText({ args, rawArgs }: ToolCallPart): string {
  return rawArgs ?? JSON.stringify(args);
}
