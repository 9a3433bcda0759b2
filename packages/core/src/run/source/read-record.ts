import { expiryProblem, readRequest } from "../../contracts/read-request.ts";
import { faultText, freezeJson } from "../../primitives/freeze-json.ts";
import { isObject } from "../../primitives/is-object.ts";
import { hashJson } from "../../primitives/sha256.ts";
import { RECORD_VERSION, type RequestRecord } from "../journal.ts";

/** A Request record as it was read, or why it is none. */
export type ReadRecord =
  | { readonly ok: true; readonly record: RequestRecord }
  | { readonly ok: false; readonly path: string; readonly problem: string };

const STATES: ReadonlySet<unknown> = new Set(["open", "answered", "settled", "closed"]);
const ORIGINS: ReadonlySet<unknown> = new Set(["tool", "policy", "hook", "in_doubt"]);
const REASONS: ReadonlySet<unknown> = new Set([undefined, "declined", "cancelled", "expired"]);

/** Ids from outside: no longer than this. */
const MAX_ID = 500;

/**
 * Reads a Request record that came from another place into a frozen copy: every field a prompt shows or acts on has
 * its type, and the digest is that of the call beside it. Fields of later versions are kept. Never throws.
 */
export async function readRecord(value: unknown): Promise<ReadRecord> {
  const frozen = freezeJson(value);
  if (!frozen.ok) return refuse(frozen.path, faultText(frozen, "the record"));
  const record = frozen.value;
  if (!isObject(record)) return refuse("", "a record is an object");
  if (record.v !== RECORD_VERSION) {
    const version = typeof record.v === "number" ? String(record.v) : "none";
    return refuse("v", `its version is ${version}, readable is ${RECORD_VERSION}`);
  }
  for (const name of ["requestId", "runId", "agent", "callId"]) {
    if (!isId(record[name])) return refuse(name, `${name} must be a text that is not empty`);
  }
  for (const name of ["turn", "raisedAt"]) {
    if (!Number.isSafeInteger(record[name])) return refuse(name, `${name} must be a whole number`);
  }
  if (!STATES.has(record.state)) return refuse("state", "state is none of ours");
  if (!ORIGINS.has(record.origin)) return refuse("origin", "origin is none of ours");
  const request = readRequest(record.request);
  if (!request.ok) return refuse(`request.${request.path}`, request.problem);
  if (request.request.id !== record.requestId) return refuse("request.id", "it names another Request than its record");
  const { answer, answeredAt, child } = record;
  if (answer !== undefined && !isAnswer(answer, record.requestId)) return refuse("answer", "it is no Answer to this");
  if (answeredAt !== undefined && expiryProblem(answeredAt) !== undefined) return refuse("answeredAt", "it is no time");
  if (!(await isCall(record.call))) return refuse("call", "it is no call, or its digest is that of another");
  if (child !== undefined && !(await isChild(child))) return refuse("child", "it is no call of a sub-agent");
  return { ok: true, record: record as unknown as RequestRecord };
}

async function isCall(call: unknown): Promise<boolean> {
  if (!isObject(call) || !isId(call.callId) || !isId(call.toolName) || !isObject(call.args)) return false;
  // What is shown is what is hashed: a record whose digest is that of other arguments is somebody's trick.
  return call.digest === (await hashJson({ args: call.args, toolName: call.toolName }));
}

async function isChild(child: unknown): Promise<boolean> {
  return (
    isObject(child) &&
    Array.isArray(child.path) &&
    child.path.every((name) => typeof name === "string") &&
    ORIGINS.has(child.origin) &&
    isId(child.requestId) &&
    (child.runId === undefined || isId(child.runId)) &&
    (await isCall(child.call))
  );
}

function isAnswer(answer: unknown, requestId: unknown): boolean {
  return isObject(answer) && answer.id === requestId && typeof answer.ok === "boolean" && REASONS.has(answer.reason);
}

/** Whether a value can be an id that came from outside. */
export function isId(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= MAX_ID;
}

/** Paths and words of theirs go no longer into ours. */
const MAX_WORDS = 200;

function refuse(path: string, problem: string): ReadRecord {
  return { ok: false, path: path.slice(0, MAX_WORDS), problem: problem.slice(0, MAX_WORDS) };
}
