import type { KillCell, Outcome } from "./kill-plan.ts";

/** A cell and what came of it. */
export interface KillResult {
  readonly cell: KillCell;
  readonly outcome: Outcome;
  readonly problems: readonly string[];
}

const SIGNS: Readonly<Record<Outcome, string>> = { resumed: ".", asked: "?", "not reached": "-", broken: "X" };

/**
 * The matrix as text: a line a scenario and moment with a sign a kill point in their order; then kill points by the
 * event they write against what came of them; then sums.
 *
 * @example
 * approval      before  . . . . . . . . . ? .
 */
export function killTable(results: readonly KillResult[]): string {
  return [
    "A sign a write of the page: . gone on, ? a person was asked, - not reached, X broken",
    "",
    ...lines(results, ({ scenario, when }) => [scenario.name, when], signs),
    "",
    "Kill points by what they write:",
    "",
    ...lines(byStep(results), ({ step, when }) => [step, when], counts),
    "",
    ...lines(results, ({ way, when }) => [way, when], counts),
    ...lines(results, () => ["in all", ""], counts),
  ].join("\n");
}

/** One line for all results that share a label, in the order of their first. */
function lines(
  results: readonly KillResult[],
  labelOf: (cell: KillCell) => readonly [string, string],
  show: (group: readonly KillResult[]) => string,
): readonly string[] {
  const groups = new Map<string, KillResult[]>();
  const width = Math.max(0, ...results.map(({ cell }) => labelOf(cell)[0].length));
  for (const result of results) {
    const [name, more] = labelOf(result.cell);
    const label = `${name.padEnd(width)}  ${more.padEnd(6)}`;
    groups.set(label, [...(groups.get(label) ?? []), result]);
  }
  return [...groups].map(([label, group]) => `${label}  ${show(group)}`);
}

/** A write of several events counts with each of them. */
function byStep(results: readonly KillResult[]): readonly KillResult[] {
  const split = results.flatMap((result) =>
    [...new Set(result.cell.step.split(" + "))].map((step) => ({ ...result, cell: { ...result.cell, step } })),
  );
  const order = ({ cell }: KillResult): string => `${cell.step} ${["before", "during", "after"].indexOf(cell.when)}`;
  return split.sort((left, right) => (order(left) < order(right) ? -1 : 1));
}

function signs(group: readonly KillResult[]): string {
  return group.map(({ outcome }) => SIGNS[outcome]).join("");
}

function counts(group: readonly KillResult[]): string {
  return (Object.keys(SIGNS) as Outcome[])
    .map((outcome) => [group.filter((result) => result.outcome === outcome).length, outcome] as const)
    .filter(([count]) => count > 0)
    .map(([count, outcome]) => `${count} ${outcome}`)
    .join(", ");
}
