import type { JsonObject } from "../contracts/json.ts";
import type { Usage } from "../contracts/usage.ts";
import { isObject } from "../primitives/is-object.ts";

/**
 * Takes later figures of one response over earlier ones, field by field (contract §8 "Usage"). Both styles report
 * running totals: nothing is ever added up here.
 */
export function mergeUsage(before: JsonObject | undefined, reported: unknown): JsonObject | undefined {
  if (!isObject(reported)) return before;
  const given = Object.entries(reported).filter(([, value]) => value !== null && value !== undefined);
  if (given.length === 0) return before;
  const merged: Record<string, unknown> = Object.fromEntries([...Object.entries(before ?? {}), ...given]);
  // A total of before, beside new figures without one, would be stale.
  if (!isCount(reported.total_tokens) && given.some(([name]) => /_tokens$/.test(name))) delete merged.total_tokens;
  return merged;
}

/**
 * A provider's figures in our words; `undefined` when it gave none. The total is the reported one, also where it is
 * not the sum (providers that count thinking apart).
 */
export function toUsage(raw: JsonObject | undefined): Usage | undefined {
  const prompt = raw?.prompt_tokens ?? raw?.input_tokens;
  const completion = raw?.completion_tokens ?? raw?.output_tokens;
  if (!isCount(prompt) && !isCount(completion)) return undefined;
  const promptTokens = isCount(prompt) ? prompt : 0;
  const completionTokens = isCount(completion) ? completion : 0;
  const total = raw?.total_tokens;
  return { promptTokens, completionTokens, totalTokens: isCount(total) ? total : promptTokens + completionTokens };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
