import type { RunLimit } from "../contracts/run-event.ts";
import type { Transcript } from "./transcript.ts";

/** A stop rule: the limit that is reached, or nothing. Asked before every model call. */
export type StopRule = (transcript: Transcript, now: number) => RunLimit | undefined;

/** What an agent may spend between two messages of a person. A run that reaches a limit ends `incomplete`. */
export interface Budget {
  /** Model calls. @default 10 */
  readonly maxTurns?: number;
  /** Tokens of all model calls of the run together. */
  readonly maxTokens?: number;
  readonly maxToolCalls?: number;
  /** Milliseconds of wall time while the run is driven. */
  readonly maxWallMs?: number;
  /** How often one call with the same arguments may be asked for. */
  readonly maxSameCall?: number;
}

/** The contract's default for `maxTurns` (§8). */
export const DEFAULT_MAX_TURNS = 10;

/** The stop rules of a budget; `startedAt` is when the wall time begins. */
export function stopRules(budget: Budget, startedAt: number): readonly StopRule[] {
  const { maxTurns = DEFAULT_MAX_TURNS, maxTokens, maxToolCalls, maxWallMs, maxSameCall } = budget;
  const rules: StopRule[] = [({ modelCalls }) => (modelCalls >= maxTurns ? "maxTurns" : undefined)];
  if (maxTokens !== undefined) rules.push(({ usage }) => (usage.totalTokens >= maxTokens ? "maxTokens" : undefined));
  if (maxToolCalls !== undefined) {
    rules.push(({ recentCalls }) => (recentCalls.length >= maxToolCalls ? "maxToolCalls" : undefined));
  }
  if (maxWallMs !== undefined) rules.push((_, now) => (now - startedAt >= maxWallMs ? "maxWallMs" : undefined));
  if (maxSameCall !== undefined) {
    rules.push(({ recentCalls }) => (mostRepeated(recentCalls) >= maxSameCall ? "repeatedCall" : undefined));
  }
  return rules;
}

/** The first limit that is reached. */
export function reachedLimit(rules: readonly StopRule[], transcript: Transcript, now: number): RunLimit | undefined {
  for (const rule of rules) {
    const limit = rule(transcript, now);
    if (limit !== undefined) return limit;
  }
  return undefined;
}

function mostRepeated(calls: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const call of calls) counts.set(call, (counts.get(call) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}
