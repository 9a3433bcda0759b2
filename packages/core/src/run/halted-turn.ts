import { HoldpointError } from "../contracts/errors.ts";
import { readRequest } from "../contracts/read-request.ts";
import { type Answer, isExpired, type Request } from "../contracts/request.ts";
import type { ToolCallPart, ToolResultPart, Turn } from "../contracts/turn.ts";
import { balance } from "../loop/balance.ts";
import { modelText } from "../loop/result-part.ts";
import { bindRequest, placeholderText } from "../loop/suspension.ts";
import {
  type CallSlot,
  callsOf,
  initialTranscript,
  stepTranscript,
  type Transcript,
  waitingSlot,
} from "../loop/transcript.ts";
import { isObject } from "../primitives/is-object.ts";

/**
 * Reads where a halted run stands from its plain transcript, and puts the Answer into its place: results that exist
 * stay, the placeholder becomes an answered call, calls without a result are still to run (contract §10 "Resume").
 *
 * @throws HoldpointError `resume-mismatch` when the Answer names another Request or the history holds no halted turn
 * for it.
 */
export async function resumeTranscript(
  history: readonly Turn[],
  given: { readonly pending: Request; readonly answer: Answer },
  now: number,
  isAgentCall: (toolName: string) => boolean = () => false,
): Promise<Transcript> {
  const { pending, answer } = checkGiven(given);
  const at = history.findLastIndex((turn) => callsOf(turn).length > 0);
  const results = history[at + 1];
  const isHalted = at >= 0 && (results === undefined || (results.role === "TOOL" && at + 2 === history.length));
  if (!isHalted) throw mismatch("The history does not end with the calls of a halted turn.");

  const calls = callsOf(history[at]);
  const found = new Map(
    (results?.parts ?? []).flatMap((part) => (part.kind === "TOOL_RESULT" ? [[part.callId, part] as const] : [])),
  );
  const asking = findAsking(calls, found, pending);
  if (asking.size === 0) {
    throw mismatch(`No call of the halted turn waits for the request ${pending.id}; it may have been answered before.`);
  }
  const slots = await Promise.all(
    calls.map((call): CallSlot | Promise<CallSlot> => {
      if (asking.has(call.callId)) return askingSlot(call, pending, isAgentCall(call.toolName));
      const result = found.get(call.callId);
      return result === undefined ? waitingSlot(call) : { ...waitingSlot(call), state: "finished", result };
    }),
  );
  const turns = [...balance(history.slice(0, at)), ...history.slice(at, at + 1)];
  const turn = turns.length;
  const halted = { ...initialTranscript(turns), open: { index: turn, role: "TOOL" as const, parts: [], slots } };
  const [callId = ""] = asking;
  return stepTranscript(halted, {
    type: "request.answered",
    turn,
    callId,
    requestId: pending.id,
    answer: isExpired(pending, now) ? { id: pending.id, ok: false, reason: "expired" } : answer,
  });
}

function checkGiven({ pending, answer }: { readonly pending: Request; readonly answer: Answer }) {
  const read = readRequest(pending);
  if (!read.ok) throw mismatch(`What was given as pending is no Request: ${read.problem}.`);
  if (!isObject(answer) || answer.id !== read.request.id) {
    throw mismatch(
      `The Answer does not name the request ${read.request.id}. Answer with the id of the pending request.`,
    );
  }
  return { pending: read.request, answer: { ...answer, ok: answer.ok === true } };
}

/** The calls an Answer speaks to: all relayed calls of its Request, or the one whose placeholder stands there. */
function findAsking(
  calls: readonly ToolCallPart[],
  found: ReadonlyMap<string, ToolResultPart>,
  pending: Request,
): ReadonlySet<string> {
  const placeholder = placeholderText(pending);
  const waits = calls.filter(({ callId }) => {
    const result = found.get(callId);
    return result === undefined || modelText(result) === placeholder;
  });
  const relayed = relayedIds(pending);
  if (relayed !== undefined) {
    const theirs = waits.filter((call) => relayed.has(call.wireId ?? call.callId));
    if (theirs.length > 0) return new Set(theirs.map(({ callId }) => callId));
  }
  // A placeholder is the surest sign; a history that lost it leaves a call without a result.
  const placed = placeholders(calls, found, placeholder);
  const named = isObject(pending.data) ? pending.data.toolName : undefined;
  const [asking] = [...placed.filter(({ toolName }) => toolName === named), ...placed, ...waits];
  return new Set(asking && [asking.callId]);
}

/**
 * The calls whose result reads as the placeholder, the likeliest first: another call may have given the same text. A
 * placeholder is an error where the style says so, and calls without a result stand after it, never before.
 */
function placeholders(
  calls: readonly ToolCallPart[],
  found: ReadonlyMap<string, ToolResultPart>,
  placeholder: string,
): readonly ToolCallPart[] {
  const alike = calls.flatMap((call, position) => {
    const result = found.get(call.callId);
    return result !== undefined && modelText(result) === placeholder ? [{ call, position, result }] : [];
  });
  const errors = alike.filter(({ result }) => result.isError);
  const likely = errors.length > 0 ? errors : alike;
  const open = calls.findIndex(({ callId }) => !found.has(callId));
  const before = likely.filter(({ position }) => open < 0 || position < open);
  return (before.length > 0 ? before : likely).map(({ call }) => call).reverse();
}

function relayedIds({ kind, data }: Request): ReadonlySet<unknown> | undefined {
  if (kind !== "tool_call" || !isObject(data) || !Array.isArray(data.calls)) return undefined;
  return new Set(data.calls.map((call: unknown) => (isObject(call) ? call.id : undefined)));
}

async function askingSlot(call: ToolCallPart, pending: Request, isAgentCall: boolean): Promise<CallSlot> {
  const slot: CallSlot = { ...waitingSlot(call), attempt: 1, asked: isAgentCall ? 0 : 1 };
  // What a sub-agent asks about is a call of its own: the call that runs it goes on with its own arguments.
  const args = isAgentCall ? call.args : approvedArgs(call, pending);
  const raised = await bindRequest(pending, "tool", slot, args);
  const path = isObject(pending.data) && Array.isArray(pending.data.path) ? pending.data.path.map(String) : [];
  const child = { path, requestId: pending.id, call: raised.call, origin: raised.origin };
  return {
    ...slot,
    state: "asking",
    args,
    raised: isAgentCall ? { ...raised, child } : raised,
    placeholder: placeholderText(pending),
    ...(relayedIds(pending)?.has(call.wireId ?? call.callId) && { source: "relay" }),
  };
}

/** What runs is what was approved: an approval holds the exact arguments, a hook's changes included. */
function approvedArgs(call: ToolCallPart, { kind, data }: Request) {
  const isApproval = kind === "approval" && isObject(data) && data.toolName === call.toolName;
  return isApproval && isObject(data.args) ? data.args : call.args;
}

function mismatch(what: string): HoldpointError {
  return new HoldpointError("resume-mismatch", `The run cannot be resumed: ${what} Nothing was sent.`);
}
