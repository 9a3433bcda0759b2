import { readProgress } from "../contracts/call-progress.ts";
import { describeThrown } from "../contracts/errors.ts";
import type { JsonObject } from "../contracts/json.ts";
import type { Answer, RaisedRequest, Request, RequestOrigin } from "../contracts/request.ts";
import { toToolResult } from "../contracts/to-tool-result.ts";
import type { AgentTask, ToolSource } from "../contracts/tool.ts";
import { ToolResult } from "../contracts/tool-result.ts";
import type { ToolResultPart } from "../contracts/turn.ts";
import type { Usage } from "../contracts/usage.ts";
import type { CallOutcome } from "../toolkit/gateway.ts";
import { GATEWAY_CODES } from "../toolkit/gateway-codes.ts";
import { type AgentEnd, type LoopContext, record } from "./loop-context.ts";
import { failedPart, modelText, outcomePart } from "./result-part.ts";
import { bindRequest, callDigest, editedArgs, placeholderText, sourceOf } from "./suspension.ts";
import { type CallSlot, slotOf } from "./transcript.ts";
import type { TurnGate } from "./turn-gate.ts";

/** What an entry is allowed by: nothing yet, or an Answer (and the digest of what was approved). */
export interface Permit {
  readonly answer?: Answer;
  /** What `answer` answers. */
  readonly raised?: RaisedRequest;
  readonly approvedDigest?: string;
  readonly editedArgs?: JsonObject;
}

/**
 * Lets a call through the gateway, and records what came of it: its result, or the Request it now waits for. A first
 * entry and one after an Answer are this one function.
 */
export async function enterCall(
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
      progress: (value) => {
        const progress = readProgress(value);
        if (progress !== undefined) context.onLive?.({ type: "progress", callId: call.callId, progress });
      },
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
      return raiseRequest(context, gate, now, request, outcome.origin, args, source, child);
    }
    const words = `unresolved: ${now.raised?.request.prompt ?? outcome.request.prompt}`;
    return finishCall(context, gate, now, failedPart(call, words, GATEWAY_CODES.UNRESOLVED), args, source);
  }
  const settled = await afterTool(context, now, args, outcome);
  return finishCall(context, gate, now, outcomePart(call, settled, permit.editedArgs), args, source, agent?.usage);
}

async function afterTool(
  context: LoopContext,
  slot: CallSlot,
  args: JsonObject,
  outcome: Extract<CallOutcome, { kind: "settled" }>,
): Promise<Extract<CallOutcome, { kind: "settled" }>> {
  const after = await context.hooks?.afterTool?.({ ...hookView(context, slot), args, result: outcome.result });
  if (after?.result === undefined) return outcome;
  const result = await toToolResult(after.result);
  if (result.isError) return { ...outcome, result };
  const { failed: _failed, errorCode: _code, ...rest } = outcome;
  return { ...rest, result };
}

/** How hooks see a call. */
export function hookView(context: LoopContext, { call }: CallSlot) {
  return { name: call.toolName, id: call.wireId ?? call.callId, turn: Math.max(0, context.calls - 1) };
}

/** What the last Answer allows; a doubt that came after it takes nothing of it away. */
export async function permitFor({ granted }: CallSlot): Promise<Permit> {
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

/** Records that a call waits for a person. */
export async function raiseRequest(
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

/** Records the one result of a call. */
export async function finishCall(
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
