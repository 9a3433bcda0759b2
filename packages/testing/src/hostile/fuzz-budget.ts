import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** How long `npm run fuzz` tries each property; "" in every other run. */
    fuzzSeconds: string;
  }
}

/** How long one property of a fuzz test is tried, as fast-check's `assert` takes it. */
export interface FuzzBudget {
  readonly numRuns: number;
  readonly seed?: number;
  /** Milliseconds. */
  readonly interruptAfterTimeLimit?: number;
  readonly markInterruptAsFailure?: false;
  /** Cases are made of seeds: a smaller seed is no simpler case. */
  readonly endOnFailure: true;
}

/**
 * The budget of one property: in `npm test` the same few cases each time, in `npm run fuzz` new ones for as long as it
 * was told to.
 *
 * @param runs cases in `npm test`
 */
export function fuzzBudget(runs: number): FuzzBudget {
  const seconds = Number(inject("fuzzSeconds"));
  if (!(seconds > 0)) return { numRuns: runs, seed: 1, endOnFailure: true };
  return {
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: seconds * 1_000,
    markInterruptAsFailure: false,
    endOnFailure: true,
  };
}
