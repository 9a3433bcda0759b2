import { type Difference, describeDifferences } from "./compare.ts";
import { compareExpectations } from "./expectations.ts";
import { observe } from "./modes.ts";
import { asError, type Scenario } from "./scenario.ts";

/** How a scenario ended. */
export interface ScenarioOutcome {
  readonly name: string;
  readonly passed: boolean;
  /** What differed or went wrong, as lines; empty when it passed. */
  readonly report: string;
}

/** What a runner knows of its platform. */
export interface ScenarioPlatform {
  /** Rejections nobody handled since it was asked last. */
  readonly unhandledRejections?: () => readonly unknown[];
}

/** Runs one scenario against the real client, without a network, and compares what was seen with what is expected. */
export async function runScenario(scenario: Scenario, platform: ScenarioPlatform = {}): Promise<ScenarioOutcome> {
  const { name } = scenario;
  let problems: readonly string[];
  let differences: readonly Difference[] = [];
  try {
    const observed = await observe(scenario);
    problems = observed.problems;
    differences = compareExpectations(scenario, observed);
  } catch (error) {
    problems = [`could not be run: ${asError(error).stack ?? String(error)}`];
  }
  // A rejection is called unhandled only after the microtasks it could have been handled in.
  await new Promise((resolve) => setTimeout(resolve, 0));
  const unhandled = platform.unhandledRejections?.() ?? [];
  const report = [
    describeDifferences(differences),
    ...problems.map((problem) => `  ${problem}`),
    ...unhandled.map((reason) => `  unhandled rejection: ${asError(reason).stack ?? String(reason)}`),
  ]
    .filter((line) => line !== "")
    .join("\n");
  return { name, passed: report === "", report };
}
