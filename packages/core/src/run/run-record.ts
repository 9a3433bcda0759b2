import type { RunStatus } from "../contracts/run.ts";
import type { RunEvent } from "../contracts/run-event.ts";
import type { TurnPart } from "../contracts/turn.ts";
import { addUsage, NO_USAGE } from "../contracts/usage.ts";
import { RECORD_VERSION, type RunRecord } from "./journal.ts";

/** The longest title, in characters. */
const TITLE_LENGTH = 80;

/** The record of a run that has no event yet. */
export function newRunRecord(options: {
  readonly runId: string;
  readonly agent: string;
  readonly model: string;
  readonly message: readonly TurnPart[];
  readonly at: number;
}): RunRecord {
  const { runId, agent, model, message, at } = options;
  return {
    v: RECORD_VERSION,
    runId,
    agent,
    model,
    title: titleOf(message),
    status: "running",
    createdAt: at,
    updatedAt: at,
    turnCount: 0,
    nextSeq: 0,
    settledSeq: 0,
    usage: NO_USAGE,
    modelCalls: 0,
    epoch: 0,
  };
}

/** A run's record after one more event: a fold, like everything else that reads events. */
export function stepRunRecord(record: RunRecord, event: RunEvent): RunRecord {
  const next: RunRecord = { ...record, nextSeq: event.seq + 1, updatedAt: event.at };
  switch (event.type) {
    case "run.started":
      return { ...next, status: "running" };
    case "turn.started": {
      const running = setGoing(next);
      return event.context === undefined
        ? running
        : { ...running, context: { turns: event.context, from: event.turn } };
    }
    case "usage.added":
      return { ...next, usage: addUsage(record.usage, event.usage) };
    case "request.raised":
    case "call.finished":
      return event.usage === undefined ? next : { ...next, usage: addUsage(record.usage, event.usage) };
    case "turn.finished":
      return {
        ...next,
        turnCount: event.turn + 1,
        settledSeq: event.seq + 1,
        modelCalls: event.role === "USER" ? 0 : record.modelCalls + (event.role === "ASSISTANT" ? 1 : 0),
      };
    case "request.answered":
    case "call.started":
      return withStatus(next, "running");
    case "run.paused":
      return withStatus(next, "paused");
    case "run.finished":
      return {
        ...next,
        status: event.status,
        text: event.text,
        ...(event.limit !== undefined && { limit: event.limit }),
      };
    case "run.failed":
      return { ...next, status: "failed", error: event.error };
    case "run.cancelled":
      return withStatus(next, "cancelled");
    default:
      return next;
  }
}

/** A run that is at work again: how it came to rest before is no longer so. */
export function setGoing({ text: _text, limit: _limit, error: _error, ...record }: RunRecord): RunRecord {
  return { ...record, status: "running" };
}

function withStatus(record: RunRecord, status: RunStatus): RunRecord {
  return record.status === status ? record : { ...record, status };
}

function titleOf(message: readonly TurnPart[]): string {
  const text = message
    .map((part) => (part.kind === "TEXT" ? part.text : ""))
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...text];
  return characters.length > TITLE_LENGTH ? `${characters.slice(0, TITLE_LENGTH - 1).join("")}…` : text;
}

/** Events that no settled turn holds. */
export function unsettled(events: readonly RunEvent[], { settledSeq }: RunRecord): readonly RunEvent[] {
  return events.filter(({ seq }) => seq >= settledSeq);
}
