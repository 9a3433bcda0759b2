import type { Answer, RaisedRequest } from "../contracts/request.ts";
import { isExpired, newRequestId } from "../contracts/request.ts";
import { toToolResult } from "../contracts/to-tool-result.ts";
import { ToolResult } from "../contracts/tool-result.ts";
import { GATEWAY_CODES } from "../toolkit/gateway-codes.ts";
import { relayedResult } from "../toolkit/relay-tool.ts";
import { enterCall, finishCall, hookView, permitFor, raiseRequest } from "./enter-call.ts";
import { type LoopContext, record } from "./loop-context.ts";
import { failedPart, outcomePart } from "./result-part.ts";
import { doubtDecision, doubtRequest, ranOutput, refusedResult, sourceOf } from "./suspension.ts";
import { type CallSlot, slotOf } from "./transcript.ts";
import type { TurnGate } from "./turn-gate.ts";

/**
 * Brings one call to its result, from wherever it stands: not begun, waiting for a person, answered, or in doubt after
 * a restart. The first run of a call and the resumed one are this one function. It returns with the slot `finished`,
 * or `asking` where the loop halts on a suspension.
 */
export async function settleCall(context: LoopContext, gate: TurnGate, callId: string): Promise<void> {
  for (;;) {
    context.active.throwIfAborted();
    const slot = slotOf(context.transcript, callId);
    if (slot === undefined) throw new TypeError(`no slot for call ${callId}`);
    switch (slot.state) {
      case "finished":
        return;
      case "waiting":
        await begin(context, gate, slot);
        break;
      case "started":
        await resolveDoubt(context, gate, slot);
        break;
      case "asking":
        gate.passOn(callId);
        // Nobody will answer here, unless its time has passed: then it answers itself.
        if (context.awaitAnswer === undefined && !hasExpired(context, slot)) return;
        await takeAnswer(context, gate, slot);
        break;
      case "answered":
        await applyAnswer(context, gate, slot);
        break;
    }
  }
}

async function begin(context: LoopContext, gate: TurnGate, slot: CallSlot): Promise<void> {
  const { call, raised } = slot;
  if (raised !== undefined) {
    return raiseRequest(context, gate, slot, { ...raised.request, id: newRequestId() }, raised.origin, slot.args);
  }
  if (call.incomplete) {
    const words = "Not executed: the arguments of this call never arrived whole.";
    return finishCall(context, gate, slot, failedPart(call, words, GATEWAY_CODES.INCOMPLETE_ARGUMENTS), call.args);
  }
  if (call.refusedCode !== undefined) {
    const words = "Not executed: the arguments are too deep or too large, or hold a number too large for JSON.";
    return finishCall(context, gate, slot, failedPart(call, words, call.refusedCode), call.args);
  }
  const before = await context.hooks?.beforeTool?.({ ...hookView(context, slot), args: slot.args });
  const args = before?.args ?? slot.args;
  if (before?.result === undefined) return enterCall(context, gate, slot, args, {});
  // A hook's result comes from outside like any tool's.
  const result = await toToolResult(before.result);
  const request = ToolResult.pendingOf(result);
  if (request !== undefined) return raiseRequest(context, gate, slot, request, "hook", args);
  return finishCall(context, gate, slot, outcomePart(call, { kind: "settled", result, entered: false }), args);
}

/** A call that was started before the page stopped: run it again where the host says that is harmless, else ask. */
async function resolveDoubt(context: LoopContext, gate: TurnGate, slot: CallSlot): Promise<void> {
  if (slot.idempotent) {
    return enterCall(context, gate, slot, slot.args, await permitFor(slot));
  }
  return raiseRequest(context, gate, slot, doubtRequest(newRequestId(), slot), "in_doubt", slot.args);
}

async function takeAnswer(context: LoopContext, gate: TurnGate, slot: CallSlot): Promise<void> {
  const { raised } = slot;
  if (raised === undefined) throw new TypeError("a call that waits for nothing");
  // Whoever keeps Answers says whether one was accepted in time, and writes down that none was.
  const answer =
    context.awaitAnswer === undefined
      ? ({ id: raised.request.id, ok: false, reason: "expired" } as const)
      : await gate.wait(() => awaitOnce(context, gate, raised));
  // Relayed calls share one Request: the first to hear of the Answer writes it down.
  if (slotOf(context.transcript, slot.call.callId)?.state !== "asking") return;
  await gate.once(raised.request.id, () =>
    record(context, {
      type: "request.answered",
      turn: gate.turn,
      callId: raised.callId,
      requestId: raised.request.id,
      answer,
    }),
  );
}

function hasExpired({ clock }: LoopContext, { raised }: CallSlot): boolean {
  return raised !== undefined && isExpired(raised.request, clock.now());
}

function awaitOnce(context: LoopContext, gate: TurnGate, raised: RaisedRequest): Promise<Answer> {
  return gate.shared(raised.request.id, () => {
    if (context.awaitAnswer === undefined) throw new TypeError("nobody can answer here");
    return context.awaitAnswer(raised, context.active);
  });
}

async function applyAnswer(context: LoopContext, gate: TurnGate, slot: CallSlot): Promise<void> {
  const { raised, answer } = slot;
  if (raised === undefined || answer === undefined) throw new TypeError("an answered call without its Answer");
  const { request, origin } = raised;
  if (origin === "in_doubt") return applyDoubt(context, gate, slot, answer);
  if (request.kind === "tool_call" && sourceOf(slot, undefined) === "relay") {
    const result = await relayedResult(request, answer, slot.call.wireId ?? slot.call.callId);
    return finishCall(
      context,
      gate,
      slot,
      outcomePart(slot.call, { kind: "settled", result, entered: false }),
      slot.args,
    );
  }
  // A sub-agent is told what its Request was answered, whatever that is.
  if (!answer.ok && raised.child === undefined)
    return finishCall(context, gate, slot, refusedResult(slot, request, answer), slot.args);
  const permit = await permitFor(slot);
  return enterCall(context, gate, slot, permit.editedArgs ?? raised.call.args, permit);
}

async function applyDoubt(context: LoopContext, gate: TurnGate, slot: CallSlot, answer: Answer): Promise<void> {
  switch (doubtDecision(answer)) {
    case "ran": {
      const { endsRun } = context.toolkit.get(slot.call.toolName) ?? {};
      const result = ToolResult.ok(ranOutput(answer));
      const outcome = { kind: "settled", result, entered: true, ...(endsRun && { endedRun: true as const }) } as const;
      const { editedArgs: edited } = await permitFor(slot);
      return finishCall(context, gate, slot, outcomePart(slot.call, outcome, edited), slot.args);
    }
    case "run_again":
      // The person's word stands for this one entry, of exactly what the doubt showed.
      return enterCall(context, gate, slot, slot.args, {
        ...(await permitFor(slot)),
        approvedDigest: slot.raised?.call.digest ?? "",
      });
    case "give_up": {
      const words =
        "The page stopped while this call was running; whether it took effect is unknown, and it was given up.";
      return finishCall(context, gate, slot, failedPart(slot.call, words, GATEWAY_CODES.GIVEN_UP), slot.args);
    }
  }
}
