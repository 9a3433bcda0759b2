import { readRequest } from "../contracts/read-request.ts";
import type { RunFact } from "../contracts/run-event.ts";
import { isObject } from "../primitives/is-object.ts";
import type { RequestRecord, RunCommand, RunRecord, TurnRecord } from "./journal.ts";

/** Where a value is not what it should be. */
export interface ShapeFault {
  /** As in `runs[0].turns[3].turn.parts[1].args`. */
  readonly path: string;
  readonly problem: string;
}

/** Looks at a value that may be anything; gives the first place that is wrong. Fields nobody asks about may be there. */
export type Shape = (value: unknown, path: string) => ShapeFault | undefined;

/** What must be there, and what may. */
type Fields = Readonly<Record<string, Shape>>;

const it = (problem: string, isSo: (value: unknown) => boolean): Shape => {
  return (value, path) => (isSo(value) ? undefined : { path, problem });
};

const text = it("it must be a text", (value) => typeof value === "string");
const flag = it("it must be true or false", (value) => typeof value === "boolean");
const time = it("it must be a number", (value) => Number.isFinite(value));
const count = it("it must be a whole number", (value) => Number.isSafeInteger(value) && (value as number) >= 0);
const version = it("it must be a version", (value) => Number.isSafeInteger(value) && (value as number) >= 1);
const map = it("it must be an object", isObject);

const oneOf = (...values: readonly unknown[]): Shape =>
  it(`it must be one of ${values.join(", ")}`, (value) => values.includes(value));

function list(member: Shape): Shape {
  return (value, path) => {
    if (!Array.isArray(value)) return { path, problem: "it must be a list" };
    // Not `map`: it would leave holes out.
    return firstFault(Array.from(value, (entry, index) => () => member(entry, `${path}[${index}]`)));
  };
}

function fields(needed: Fields, optional: Fields = {}): Shape {
  return (value, path) => {
    if (!isObject(value)) return { path, problem: "it must be an object" };
    const look = (names: Fields, isNeeded: boolean) =>
      Object.entries(names).map(([name, shape]) => () => {
        const member = Object.hasOwn(value, name) ? value[name] : undefined;
        return member === undefined && !isNeeded ? undefined : shape(member, `${path}.${name}`);
      });
    return firstFault([...look(needed, true), ...look(optional, false)]);
  };
}

/** An object that one of its fields tells the shape of. */
function kinds<Kind extends string>(key: string, shapes: Readonly<Record<Kind, Shape>>): Shape {
  return (value, path) => {
    const kind = isObject(value) ? value[key] : undefined;
    const shape = typeof kind === "string" && Object.hasOwn(shapes, kind) ? shapes[kind as Kind] : undefined;
    if (shape === undefined) return { path, problem: `its ${key} is none that is known` };
    return shape(value, path);
  };
}

function either(...shapes: readonly Shape[]): Shape {
  return (value, path) => {
    const faults = shapes.map((shape) => shape(value, path));
    return faults.includes(undefined) ? undefined : faults[0];
  };
}

function firstFault(looks: readonly (() => ShapeFault | undefined)[]): ShapeFault | undefined {
  for (const look of looks) {
    const fault = look();
    if (fault !== undefined) return fault;
  }
  return undefined;
}

const media = fields(
  { mimeType: text },
  { data: text, url: text, blob: it("it must be a SHA-256", isHash), bytes: count, name: text },
);
const content = kinds("type", { text: fields({ text }), image: media, file: media, audio: media });
const output = either(text, fields({ error: text }));
const result = fields(
  { callId: text, toolName: text, output },
  { modelText: text, errorCode: either(text, time), parts: list(content), metadata: map, editedArgs: map },
);
const part = kinds("kind", {
  TEXT: fields({ text }),
  REASONING: fields({ text }),
  CONTENT: fields({ content }),
  TOOL_CALL: fields({ callId: text, toolName: text, args: map }, { rawArgs: text, wireId: text }),
  TOOL_RESULT: result,
});
const role = oneOf("SYSTEM", "USER", "ASSISTANT", "TOOL");
const turn = fields({ role, parts: list(part) }, { finishReason: text });
const usage = fields({ promptTokens: time, completionTokens: time, totalTokens: time });
const error = fields({ name: text, code: text, message: text });
const answer = fields({ id: text, ok: flag }, { reason: oneOf("declined", "cancelled", "expired") });
const call = fields({ callId: text, toolName: text, args: map, digest: text });
const origin = oneOf("tool", "policy", "hook", "in_doubt");
const child = fields({ path: list(text), call, origin, requestId: text }, { runId: text });
const request: Shape = (value, path) => {
  const read = readRequest(value);
  return read.ok ? undefined : { path: read.path === "" ? path : `${path}.${read.path}`, problem: read.problem };
};
const raised = { request, callId: text, call, origin };
const ofCall = { turn: count, callId: text, args: map };
const limit = { limit: text };

/** A run's record. */
export const recordShape: Shape = fields(
  {
    v: version,
    runId: text,
    agent: text,
    model: text,
    title: text,
    status: oneOf("running", "paused", "done", "incomplete", "failed", "cancelled"),
    createdAt: time,
    updatedAt: time,
    turnCount: count,
    nextSeq: count,
    settledSeq: count,
    usage,
    modelCalls: count,
  } satisfies Partial<Record<keyof RunRecord, Shape>>,
  {
    text,
    ...limit,
    error,
    context: fields({ turns: list(turn), from: count }),
    parent: fields({ runId: text, callId: text, depth: count }),
    forkedFrom: fields({ runId: text, turn: count, root: text }),
  } satisfies Partial<Record<keyof RunRecord, Shape>>,
);

/** A settled turn. */
export const turnShape: Shape = fields({ v: version, runId: text, index: count, at: time, turn } satisfies Record<
  keyof TurnRecord,
  Shape
>);

const facts: Readonly<Record<RunFact["type"], Shape>> = {
  "run.started": fields({ agent: text, model: text }),
  "turn.started": fields({ turn: count, role }, { context: list(turn) }),
  "text.appended": fields({ turn: count, part: count, text }),
  "reasoning.appended": fields({ turn: count, part: count, text }),
  "call.requested": fields({ ...ofCall, part: count, toolName: text }, { rawArgs: text, wireId: text }),
  "call.started": fields({ ...ofCall, toolName: text, source: text, attempt: count }),
  "call.finished": fields({ ...ofCall, result, source: text }, { usage }),
  "request.raised": fields(
    { ...raised, turn: count, toolName: text, source: text, output: text },
    { child, callIds: list(text), usage },
  ),
  "request.answered": fields({ turn: count, callId: text, requestId: text, answer }),
  "usage.added": fields({ turn: count, usage }),
  "turn.finished": fields({ turn: count, role }, { parts: list(part), finishReason: text }),
  "run.paused": fields({ requestIds: list(text) }),
  "run.finished": fields({ status: oneOf("done", "incomplete"), text }, limit),
  "run.failed": fields({ error }),
  "run.cancelled": fields({}, { reason: text }),
};
const stamp = fields({ runId: text, seq: count, at: time });

/** An event of the journal. */
export const eventShape: Shape = (value, path) => stamp(value, path) ?? kinds("type", facts)(value, path);

/** A Request that is not settled. */
export const requestShape: Shape = fields(
  {
    ...raised,
    v: version,
    requestId: text,
    runId: text,
    agent: text,
    turn: count,
    raisedAt: time,
    state: oneOf("open", "answered"),
  } satisfies Partial<Record<keyof RequestRecord, Shape>>,
  { child, answer, answeredAt: time } satisfies Partial<Record<keyof RequestRecord, Shape>>,
);

const sent = { id: text, at: time };

/** A command nobody has taken yet. */
export const commandShape: Shape = kinds<RunCommand["type"]>("type", {
  message: fields({ ...sent, parts: list(part) }),
  cancel: fields(sent, { reason: text }),
  retry: fields(sent),
});

/** Whether a value is a SHA-256 in lower-case hex. */
export function isHash(value: unknown): boolean {
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
}
