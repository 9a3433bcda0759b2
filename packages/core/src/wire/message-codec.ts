import type { Message } from "../contracts/run.ts";
import type { ToolCallPart, ToolResultPart, Turn } from "../contracts/turn.ts";

/** The id a call goes by on the wire. */
export type WireIdOf = (callId: string) => string;

/** One style's messages, as turns and back (contract §8, §8A "Transcript"). */
export interface MessageCodec {
  /**
   * One message as turns. Call ids are still the provider's own, results have no tool name yet: {@link linkCalls}
   * settles both over the whole transcript.
   */
  read(message: Message): Turn[];
  /** One turn as messages. `before` is the message it may have to be joined to. */
  write(turn: Turn, wireIdOf: WireIdOf, before?: Message): { readonly messages: Message[]; readonly joined?: Message };
}

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
