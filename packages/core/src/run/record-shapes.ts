import { isObject } from "../primitives/is-object.ts";

/** What every record of a kind must hold to be read at all, whoever wrote it. Fields that are not known here may stand beside. */

const STATUSES: ReadonlySet<unknown> = new Set(["running", "paused", "done", "incomplete", "failed", "cancelled"]);
const STATES: ReadonlySet<unknown> = new Set(["open", "answered", "settled", "closed"]);
const ROLES: ReadonlySet<unknown> = new Set(["SYSTEM", "USER", "ASSISTANT", "TOOL"]);
const COMMANDS: ReadonlySet<unknown> = new Set(["message", "cancel", "retry"]);

export function isRunShape(record: unknown): record is Readonly<Record<string, unknown>> & { readonly runId: string } {
  if (!isObject(record)) return false;
  const { runId, agent, model, title, turnCount, nextSeq, settledSeq, epoch, createdAt, updatedAt } = record;
  return (
    [runId, agent, model, title].every((text) => typeof text === "string") &&
    [turnCount, nextSeq, settledSeq, epoch].every((count) => Number.isSafeInteger(count)) &&
    [createdAt, updatedAt].every((time) => Number.isFinite(time)) &&
    STATUSES.has(record.status) &&
    isObject(record.usage)
  );
}

export function isTurnShape(record: unknown): boolean {
  return (
    isObject(record) &&
    typeof record.runId === "string" &&
    Number.isSafeInteger(record.index) &&
    isObject(record.turn) &&
    ROLES.has(record.turn.role) &&
    Array.isArray(record.turn.parts) &&
    record.turn.parts.every((part: unknown) => isObject(part) && typeof part.kind === "string")
  );
}

export function isEventShape(event: unknown): boolean {
  return (
    isObject(event) &&
    typeof event.runId === "string" &&
    Number.isSafeInteger(event.seq) &&
    typeof event.type === "string"
  );
}

export function isRequestShape(record: unknown): boolean {
  return (
    isObject(record) &&
    typeof record.runId === "string" &&
    typeof record.agent === "string" &&
    Number.isFinite(record.raisedAt) &&
    STATES.has(record.state) &&
    isObject(record.request) &&
    record.request.id === record.requestId &&
    typeof record.request.kind === "string" &&
    isObject(record.call) &&
    isObject(record.call.args)
  );
}

export function isCommandShape(command: unknown): boolean {
  return isObject(command) && typeof command.id === "string" && COMMANDS.has(command.type);
}
