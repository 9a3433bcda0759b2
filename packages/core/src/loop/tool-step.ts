import { type LoopContext, record } from "./loop-context.ts";
import { settleCall } from "./settle-call.ts";
import { callsOf, nextTurnIndex, openSlots, slotOf } from "./transcript.ts";
import { pausedOn, TurnGate } from "./turn-gate.ts";

/**
 * The calls of one turn, side by side, each to its result: from the start, or from where a restart left them.
 * Gives `paused` where the loop halts because a call waits for a person.
 */
export async function toolStep(context: LoopContext): Promise<"settled" | "paused"> {
  await context.gateway.prepare(callsOf(context.transcript.turns.at(-1)).map(({ toolName }) => toolName));
  const turn = context.transcript.open?.index ?? nextTurnIndex(context.transcript);
  if (context.transcript.open?.role !== "TOOL") await record(context, { type: "turn.started", turn, role: "TOOL" });

  const gate = new TurnGate(context, turn);
  const outcomes = await Promise.allSettled(
    openSlots(context.transcript).map(async (slot) => {
      const relayed = gate.isRelayed(slot);
      try {
        await settleCall(context, gate, slot.call.callId);
      } catch (error) {
        // One call that cannot be settled stops the run: the others must not go on unseen.
        context.stop.abort(error);
        throw error;
      } finally {
        gate.passOn(slot.call.callId);
      }
      await gate.leave(relayed && slotOf(context.transcript, slot.call.callId)?.raised === undefined);
    }),
  );
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed !== undefined) throw context.stop.signal.reason ?? failed.reason;

  const waiting = openSlots(context.transcript);
  if (waiting.length > 0) {
    await record(context, { type: "run.paused", requestIds: pausedOn(waiting) });
    return "paused";
  }
  await record(context, { type: "turn.finished", turn, role: "TOOL" });
  return "settled";
}
