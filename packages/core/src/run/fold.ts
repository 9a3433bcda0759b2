import type { RunFact } from "../contracts/run-event.ts";

/**
 * A reading of a run: where it begins and how each fact moves it on. Pure: the same facts give the same state, and
 * nothing a fold does reaches back into the loop.
 */
export interface Fold<State> {
  readonly initial: State;
  /** @param at - when the fact was recorded, in milliseconds since the epoch. */
  step(state: State, fact: RunFact, at: number): State;
}
