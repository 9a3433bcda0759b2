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
 * The budget of one property: in `npm test` the same few cases each time, in `npm run fuzz` new ones for as long as
 * `HOLDPOINT_FUZZ_SECONDS` says.
 *
 * @param runs cases in `npm test`
 */
export function fuzzBudget(runs: number): FuzzBudget {
  const seconds = Number(environment().HOLDPOINT_FUZZ_SECONDS ?? "");
  if (!(seconds > 0)) return { numRuns: runs, seed: 1, endOnFailure: true };
  return {
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: seconds * 1_000,
    markInterruptAsFailure: false,
    endOnFailure: true,
  };
}

function environment(): Readonly<Record<string, string | undefined>> {
  // A browser has no such thing, unless a test runner put it there.
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env ?? {};
}
