import { isObject } from "../primitives/is-object.ts";

/** How far a call has come, in its tool's own words. */
export interface CallProgress {
  /** From 0 to 1. */
  readonly fraction?: number;
  readonly message?: string;
}

/** More of a message is not shown. */
const MAX_MESSAGE = 200;

/** Reads what a tool reports: a fraction, a message, or both; `undefined` when it is none of these. */
export function readProgress(value: unknown): CallProgress | undefined {
  if (typeof value === "number") return readProgress({ fraction: value });
  if (typeof value === "string") return readProgress({ message: value });
  if (!isObject(value)) return undefined;
  const { fraction, message } = value;
  const isFraction = typeof fraction === "number" && !Number.isNaN(fraction);
  const isMessage = typeof message === "string" && message !== "";
  if (!isFraction && !isMessage) return undefined;
  return {
    ...(isFraction && { fraction: Math.min(1, Math.max(0, fraction)) }),
    ...(isMessage && { message: message.slice(0, MAX_MESSAGE) }),
  };
}
