import type { ToolCallPart, ToolResultPart, Turn, TurnPart } from "../contracts/turn.ts";
import { type CallSlot, callsOf, type Transcript } from "../loop/transcript.ts";
import type { CallDraft, LiveCalls } from "./live-calls.ts";
import { saidOtherwise } from "./said-otherwise.ts";
import type { CallState, ViewCallPart, ViewPart, ViewTurn } from "./view.ts";

/**
 * Makes the turns a reader sees out of a transcript: results stand at their calls, and what did not change since the
 * last look keeps its identity, so that only the part that grew is drawn again.
 */
export class ViewFold {
  /** What was made of settled turns, by place. */
  readonly #settled = new Map<number, ViewTurn>();
  readonly #calls = new WeakMap<object, ViewCallPart>();
  #last: { transcript: Transcript; version: number; turns: readonly ViewTurn[] } | undefined;

  /**
   * @param at - when a settled turn was written, in milliseconds since the epoch.
   * @param live - what this tab knows of calls beside the facts.
   */
  turns(transcript: Transcript, at: (index: number) => number, live?: LiveCalls): readonly ViewTurn[] {
    const version = live?.version ?? 0;
    if (this.#last?.transcript === transcript && this.#last.version === version) return this.#last.turns;
    const turns: ViewTurn[] = [];
    transcript.turns.forEach((turn, position) => {
      if (turn.role === "TOOL") return;
      const next = transcript.turns[position + 1];
      const results = next?.role === "TOOL" ? next : undefined;
      turns.push(this.#settledTurn(transcript, turn, results, transcript.firstIndex + position, at, live));
    });
    const { open } = transcript;
    if (open !== undefined && open.role === "ASSISTANT") {
      turns.push({
        index: open.index,
        role: "ASSISTANT",
        parts: [
          ...open.parts.filter(Boolean).map((part) => this.#openPart(part)),
          ...(live?.drafts ?? []).map((draft, order) => this.#remember(draft, () => fromDraft(draft, order))),
        ],
        settled: false,
        at: at(open.index),
      });
    }
    this.#last = { transcript, version, turns };
    return turns;
  }

  #settledTurn(
    transcript: Transcript,
    turn: Turn,
    results: Turn | undefined,
    index: number,
    at: (index: number) => number,
    live: LiveCalls | undefined,
  ): ViewTurn {
    const known = this.#settled.get(index);
    // A settled turn never changes again, whatever copy of it was read last.
    if (known?.settled) return known;
    const slots = index === transcript.firstIndex + transcript.turns.length - 1 ? transcript.open?.slots : undefined;
    const waits = callsOf(turn).length > 0 && results === undefined;
    const view: ViewTurn = {
      index,
      role: turn.role as ViewTurn["role"],
      parts: [...turn.parts.flatMap((part) => this.#part(part, results, slots, live)), ...saidOtherwise(turn)],
      settled: !waits,
      at: at(index),
      ...(turn.finishReason !== undefined && { finishReason: turn.finishReason }),
    };
    this.#settled.set(index, view);
    return view;
  }

  #part(
    part: TurnPart,
    results: Turn | undefined,
    slots: readonly CallSlot[] | undefined,
    live: LiveCalls | undefined,
  ): readonly ViewPart[] {
    if (part.kind === "TOOL_RESULT") return [];
    if (part.kind !== "TOOL_CALL") return [part];
    const slot = slots?.find(({ call }) => call.callId === part.callId);
    if (slot !== undefined) {
      const progress = slot.state === "started" ? live?.progressOf(part.callId) : undefined;
      return [this.#remember(progress ?? slot, () => ({ ...fromSlot(part, slot), ...(progress && { progress }) }))];
    }
    const result = results?.parts.find((other) => other.kind === "TOOL_RESULT" && other.callId === part.callId);
    if (result?.kind === "TOOL_RESULT") return [this.#remember(result, () => fromResult(part, result))];
    return [this.#remember(part, () => ({ ...part, state: "waiting" }))];
  }

  #openPart(part: TurnPart): ViewPart {
    if (part.kind === "TOOL_CALL") return this.#remember(part, () => ({ ...part, state: "waiting" }));
    return part as ViewPart;
  }

  #remember(key: object, make: () => ViewCallPart): ViewCallPart {
    const known = this.#calls.get(key) ?? make();
    this.#calls.set(key, known);
    return known;
  }
}

function fromDraft({ toolName, argsText }: CallDraft, order: number): ViewCallPart {
  return { kind: "TOOL_CALL", callId: `draft ${order}`, toolName, args: {}, state: "writing", argsText };
}

function fromSlot(call: ToolCallPart, slot: CallSlot): ViewCallPart {
  const requestId = slot.state === "asking" ? slot.raised?.request.id : undefined;
  return {
    ...call,
    state: slot.result === undefined ? slotState(slot) : resultState(slot.result),
    ...(slot.result && { result: slot.result }),
    ...(requestId !== undefined && { requestId }),
  };
}

function slotState(slot: CallSlot): CallState {
  switch (slot.state) {
    case "asking":
      return slot.raised?.origin === "in_doubt" ? "in_doubt" : "asking";
    case "started":
      return "running";
    default:
      return "waiting";
  }
}

function fromResult(call: ToolCallPart, result: ToolResultPart): ViewCallPart {
  return { ...call, state: resultState(result), result };
}

function resultState(result: ToolResultPart): CallState {
  if (result.rejected) return "rejected";
  if (result.denied) return "denied";
  if (result.failed) return "failed";
  return result.endedRun ? "ended_run" : "done";
}
