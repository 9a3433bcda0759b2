import { factOf, type RunEvent } from "../contracts/run-event.ts";
import { NO_USAGE } from "../contracts/usage.ts";
import { initialTranscript, stepTranscript, type Transcript } from "../loop/transcript.ts";
import type { RunRecord, TurnRecord } from "./journal.ts";
import { stepRunRecord } from "./run-record.ts";
import type { RunView } from "./view.ts";
import { ViewFold } from "./view-fold.ts";

/** What is still known of the way a run went. */
export interface RunPast {
  readonly record: RunRecord;
  /** Settled turns, oldest first; older ones may be missing. */
  readonly turns: readonly TurnRecord[];
  /** Events in order of `seq`, as far as somebody kept them. A store keeps those of the unsettled turn. */
  readonly events: readonly RunEvent[];
}

/** One moment of a run: after a whole turn whose events are gone, or after one event. */
export type RunStep =
  | { readonly kind: "turn"; readonly turn: TurnRecord }
  | { readonly kind: "event"; readonly event: RunEvent };

/** The past of a run, moment by moment. Looking at it changes nothing. */
export interface Replay {
  /** Oldest first. */
  readonly steps: readonly RunStep[];
  /**
   * The run as it stood after the step of this number. Usage counts from the first known event. Nothing in it waits for
   * anybody: `pending` is empty, calls that asked say so.
   */
  viewAt(step: number): RunView;
}

/**
 * Folds the past of a run up to any moment of it. Events count from the last gap on, and from the beginning of a turn;
 * each turn before that is one step.
 *
 * @example
 * const { steps, viewAt } = replay({ record, turns, events: tail });
 * const before = viewAt(steps.length - 2);
 */
export function replay({ record, turns: records, events: given }: RunPast): Replay {
  const events = wholeTurns(given);
  const begun = events.find((event) => event.type === "turn.started");
  const turns = begun === undefined ? records : records.filter(({ index }) => index < begun.turn);
  const steps: RunStep[] = [
    ...turns.map((turn): RunStep => ({ kind: "turn", turn })),
    ...events.map((event): RunStep => ({ kind: "event", event })),
  ];
  const firstIndex = turns[0]?.index ?? begun?.turn ?? record.turnCount;
  const reachesNow = events.length === 0 || events.at(-1)?.seq === record.nextSeq - 1;

  function viewAt(step: number): RunView {
    const passed = steps.slice(0, step + 1);
    const at = new Map<number, number>();
    const { text: _text, limit: _limit, error: _error, ...onward } = record;
    let moment: RunRecord = { ...onward, status: "running", usage: NO_USAGE, updatedAt: record.createdAt };
    let transcript: Transcript = initialTranscript([], firstIndex);
    for (const each of passed) {
      if (each.kind === "turn") {
        transcript = { ...transcript, turns: [...transcript.turns, each.turn.turn] };
        moment = { ...moment, updatedAt: each.turn.at };
        at.set(each.turn.index, each.turn.at);
      } else {
        transcript = stepTranscript(transcript, factOf(each.event));
        moment = stepRunRecord(moment, each.event);
        if (each.event.type === "turn.finished") at.set(each.event.turn, each.event.at);
      }
    }
    // The last moment is the present, and the record knows more of it than the events that were kept.
    const { status, usage, limit, error } = reachesNow && step >= steps.length - 1 ? record : moment;
    return {
      runId: record.runId,
      agent: record.agent,
      status,
      title: record.title,
      // A fold of its own: one that is kept expects that runs only go on.
      turns: new ViewFold().turns(transcript, (index) => at.get(index) ?? moment.updatedAt),
      hasOlder: firstIndex > 0,
      streaming: status === "running" && transcript.open?.role === "ASSISTANT",
      pending: [],
      usage,
      ...(limit !== undefined && { limit }),
      ...(error !== undefined && { error }),
      role: "idle",
      interrupted: false,
      stalled: false,
      queued: 0,
      durable: true,
    };
  }

  return { steps, viewAt };
}

/** The events after the last gap, from the first that does not lie in the middle of a turn. */
function wholeTurns(events: readonly RunEvent[]): readonly RunEvent[] {
  const gap = events.findLastIndex(({ seq }, position) => position > 0 && seq !== (events[position - 1]?.seq ?? 0) + 1);
  const linked = events.slice(Math.max(gap, 0));
  if (linked[0]?.seq === 0) return linked;
  const between = linked.findIndex(({ type }) => !insideTurn.has(type));
  return between < 0 ? [] : linked.slice(between);
}

/** What only makes sense once its turn has begun. */
const insideTurn: ReadonlySet<RunEvent["type"]> = new Set([
  "text.appended",
  "reasoning.appended",
  "call.requested",
  "call.started",
  "call.finished",
  "request.raised",
  "request.answered",
  "usage.added",
  "turn.finished",
  "run.paused",
]);
