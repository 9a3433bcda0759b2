import { describeThrown } from "../contracts/errors.ts";
import type { JsonObject } from "../contracts/json.ts";
import type { Answer, RaisedRequest, Request, RequestOrigin } from "../contracts/request.ts";
import { isExpired, newRequestId } from "../contracts/request.ts";
import type { AgentTask, ToolSource } from "../contracts/tool.ts";
import { ToolResult } from "../contracts/tool-result.ts";
import type { ToolResultPart } from "../contracts/turn.ts";
import type { Usage } from "../contracts/usage.ts";
import type { CallOutcome } from "../toolkit/gateway.ts";
import { GATEWAY_CODES } from "../toolkit/gateway-codes.ts";
import { relayedResult } from "../toolkit/relay-tool.ts";
import { type AgentEnd, type LoopContext, record } from "./loop-context.ts";
import { failedPart, modelText, outcomePart } from "./result-part.ts";
import {
  bindRequest,
  callDigest,
  doubtDecision,
  doubtRequest,
  editedArgs,
  placeholderText,
  ranOutput,
  refusedResult,
  sourceOf,
} from "./suspension.ts";
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
  const { call } = slot;
  if (call.incomplete) {
    const words = "Not executed: the arguments of this call never arrived whole.";
    return finish(context, gate, slot, failedPart(call, words, GATEWAY_CODES.INCOMPLETE_ARGUMENTS), call.args);
  }
  if (call.refusedCode !== undefined) {
    const words =
      "Not executed: the arguments of this call are too deep or too large, or hold a number too large for JSON.";
    return finish(context, gate, slot, failedPart(call, words, call.refusedCode), call.args);
  }
  const before = await context.hooks?.beforeTool?.({ ...hookView(context, slot), args: slot.args });
  const args = before?.args ?? slot.args;
  if (before?.result === undefined) return enter(context, gate, slot, args, {});
  const request = ToolResult.pendingOf(before.result);
  if (request !== undefined) return raise(context, gate, slot, request, "hook", args);
  return finish(
    context,
    gate,
    slot,
    outcomePart(call, { kind: "settled", result: before.result, entered: false }),
    args,
  );
}

/** What an entry is allowed by: nothing yet, or an Answer (and the digest of what was approved). */
interface Permit {
  readonly answer?: Answer;
  /** What `answer` answers. */
  readonly raised?: RaisedRequest;
  readonly approvedDigest?: string;
  readonly editedArgs?: JsonObject;
}

async function enter(
  context: LoopContext,
  gate: TurnGate,
  slot: CallSlot,
  args: JsonObject,
  permit: Permit,
): Promise<void> {
  const { call } = slot;
  const turn = gate.turn;
  const attempt = slot.attempt + 1;
  let source: ToolSource = sourceOf(slot, context.toolkit.get(call.toolName)?.source);
  let agent: AgentEnd | undefined;
  const { answer, raised } = permit;
  const outcome = await context.gateway.run(
    {
      runId: context.runId,
      turn,
      callId: call.callId,
      toolName: call.toolName,
      args,
      attempt,
      idempotencyKey: `${context.runId}/${call.callId}`,
      signal: context.active,
      ...(answer && { answer }),
      ...(raised && { request: raised.request }),
      ...(context.runAgent && {
        runAgent: async (task: AgentTask) => {
          agent = await context.runAgent?.(task, {
            callId: call.callId,
            signal: context.active,
            spend: context.spend?.child(call.callId),
            ...(answer && raised?.child && { answered: { raised, answer } }),
          });
          return agent?.result ?? ToolResult.error("There is no agent to do this.");
        },
      }),
      ...(permit.approvedDigest !== undefined && { approvedDigest: permit.approvedDigest }),
    },
    async (tool) => {
      await gate.approach(call.callId);
      gate.passOn(call.callId);
      source = tool.source;
      await record(context, {
        type: "call.started",
        turn,
        callId: call.callId,
        toolName: call.toolName,
        source,
        args,
        attempt,
        ...(tool.idempotent && { idempotent: true }),
      });
    },
  );
  // A call that a stop cut off has no result: it stays as it was recorded, started and in doubt.
  if (outcome.kind === "settled" && outcome.errorCode === GATEWAY_CODES.ABORTED) context.active.throwIfAborted();
  // What is recorded below stands after the `call.started` that was recorded inside the gateway.
  const now = slotOf(context.transcript, call.callId) ?? slot;
  if (outcome.kind === "suspended") {
    const { request } = outcome;
    // A sub-agent's asking is not the call's own: however often it asks, it goes on with what it was told.
    const asked = agent && ToolResult.pendingOf(agent.result);
    const child = asked?.id === request.id ? agent : undefined;
    if (child !== undefined || now.asked < (context.maxRequestsPerCall ?? 1)) {
      return raise(context, gate, now, request, outcome.origin, args, source, child);
    }
    const words = `unresolved: ${now.raised?.request.prompt ?? outcome.request.prompt}`;
    return finish(context, gate, now, failedPart(call, words, GATEWAY_CODES.UNRESOLVED), args, source);
  }
  const settled = await afterTool(context, now, args, outcome);
  return finish(context, gate, now, outcomePart(call, settled, permit.editedArgs), args, source, agent?.usage);
}

async function afterTool(
  context: LoopContext,
  slot: CallSlot,
  args: JsonObject,
  outcome: Extract<CallOutcome, { kind: "settled" }>,
): Promise<Extract<CallOutcome, { kind: "settled" }>> {
  const after = await context.hooks?.afterTool?.({ ...hookView(context, slot), args, result: outcome.result });
  if (after?.result === undefined) return outcome;
  const { result } = after;
  if (result.isError) return { ...outcome, result };
  const { failed: _failed, errorCode: _code, ...rest } = outcome;
  return { ...rest, result };
}

function hookView(context: LoopContext, { call }: CallSlot) {
  return { name: call.toolName, id: call.wireId ?? call.callId, turn: Math.max(0, context.calls - 1) };
}

/** A call that was started before the page stopped: run it again where the host says that is harmless, else ask. */
async function resolveDoubt(context: LoopContext, gate: TurnGate, slot: CallSlot): Promise<void> {
  if (slot.idempotent) {
    return enter(context, gate, slot, slot.args, await permitFor(slot));
  }
  return raise(context, gate, slot, doubtRequest(newRequestId(), slot), "in_doubt", slot.args);
}

/** What the last Answer allows; a doubt that came after it takes nothing of it away. */
async function permitFor({ granted }: CallSlot): Promise<Permit> {
  if (granted === undefined) return {};
  const { answer } = granted;
  const { raised } = granted;
  const { request, call, child } = raised;
  // What a sub-agent asked about is its own call, not the one that runs it.
  const edited = child === undefined ? editedArgs(request, answer) : undefined;
  return {
    answer,
    raised,
    approvedDigest: edited === undefined ? call.digest : await callDigest(call.toolName, edited),
    ...(edited && { editedArgs: edited }),
  };
}

async function raise(
  context: LoopContext,
  gate: TurnGate,
  slot: CallSlot,
  given: Request,
  origin: RequestOrigin,
  args: JsonObject,
  source: ToolSource = sourceOf(slot, context.toolkit.get(slot.call.toolName)?.source),
  agent?: AgentEnd,
): Promise<void> {
  if (source === "relay" && origin === "tool") return gate.raiseRelayed(slot, args);
  const raised = await bindRequest(given, origin, slot, args);
  await record(context, {
    type: "request.raised",
    turn: gate.turn,
    ...raised,
    toolName: slot.call.toolName,
    source,
    output: placeholderText(raised.request),
    ...(agent?.child && { child: agent.child }),
    ...(agent?.usage && { usage: agent.usage }),
    ...(slot.state === "started" && origin === "tool" && { attempt: slot.attempt }),
  });
}

async function takeAnswer(context: LoopContext, gate: TurnGate, slot: CallSlot): Promise<void> {
  const { raised } = slot;
  if (raised === undefined) throw new TypeError("a call that waits for nothing");
  const answer = hasExpired(context, slot)
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
    const result = relayedResult(request, answer, slot.call.wireId ?? slot.call.callId);
    return finish(context, gate, slot, outcomePart(slot.call, { kind: "settled", result, entered: false }), slot.args);
  }
  // A sub-agent is told what its Request was answered, whatever that is.
  if (!answer.ok && raised.child === undefined)
    return finish(context, gate, slot, refusedResult(slot, request, answer), slot.args);
  const permit = await permitFor(slot);
  return enter(context, gate, slot, permit.editedArgs ?? raised.call.args, permit);
}

async function applyDoubt(context: LoopContext, gate: TurnGate, slot: CallSlot, answer: Answer): Promise<void> {
  switch (doubtDecision(answer)) {
    case "ran": {
      const { endsRun } = context.toolkit.get(slot.call.toolName) ?? {};
      const result = ToolResult.ok(ranOutput(answer));
      const outcome = { kind: "settled", result, entered: true, ...(endsRun && { endedRun: true as const }) } as const;
      const { editedArgs: edited } = await permitFor(slot);
      return finish(context, gate, slot, outcomePart(slot.call, outcome, edited), slot.args);
    }
    case "run_again":
      // The person's word stands for this one entry, of exactly what the doubt showed.
      return enter(context, gate, slot, slot.args, {
        ...(await permitFor(slot)),
        approvedDigest: slot.raised?.call.digest ?? "",
      });
    case "give_up": {
      const words =
        "The page stopped while this call was running; whether it took effect is unknown, and it was given up.";
      return finish(context, gate, slot, failedPart(slot.call, words, GATEWAY_CODES.GIVEN_UP), slot.args);
    }
  }
}

async function finish(
  context: LoopContext,
  gate: TurnGate,
  slot: CallSlot,
  part: ToolResultPart,
  args: JsonObject,
  source: ToolSource = sourceOf(slot, context.toolkit.get(slot.call.toolName)?.source),
  usage?: Usage,
): Promise<void> {
  // At most one call ends the run: the first to finish.
  const { endedRun: _ended, ...plain } = part;
  const result = part.endedRun && gate.claimEnd() ? part : plain;
  await record(context, {
    type: "call.finished",
    turn: gate.turn,
    callId: slot.call.callId,
    result,
    args,
    source,
    ...(usage && { usage }),
  });
  if (result.failed) reportError(context, slot, result);
}

/** Tells the host of a failed call; a listener that throws changes nothing. */
function reportError({ onToolError, warn }: LoopContext, { call }: CallSlot, result: ToolResultPart): void {
  const { callId, toolName } = call;
  try {
    onToolError?.({ callId, toolName, code: result.errorCode ?? GATEWAY_CODES.TOOL_ERROR, message: modelText(result) });
  } catch (error) {
    warn?.(`onToolError threw: ${describeThrown(error)}`);
  }
}
