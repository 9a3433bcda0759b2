import type { JsonObject } from "../contracts/json.ts";
import type { Request } from "../contracts/request.ts";
import type { RunFact } from "../contracts/run-event.ts";
import type { ToolResultPart } from "../contracts/turn.ts";
import { addUsage, NO_USAGE, type Usage } from "../contracts/usage.ts";
import { modelText } from "../loop/result-part.ts";
import type { Fold } from "./fold.ts";
import type { StreamEvent } from "./stream-event.ts";

interface StreamCall {
  readonly callId: string;
  readonly part: number;
  /** As the provider knows it. */
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
  /** Requests it stands first for, in the order they were raised. */
  readonly requests: readonly Request[];
  readonly requestsTold: number;
  /** It waits, maybe on a Request that another call stands first for. */
  readonly waits: boolean;
  readonly result?: ToolResultPart;
}

/** Where a stream stands. */
export interface StreamState {
  /** What the last fact added to the stream, in order. */
  readonly events: readonly StreamEvent[];
  /** Calls of the current turn, in call order. */
  readonly calls: readonly StreamCall[];
  /** Calls that are told to the end: calls run side by side, the stream tells them one after another. */
  readonly told: number;
  /** The halted call has been told. */
  readonly halted: boolean;
  readonly usage: Usage;
}

const NOTHING: readonly StreamEvent[] = [];

/**
 * Facts → the public events of a stream, all but `done`, and but `text`, which needs nothing of what came before.
 *
 * @param halts - whether a suspension halts the run: then only the first in call order is told.
 */
export function streamFold(halts: boolean): Fold<StreamState> {
  return {
    initial: { events: NOTHING, calls: [], told: 0, halted: false, usage: NO_USAGE },
    step: (state, fact) => step(state, fact, halts),
  };
}

function step(state: StreamState, fact: RunFact, halts: boolean): StreamState {
  switch (fact.type) {
    case "turn.started":
      return fact.role === "ASSISTANT"
        ? { ...state, events: NOTHING, calls: [], told: 0, halted: false }
        : quiet(state);
    case "call.requested": {
      const { callId, part, wireId = callId, toolName: name, args } = fact;
      const call = { callId, part, id: wireId, name, args, requests: [], requestsTold: 0, waits: false };
      return { ...state, events: NOTHING, calls: [...state.calls, call] };
    }
    case "turn.finished": {
      if (fact.role !== "ASSISTANT" || state.calls.length === 0) return quiet(state);
      const calls = [...state.calls].sort((left, right) => left.part - right.part);
      return { ...state, calls, events: calls.map(({ id, name, args }) => ({ type: "tool_call", id, name, args })) };
    }
    case "request.raised": {
      const waiting = new Set(fact.callIds ?? [fact.callId]);
      const calls = state.calls.map((call) => {
        if (!waiting.has(call.callId)) return call;
        const requests = call.callId === fact.callId ? [...call.requests, fact.request] : call.requests;
        return { ...call, requests, waits: true };
      });
      return tell({ ...state, calls }, false);
    }
    case "call.finished": {
      const calls = state.calls.map((call) =>
        call.callId === fact.callId ? { ...call, waits: false, result: fact.result } : call,
      );
      return tell({ ...state, calls }, false);
    }
    case "run.paused":
      return halts ? tell(state, true) : quiet(state);
    case "usage.added":
      return { ...state, events: NOTHING, usage: addUsage(state.usage, fact.usage) };
    case "run.finished":
      return { ...state, events: fact.status === "done" ? [{ type: "usage", usage: state.usage }] : NOTHING };
    default:
      return quiet(state);
  }
}

function quiet(state: StreamState): StreamState {
  return state.events.length === 0 ? state : { ...state, events: NOTHING };
}

/** Tells what can be told by now without leaving the order of the calls; `paused` when those that wait will not go on. */
function tell(state: StreamState, paused: boolean): StreamState {
  const events: StreamEvent[] = [];
  const calls = state.calls.slice();
  let { told, halted } = state;
  for (; told < calls.length; told += 1) {
    const call = calls[told];
    if (call === undefined) break;
    if (!halted) {
      for (const request of call.requests.slice(call.requestsTold)) events.push({ type: "pending", request });
      calls[told] = { ...call, requestsTold: call.requests.length };
    }
    if (call.result !== undefined) {
      const { id, name, result } = call;
      events.push({ type: "tool_result", id, name, output: modelText(result), isError: result.isError === true });
    } else if (paused && call.waits) {
      halted = true;
    } else {
      break;
    }
  }
  return { ...state, calls, events, told, halted };
}
