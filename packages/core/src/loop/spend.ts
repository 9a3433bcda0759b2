import type { RunFact, RunLimit } from "../contracts/run-event.ts";
import { type Budget, DEFAULT_MAX_TURNS } from "./budget.ts";
import type { Transcript } from "./transcript.ts";

/**
 * What a run and its sub-agents have spent, counted while it happens. Each limit is asked of a run and of all above
 * it, so that a sub-agent stops when what its parents may spend is gone, whoever spent it.
 */
export class Spend {
  readonly #parent: Spend | undefined;
  readonly #children = new Map<string, Spend>();
  #budget: Budget = {};
  #startedAt = 0;
  #tokens = 0;
  #calls = 0;
  #turns = 0;

  constructor(parent?: Spend) {
    this.#parent = parent;
  }

  /** The account of the sub-agent that works for one call; the same one when the call goes on later. */
  child(callId: string): Spend {
    const known = this.#children.get(callId) ?? new Spend(this);
    this.#children.set(callId, known);
    return known;
  }

  /**
   * Begins from what a transcript says was spent before.
   *
   * @returns the budget as far as the one above allows it: a sub-agent has no more model calls than its parent has left
   */
  begin(budget: Budget, transcript: Transcript, now: number): Budget {
    const { maxTurns = DEFAULT_MAX_TURNS } = budget;
    this.#budget = { ...budget, maxTurns: Math.min(maxTurns, this.#parent?.turnsLeft ?? maxTurns) };
    this.#startedAt = now;
    this.#tokens = transcript.usage.totalTokens;
    this.#calls = transcript.recentCalls.length;
    this.#turns = transcript.modelCalls;
    return this.#budget;
  }

  /** Model calls this run may still make. */
  get turnsLeft(): number {
    return Math.max(0, (this.#budget.maxTurns ?? DEFAULT_MAX_TURNS) - this.#turns);
  }

  /** Counts a fact of this run itself; what sub-agents spend they count themselves. */
  note(fact: RunFact): void {
    if (fact.type === "usage.added") this.#tokens += fact.usage.totalTokens;
    else if (fact.type === "call.requested") this.#calls += 1;
    else if (fact.type === "turn.finished" && fact.role === "ASSISTANT") this.#turns += 1;
  }

  /** The limit that is reached, here or further up. */
  reached(now: number): RunLimit | undefined {
    const { maxTokens, maxToolCalls, maxWallMs } = this.#budget;
    if (maxTokens !== undefined && this.#allTokens() >= maxTokens) return "maxTokens";
    if (maxToolCalls !== undefined && this.#allCalls() >= maxToolCalls) return "maxToolCalls";
    if (maxWallMs !== undefined && now - this.#startedAt >= maxWallMs) return "maxWallMs";
    return this.#parent?.reached(now);
  }

  #allTokens(): number {
    let tokens = this.#tokens;
    for (const child of this.#children.values()) tokens += child.#allTokens();
    return tokens;
  }

  #allCalls(): number {
    let calls = this.#calls;
    for (const child of this.#children.values()) calls += child.#allCalls();
    return calls;
  }
}
