import { SCENARIOS, type Scenario } from "../../durability/scenario.ts";
import { seededRandom } from "../../seeded-random.ts";
import { type CellEnd, playCell, type Way } from "./kill-cell.ts";
import type { KillPlan } from "./kill-report.ts";
import type { KillStage } from "./kill-stage.ts";

/** One kill of one scenario. */
export interface KillCell extends KillPlan {
  readonly scenario: Scenario;
  readonly runId: string;
  readonly way: Way;
  /** What the page writes there when nothing goes wrong. */
  readonly step: string;
  /** The transcript of the undisturbed run. */
  readonly expected: readonly string[];
}

const WAYS: readonly Way[] = ["crash", "close", "kill"];
const WHENS: readonly KillPlan["when"][] = ["before", "during", "after"];

/**
 * Plays each scenario undisturbed, and plans a kill before, during and after each of its writes. Ways to die rotate, so
 * that each moment meets each of them.
 *
 * @throws Error when an undisturbed run breaks a promise
 */
export async function planKills(stage: KillStage): Promise<readonly KillCell[]> {
  const cells: KillCell[] = [];
  for (const [index, scenario] of SCENARIOS.entries()) {
    const end = await playCell(stage, { scenario, runId: `undisturbed-${index}` });
    if (end.problems.length > 0) throw new Error(`Undisturbed, "${scenario.name}" fails:\n${end.problems.join("\n")}`);
    for (const [at, { method, events = [] }] of end.writes.entries()) {
      const step = events.map(({ type }) => type).join(" + ") || method;
      for (const [turn, when] of WHENS.entries()) {
        const way = WAYS[(at + turn + index) % WAYS.length] as Way;
        const runId = `run-${cells.length}`;
        cells.push({ scenario, runId, at, when, way, step, expected: end.transcript });
      }
    }
  }
  return cells;
}

/** So many cells: first one of each event at each moment, then as chance chooses; the same every time. */
export function sampleOf(cells: readonly KillCell[], count: number): readonly KillCell[] {
  if (count >= cells.length) return cells;
  const random = seededRandom(1);
  const shuffled = cells
    .map((cell) => ({ cell, place: random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ cell }) => cell);
  const seen = new Set<string>();
  const firsts = shuffled.filter(({ step, when }) => {
    const fresh = step.split(" + ").filter((type) => !seen.has(`${type} ${when}`));
    for (const type of fresh) seen.add(`${type} ${when}`);
    return fresh.length > 0;
  });
  return [...new Set([...firsts, ...shuffled])].slice(0, count).sort((left, right) => order(left) - order(right));

  function order(cell: KillCell): number {
    return cells.indexOf(cell);
  }
}

/** What came of a cell. */
export type Outcome = "resumed" | "asked" | "not reached" | "broken";

export function outcomeOf({ struck, problems, doubts }: CellEnd): Outcome {
  if (problems.length > 0) return "broken";
  if (!struck) return "not reached";
  return doubts > 0 ? "asked" : "resumed";
}
