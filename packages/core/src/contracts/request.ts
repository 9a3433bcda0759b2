import { randomId } from "../primitives/random-id.ts";
import type { JsonObject } from "./json.ts";

/** The kinds the contract names (§10); hosts may add their own. `in_doubt` is ours: did this call run? */
export type RequestKind =
  | "authorization"
  | "approval"
  | "input"
  | "question"
  | "tool_call"
  | "in_doubt"
  // `& {}` keeps the names above in completion while any text is allowed.
  | (string & {});

/** What a run asks of a person (or of the host) before it can go on (contract §10). */
export interface Request {
  readonly id: string;
  readonly kind: RequestKind;
  readonly prompt: string;
  readonly url?: string;
  readonly data?: unknown;
  /** Wall-clock time after which the Request answers itself `expired`: milliseconds since the epoch, or ISO 8601 text. */
  readonly expiresAt?: number | string;
}

/** Why an Answer is not `ok`. The three are never mixed up. */
export type AnswerReason = "declined" | "cancelled" | "expired";

/**
 * What a person (or the host) said to a {@link Request}. Only `ok` decides. A person's own words for a "no" go into
 * `data.reason`; edited arguments of an approval into `data.args`.
 */
export interface Answer {
  readonly id: string;
  readonly ok: boolean;
  readonly data?: unknown;
  readonly reason?: AnswerReason;
}

/** The exact call a Request stands before: what is shown, hashed, validated and run. */
export interface RequestCall {
  readonly callId: string;
  readonly toolName: string;
  readonly args: JsonObject;
  /** SHA-256 (hex) of the canonical JSON of `{ args, toolName }`. */
  readonly digest: string;
}

/** Who raised it: the tool itself, policy (an approval before the tool), a `beforeTool` hook, or a resume in doubt. */
export type RequestOrigin = "tool" | "policy" | "hook" | "in_doubt";

/** Where a Request really comes from when a sub-agent raised it and the call of its parent waits. */
export interface ChildRequest {
  /** The agents from the one the parent's call runs down to the one that asks. */
  readonly path: readonly string[];
  /** The exact call that waits in that agent: this is what an approval approves. */
  readonly call: RequestCall;
  readonly origin: RequestOrigin;
  /** The Request of the next level down, and its run where that is a durable one. */
  readonly requestId: string;
  readonly runId?: string;
}

/** A Request with what surrounds it: the run, the agent and the call it belongs to. */
export interface RaisedRequest {
  readonly request: Request;
  readonly callId: string;
  readonly call: RequestCall;
  readonly origin: RequestOrigin;
  /** Set when a sub-agent asks. */
  readonly child?: ChildRequest;
}

/** A new id for a Request: ours, unique, never a provider's call id. */
export function newRequestId(): string {
  return randomId("req_");
}

/** When a Request answers itself, in milliseconds since the epoch; `undefined` when it never does. */
export function expiryTime({ expiresAt }: Pick<Request, "expiresAt">): number | undefined {
  return typeof expiresAt === "string" ? Date.parse(expiresAt) : expiresAt;
}

/** Whether a Request's time has passed, by wall clock. */
export function isExpired(request: Pick<Request, "expiresAt">, now: number): boolean {
  const time = expiryTime(request);
  return time !== undefined && now >= time;
}
