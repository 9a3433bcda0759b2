import type { JsonObject } from "../contracts/json.ts";
import type { Answer, RaisedRequest } from "../contracts/request.ts";
import type { RunFact } from "../contracts/run-event.ts";
import type { ToolSource } from "../contracts/tool.ts";
import type { ToolCallPart, ToolResultPart, Turn, TurnPart, TurnRole } from "../contracts/turn.ts";
import { addUsage, NO_USAGE, type Usage } from "../contracts/usage.ts";

/**
 * Where one call of the current turn stands. `started` after a restart means: in doubt.
 *
 * waiting → started → (asking → answered → started)* → finished. A `waiting` call with `raised` has asked that before,
 * and its run was cancelled.
 */
export type SlotState = "waiting" | "started" | "asking" | "answered" | "finished";

/** One call of the halted or running `TOOL` turn, with all that is known of it. */
export interface CallSlot {
  readonly call: ToolCallPart;
  readonly state: SlotState;
  /** Entries into the tool so far. */
  readonly attempt: number;
  /** What it runs with: the model's arguments, or what a hook or a person made of them. */
  readonly args: JsonObject;
  readonly source?: ToolSource;
  readonly idempotent?: true;
  /** The Request it waits for, or waited for last. */
  readonly raised?: RaisedRequest;
  /** The text of its placeholder while it waits. */
  readonly placeholder?: string;
  /** Requests raised by tool, hook or policy so far (doubts do not count). */
  readonly asked: number;
  readonly answer?: Answer;
  /** The last Answer of tool, hook or policy and what it answered: it stands for the entry after it, doubts or not. */
  readonly granted?: { readonly raised: RaisedRequest; readonly answer: Answer };
  readonly result?: ToolResultPart;
}

/** The turn that is not settled yet. */
export interface OpenTurn {
  readonly index: number;
  readonly role: TurnRole;
  readonly parts: readonly TurnPart[];
  /** Only for a `TOOL` turn: one slot per call, in call order. */
  readonly slots: readonly CallSlot[];
}

/** What the events of a run add up to: all the loop knows. */
export interface Transcript {
  /** Settled turns; the first has the index `firstIndex`. */
  readonly turns: readonly Turn[];
  readonly firstIndex: number;
  /** What the model sees in place of the turns before `from`, where a hook replaced them. */
  readonly context?: { readonly turns: readonly Turn[]; readonly from: number };
  readonly open?: OpenTurn;
  readonly usage: Usage;
  /** Model calls since the last message of a person. */
  readonly modelCalls: number;
  /** Calls requested since the last message of a person, and what they were (name and arguments), newest last. */
  readonly recentCalls: readonly string[];
  /** The call that ended the run. */
  readonly endedBy?: ToolResultPart;
}

/** A transcript to begin with: nothing, or the turns of a history. */
export function initialTranscript(turns: readonly Turn[] = [], firstIndex = 0): Transcript {
  return { turns, firstIndex, usage: NO_USAGE, modelCalls: 0, recentCalls: [] };
}

/** The index the next turn gets. An unsettled one of a model call that failed is replaced, not followed. */
export function nextTurnIndex(transcript: Transcript): number {
  return transcript.firstIndex + transcript.turns.length;
}

/** The turns the model sees. */
export function modelTurns(transcript: Transcript): readonly Turn[] {
  const { context, turns, firstIndex } = transcript;
  if (context === undefined) return turns;
  return [...context.turns, ...turns.slice(context.from - firstIndex)];
}

/** The calls of an `ASSISTANT` turn, in order. */
export function callsOf(turn: Turn | undefined): readonly ToolCallPart[] {
  if (turn?.role !== "ASSISTANT") return [];
  return turn.parts.filter((part): part is ToolCallPart => part.kind === "TOOL_CALL");
}

/** The slot of one call in the open turn. */
export function slotOf(transcript: Transcript, callId: string): CallSlot | undefined {
  return transcript.open?.slots.find((slot) => slot.call.callId === callId);
}

/** Calls of the turn so far that have not got their result, in call order. */
export function openSlots(transcript: Transcript): readonly CallSlot[] {
  return transcript.open?.slots.filter((slot) => slot.state !== "finished") ?? [];
}

/** The one turn builder: `step(transcript, event) → transcript`. Pure; unchanged turns and parts keep their identity. */
export function stepTranscript(transcript: Transcript, fact: RunFact): Transcript {
  switch (fact.type) {
    case "turn.started": {
      const slots = fact.role === "TOOL" ? callsOf(transcript.turns.at(-1)).map(waitingSlot) : [];
      const opened = { ...transcript, open: { index: fact.turn, role: fact.role, parts: [], slots } };
      return fact.context === undefined ? opened : { ...opened, context: { turns: fact.context, from: fact.turn } };
    }
    case "text.appended":
      return growText(transcript, "TEXT", fact);
    case "reasoning.appended":
      return growText(transcript, "REASONING", fact);
    case "call.requested": {
      const { type: _type, turn: _turn, part, ...call } = fact;
      const grown = setPart(transcript, part, { kind: "TOOL_CALL", ...call });
      return { ...grown, recentCalls: [...grown.recentCalls, `${call.toolName} ${JSON.stringify(call.args)}`] };
    }
    case "call.started":
      return setSlot(transcript, fact.callId, (slot) => ({
        ...slot,
        state: "started",
        attempt: fact.attempt,
        args: fact.args,
        source: fact.source,
        ...(fact.idempotent && { idempotent: true }),
      }));
    case "request.raised":
      return raisedFor(fact).reduce<Transcript>(
        (grown, callId) =>
          setSlot(grown, callId, (slot) => ({
            ...slot,
            state: "asking",
            args: callId === fact.callId ? fact.call.args : slot.args,
            source: fact.source,
            raised: {
              request: fact.request,
              callId: fact.callId,
              call: fact.call,
              origin: fact.origin,
              ...(fact.child && { child: fact.child }),
            },
            placeholder: fact.output,
            // A doubt is not the call's asking, and a sub-agent may ask as often as it needs to.
            asked: fact.origin === "in_doubt" || fact.child ? slot.asked : slot.asked + 1,
          })),
        withUsage(transcript, fact.usage),
      );
    case "request.answered":
      return (transcript.open?.slots ?? [])
        .filter((slot) => slot.raised?.request.id === fact.requestId && slot.state === "asking")
        .reduce(
          (grown, { call }) =>
            setSlot(grown, call.callId, (slot) => ({
              ...slot,
              state: "answered",
              answer: fact.answer,
              ...(slot.raised &&
                slot.raised.origin !== "in_doubt" && { granted: { raised: slot.raised, answer: fact.answer } }),
            })),
          transcript,
        );
    case "call.finished": {
      const { result } = fact;
      const grown = setSlot(withUsage(transcript, fact.usage), fact.callId, (slot) => ({
        ...slot,
        state: "finished",
        args: fact.args,
        source: fact.source,
        result,
      }));
      return result.endedRun ? { ...grown, endedBy: result } : grown;
    }
    case "usage.added":
      return withUsage(transcript, fact.usage);
    case "turn.finished":
      return settle(transcript, fact);
    case "run.started":
    case "run.paused":
    case "run.finished":
      return transcript;
    case "run.failed":
      return fact.error.code === "imported" ? setSlots(transcript, askedAnew) : transcript;
    case "run.cancelled":
      return setSlots(transcript, (slot) => (slot.state === "asking" ? withdrawn(slot) : slot));
    default:
      return assertNever(fact);
  }
}

/** The parts of a `TOOL` turn, in call order: what has finished. */
export function resultsOf(slots: readonly CallSlot[]): ToolResultPart[] {
  return slots.flatMap((slot) => (slot.result === undefined ? [] : [slot.result]));
}

/** A call that has not begun. */
export function waitingSlot(call: ToolCallPart): CallSlot {
  return { call, state: "waiting", attempt: 0, args: call.args, asked: 0 };
}

/** A call whose Request was closed with its run. Should the run go on, it asks again: in doubt, or what it had asked. */
function withdrawn(slot: CallSlot): CallSlot {
  const { raised, asked } = slot;
  if (raised?.origin === "in_doubt" || raised?.child !== undefined) return { ...slot, state: "started" };
  return { ...slot, state: "waiting", asked: asked - 1 };
}

/**
 * A run that comes from a file brings nobody's word with it: what was answered and not acted on is asked here, and what
 * was entered is in doubt, whatever the file says of its tool.
 */
function askedAnew(slot: CallSlot): CallSlot {
  const { granted: _granted, answer: _answer, idempotent: _idempotent, ...bare } = slot;
  if (slot.state === "answered") return withdrawn(bare);
  return slot.state === "started" ? bare : slot;
}

/** One Request of kind `tool_call` stands for all relayed calls of the turn (contract §10). */
function raisedFor(fact: Extract<RunFact, { type: "request.raised" }>): readonly string[] {
  return fact.callIds ?? [fact.callId];
}

function growText(
  transcript: Transcript,
  kind: "TEXT" | "REASONING",
  fact: Extract<RunFact, { type: "text.appended" | "reasoning.appended" }>,
): Transcript {
  const before = transcript.open?.parts[fact.part];
  const text = before?.kind === kind ? before.text + fact.text : fact.text;
  const providerData = fact.providerData ?? (before?.kind === kind ? before.providerData : undefined);
  return setPart(transcript, fact.part, providerData === undefined ? { kind, text } : { kind, text, providerData });
}

function withUsage(transcript: Transcript, usage: Usage | undefined): Transcript {
  return usage === undefined ? transcript : { ...transcript, usage: addUsage(transcript.usage, usage) };
}

function setPart(transcript: Transcript, position: number, part: TurnPart): Transcript {
  const { open } = transcript;
  if (open === undefined) return transcript;
  const parts = open.parts.slice();
  parts[position] = part;
  return { ...transcript, open: { ...open, parts } };
}

function setSlot(transcript: Transcript, callId: string, change: (slot: CallSlot) => CallSlot): Transcript {
  return setSlots(transcript, (slot) => (slot.call.callId === callId ? change(slot) : slot));
}

function setSlots(transcript: Transcript, change: (slot: CallSlot) => CallSlot): Transcript {
  const { open } = transcript;
  return open === undefined ? transcript : { ...transcript, open: { ...open, slots: open.slots.map(change) } };
}

function settle(transcript: Transcript, fact: Extract<RunFact, { type: "turn.finished" }>): Transcript {
  const { open: _open, ...rest } = transcript;
  const turn: Turn = {
    role: fact.role,
    // A wire may leave a gap where a block held nothing; a turn has none.
    parts: fact.parts ?? (fact.role === "TOOL" ? resultsOf(_open?.slots ?? []) : (_open?.parts ?? []).filter(Boolean)),
    ...(fact.finishReason !== undefined && { finishReason: fact.finishReason }),
    ...(fact.providerData !== undefined && { providerData: fact.providerData }),
  };
  const turns = [...transcript.turns, turn];
  if (fact.role === "USER") {
    const { endedBy: _ended, ...onward } = rest;
    return { ...onward, turns, modelCalls: 0, recentCalls: [] };
  }
  return { ...rest, turns, modelCalls: transcript.modelCalls + (fact.role === "ASSISTANT" ? 1 : 0) };
}

function assertNever(fact: never): never {
  throw new TypeError(`unknown event ${JSON.stringify(fact)}`);
}
