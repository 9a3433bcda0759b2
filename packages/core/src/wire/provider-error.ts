import { isObject } from "../primitives/is-object.ts";

/** The error a payload carries, in the provider's words; `undefined` when it carries none. */
export function providerError(payload: Record<string, unknown>, eventName?: string): string | undefined {
  const { choices, error } = payload;
  const nested: unknown = error ?? (Array.isArray(choices) ? choices[0]?.error : undefined);
  if (isPresent(nested)) return describe(nested);
  // Flat: `{ object: "error", message, … }`, `{ type: "error", … }`, or an event that is called so.
  const flat = payload.type === "error" || payload.object === "error" || eventName === "error";
  return flat ? describe(payload) : undefined;
}

/** Some providers send `error: null` or `error: ""` beside a good answer. */
function isPresent(error: unknown): boolean {
  return error !== undefined && error !== null && error !== "" && error !== false;
}

function describe(error: unknown): string {
  if (!isObject(error)) return typeof error === "string" ? error : JSON.stringify(error);
  const { message, type, code, metadata } = error;
  const upstream = isObject(metadata) && typeof metadata.raw === "string" ? metadata.raw : undefined;
  const words = typeof message === "string" && message !== "" ? message : JSON.stringify(error);
  const labels = [type, code].filter((label) => typeof label === "string" || typeof label === "number");
  return [words, labels.length > 0 && `(${labels.join(", ")})`, upstream].filter(Boolean).join(" ");
}
