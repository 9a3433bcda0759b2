/**
 * Why a call did not do its work, as stable numbers: 1xx refused before the tool, 2xx a person or the run's fate, 3xx in
 * the tool. A tool's own code (an error's `code`, `metadata.errorCode`) stands in place of 301 and 302. The bounds some
 * of them speak of are in `primitives/limits.ts`.
 */
export const GATEWAY_CODES = Object.freeze({
  /** The model named a tool that does not exist. */
  UNKNOWN_TOOL: 101,
  /** Policy said no. */
  DENIED: 102,
  /** Policy threw, rejected or gave no verdict: denied. */
  POLICY_FAILED: 103,
  /** The arguments do not fit the tool's schema, or hold what JSON cannot. */
  INVALID_INPUT: 104,
  /** The tool's schema itself cannot be used (a remote `$ref`, a circle, a pattern that cannot be checked). */
  INVALID_SCHEMA: 105,
  /** The arguments never arrived whole. */
  INCOMPLETE_ARGUMENTS: 106,
  /** The arguments are too deep or too large. */
  ARGUMENTS_TOO_LARGE: 107,
  /** What would run is not what was approved. */
  DIGEST_MISMATCH: 108,
  /** The tool of an open call is gone, as after a deploy. */
  TOOL_GONE: 109,
  /** The Request's time passed. */
  REQUEST_EXPIRED: 201,
  /** The Request was cancelled. */
  REQUEST_CANCELLED: 202,
  /** The call asked for a person again after its Answer. */
  UNRESOLVED: 203,
  /** Never begun: the run was paused and then went another way. */
  NOT_EXECUTED: 204,
  /** In doubt after a restart, and given up by a person. */
  GIVEN_UP: 205,
  /** The run was cancelled or ran out of time while the call ran. */
  ABORTED: 206,
  /** The tool threw. */
  THREW: 301,
  /** The tool reported an error. */
  TOOL_ERROR: 302,
  /** The tool took longer than its `timeoutMs`. */
  TIMEOUT: 303,
  /** The output is larger than allowed. */
  OUTPUT_TOO_LARGE: 304,
  /** The result holds what cannot be kept: a function, a circle, a broken part. */
  NOT_SERIALISABLE: 305,
  /** The tool's Request was refused: its address or its time. */
  REQUEST_REFUSED: 306,
  /** The host's Answer brought no result for a relayed call. */
  NO_RELAYED_RESULT: 307,
});

/** The code of a refused or failed call: one of the gateway's, or the tool's own. */
export type CallErrorCode = number | string;
