import type { ErrorCode } from "../../contracts/errors.ts";

/** The version of `docs/request-source.md` both sides speak. */
export const SOURCE_VERSION = 1;

/** The header that makes a repeated POST one Answer. */
export const KEY_HEADER = "idempotency-key";

/** Longer bodies are not read, on either side: UTF-8 bytes. */
export const MAX_BODY_BYTES = 8_000_000;

/** A comment goes over an idle stream this often, so that nothing between cuts it, in milliseconds. */
export const BEAT_MS = 15_000;

/** The status each refusal has on the wire. */
export const REFUSALS = Object.freeze({
  "answer-invalid": 422,
  "answer-mismatch": 422,
  "request-expired": 410,
  "unknown-request": 404,
  "already-answered": 409,
  "request-closed": 409,
  "invalid-argument": 400,
  "source-refused": 403,
  "too-large": 413,
  unsupported: 405,
} satisfies Partial<Record<ErrorCode, number>>);

/** What the wire says went wrong. */
export type RefusalCode = keyof typeof REFUSALS;

/** Whether a code is one of the wire's. */
export function isRefusalCode(value: unknown): value is RefusalCode {
  return typeof value === "string" && Object.hasOwn(REFUSALS, value);
}
