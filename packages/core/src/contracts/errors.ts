/** How an error is written down: plain data, no stack, no secret. */
export interface ErrorRecord {
  readonly name: string;
  readonly code: string;
  readonly message: string;
  /** HTTP status, where the endpoint gave one. */
  readonly status?: number;
}

/**
 * Every code an error of ours can carry, with whose mistake it is.
 *
 * - host: the program that uses the SDK;
 * - model: the endpoint or what it wrote;
 * - person: what came from a prompt;
 * - store: the browser's storage.
 */
export type ErrorCode =
  // host
  | "invalid-argument"
  | "invalid-toolkit"
  | "unknown-agent"
  | "unknown-run"
  | "run-busy"
  | "damaged"
  | "hook-failed"
  | "invalid-file"
  | "code-missing"
  // content parts (contract §1B)
  | "source-conflict"
  | "source-missing"
  | "unknown-extension"
  | "too-large"
  | "unsupported"
  // model
  | "endpoint-status"
  | "endpoint-unreachable"
  | "endpoint-unreadable"
  | "stream-error"
  | "stream-cut"
  | "stream-idle"
  // person
  | "unknown-request"
  | "already-answered"
  | "request-expired"
  | "request-closed"
  | "answer-mismatch"
  | "answer-invalid"
  // run
  | "aborted"
  | "timeout"
  | "resume-mismatch"
  // store
  | "store-unavailable"
  | "store-full"
  | "store-blocked"
  | "store-newer"
  | "store-closed"
  | "store-emptied"
  | "stale-epoch"
  | "request-changed"
  | "invalid-record"
  // a request source over HTTP
  | "source-unreachable"
  | "source-refused"
  | "source-unreadable"
  // ours
  | "internal";

const MARKER = Symbol.for("holdpoint.error");

/** What an error may carry beside its message. */
export interface HoldpointErrorOptions {
  readonly cause?: unknown;
  readonly status?: number;
  /** What is at fault, as a path (`data.args.amount`), where there is one. */
  readonly path?: string;
}

/**
 * The base of every error of this SDK. Ask for `code`, never for words of the message.
 *
 * @example
 * if (HoldpointError.is(error) && error.code === "already-answered") showDecision();
 */
export class HoldpointError extends Error {
  override readonly name: string = "HoldpointError";
  readonly code: ErrorCode;
  readonly status?: number;
  readonly path?: string;

  constructor(code: ErrorCode, message: string, options: HoldpointErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    if (options.status !== undefined) this.status = options.status;
    if (options.path !== undefined) this.path = options.path;
    Object.defineProperty(this, MARKER, { value: true });
  }

  /** Whether a value is an error of ours, also one of another copy of this package. */
  static is(value: unknown): value is HoldpointError {
    return typeof value === "object" && value !== null && MARKER in value;
  }
}

/** A content part that cannot be made or sent (contract §1B). `code` is one of the five of the contract. */
export class ContentPartError extends HoldpointError {
  override readonly name = "ContentPartError";
  declare readonly code: "source-conflict" | "source-missing" | "unknown-extension" | "too-large" | "unsupported";
}

/** The endpoint answered with an error, with something unreadable, or not at all. */
export class EndpointError extends HoldpointError {
  override readonly name = "EndpointError";
  /** The finish reason the endpoint had given before it failed, as it spells it. */
  readonly finishReason?: string;

  constructor(
    code: ErrorCode,
    message: string,
    options: HoldpointErrorOptions & { readonly finishReason?: string } = {},
  ) {
    super(code, message, options);
    if (options.finishReason !== undefined) this.finishReason = options.finishReason;
  }
}

/** An Answer that was not taken; nothing changed. */
export class AnswerError extends HoldpointError {
  override readonly name = "AnswerError";
}

/** The store could not do what was asked; nothing was written. */
export class StoreError extends HoldpointError {
  override readonly name = "StoreError";
}

/** Writes an error down as plain data. */
export function toErrorRecord(error: unknown): ErrorRecord {
  if (HoldpointError.is(error)) {
    const record = { name: error.name, code: error.code, message: error.message };
    return error.status === undefined ? record : { ...record, status: error.status };
  }
  if (error instanceof Error) return { name: error.name, code: "internal", message: error.message };
  return { name: "Error", code: "internal", message: describeThrown(error) };
}

/** The text of anything that was thrown, also of what cannot be turned into text. */
export function describeThrown(error: unknown): string {
  try {
    // An error of another realm (a frame) is no instance of ours, but it is tagged as one.
    const isError = error instanceof Error || Object.prototype.toString.call(error) === "[object Error]";
    const message: unknown = isError ? (error as Error).message : error;
    return typeof message === "string" ? message : String(message);
  } catch {
    // A hostile `toString` must not replace the failure we are reporting.
    return "an unprintable value was thrown";
  }
}
