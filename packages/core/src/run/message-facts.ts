import type { RunFact } from "../contracts/run-event.ts";
import { failedPart } from "../loop/result-part.ts";
import { callsOf, nextTurnIndex, openSlots, stepTranscript, type Transcript } from "../loop/transcript.ts";
import { GATEWAY_CODES } from "../toolkit/gateway-codes.ts";
import type { RunCommand } from "./journal.ts";

/** A message's facts: first every open call gets its result, then the message stands. One step, all or nothing. */
export function messageFacts(
  transcript: Transcript,
  command: Extract<RunCommand, { type: "message" }>,
): readonly RunFact[] {
  const facts = closeFacts(transcript);
  const turn = nextTurnIndex(transcript) + (facts.length > 0 ? 1 : 0);
  return [
    ...facts,
    { type: "turn.started", turn, role: "USER" },
    { type: "turn.finished", turn, role: "USER", parts: command.parts },
  ];
}

/** Gives every call of a turn that will not go on its result: no unbalanced transcript ever leaves. */
function closeFacts(transcript: Transcript): readonly RunFact[] {
  const opening: RunFact = { type: "turn.started", turn: nextTurnIndex(transcript), role: "TOOL" };
  const isOpen = transcript.open?.role === "TOOL";
  if (!isOpen && callsOf(transcript.turns.at(-1)).length === 0) return [];
  const turn = isOpen ? transcript : stepTranscript(transcript, opening);
  const index = turn.open?.index ?? opening.turn;
  const closed = openSlots(turn).map((slot): RunFact => {
    const words =
      slot.state === "started"
        ? "The run was stopped while this call was running; it may have taken effect."
        : "Not executed: the run was stopped.";
    return {
      type: "call.finished",
      turn: index,
      callId: slot.call.callId,
      result: failedPart(slot.call, words, GATEWAY_CODES.NOT_EXECUTED),
      args: slot.args,
      source: slot.source ?? "custom",
    };
  });
  return [...(isOpen ? [] : [opening]), ...closed, { type: "turn.finished", turn: index, role: "TOOL" }];
}
