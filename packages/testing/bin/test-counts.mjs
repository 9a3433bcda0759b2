// How many tests a step of `npm test` passed: three ways to count. Whatever cannot be counted has failed, and a
// runner that ran nothing has failed too.

/** @typedef {{ passed: number, failed: number, skipped: number, problem?: string }} Counts */
/** @typedef {{ code: number, output: string, note?: string }} Outcome code: of the exit; note: why it did not end well */

/**
 * A step that is one test by itself.
 *
 * @param {Outcome} outcome
 * @returns {Counts}
 */
export function countByExitCode({ code, note }) {
  if (code === 0 && note === undefined) return { passed: 1, failed: 0, skipped: 0 };
  return { passed: 0, failed: 1, skipped: 0, problem: note ?? `exit code ${code}` };
}

/**
 * A suite whose last line says `N passed, N failed[, N skipped]`.
 *
 * @param {Outcome} outcome
 * @returns {Counts}
 */
export function countByLastLine(outcome) {
  const lastLine = outcome.output.trimEnd().split("\n").at(-1) ?? "";
  const found = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(lastLine);
  if (found === null) return { passed: 0, failed: 1, skipped: 0, problem: outcome.note ?? "no count in its last line" };
  return judge(Number(found[1]), Number(found[2]), Number(found[3] ?? 0), outcome);
}

/**
 * A run of vitest, by the report of its JSON reporter. A file that failed before its first test counts as one.
 *
 * @param {Outcome} outcome
 * @param {string | undefined} report its text
 * @returns {Counts}
 */
export function countByVitestReport(outcome, report) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0, problem: outcome.note ?? "it wrote no report" };
  /** @type {{ testResults: { status: string, assertionResults: { status: string }[] }[] }} */
  const { testResults } = JSON.parse(report);
  let passed = 0;
  let failed = 0;
  let skipped = 0;
  for (const { status, assertionResults } of testResults) {
    const before = failed;
    for (const test of assertionResults) {
      if (test.status === "passed") passed += 1;
      else if (test.status === "failed") failed += 1;
      else skipped += 1;
    }
    if (status === "failed" && failed === before) failed += 1;
  }
  return judge(passed, failed, skipped, outcome);
}

/**
 * @param {number} passed @param {number} failed @param {number} skipped @param {Outcome} outcome
 * @returns {Counts}
 */
function judge(passed, failed, skipped, { code, note }) {
  const counts = { passed, failed, skipped };
  if (note !== undefined) return { ...counts, failed: failed + 1, problem: note };
  if (passed + failed === 0) return { ...counts, failed: 1, problem: "it ran no tests" };
  if (code !== 0 && failed === 0) return { ...counts, failed: 1, problem: `exit code ${code} without a failed test` };
  return counts;
}
