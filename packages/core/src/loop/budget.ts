import type { RunLimit } from "../contracts/run-event.ts";
import type { Transcript } from "./transcript.ts";

/** A stop rule: the limit that is reached, or nothing. Asked before every model call. */
export type StopRule = (transcript: Transcript) => RunLimit | undefined;

/** What an agent may spend between two messages of a person. A run that reaches a limit ends `incomplete`. */
export interface Budget {
  /** Model calls. @default 10 */
  readonly maxTurns?: number;
  /** Tokens of all model calls of the run together, those of sub-agents included. */
  readonly maxTokens?: number;
  /** Calls since the last message, those of sub-agents included. */
  readonly maxToolCalls?: number;
  /** Milliseconds of wall time while the run is driven. */
  readonly maxWallMs?: number;
  /** How often one call with the same arguments may be asked for. */
  readonly maxSameCall?: number;
  /** How many agents may stand above one another; a task that would go deeper is refused. @default 5 */
  readonly maxDepth?: number;
}

/** The contract's default for `maxTurns` (§8). */
export const DEFAULT_MAX_TURNS = 10;

/** The stop rules a budget sets for one run by itself; what is spent together with sub-agents is `Spend`'s. */
export function stopRules(budget: Budget): readonly StopRule[] {
  const { maxTurns = DEFAULT_MAX_TURNS, maxSameCall } = budget;
  const rules: StopRule[] = [({ modelCalls }) => (modelCalls >= maxTurns ? "maxTurns" : undefined)];
  if (maxSameCall !== undefined) {
    rules.push(({ recentCalls }) => (mostRepeated(recentCalls) >= maxSameCall ? "repeatedCall" : undefined));
  }
  return rules;
}

/** The first limit that is reached. */
export function reachedLimit(rules: readonly StopRule[], transcript: Transcript): RunLimit | undefined {
  for (const rule of rules) {
    const limit = rule(transcript);
    if (limit !== undefined) return limit;
  }
  return undefined;
}

function mostRepeated(calls: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const call of calls) counts.set(call, (counts.get(call) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}
