import type { RunRecord } from "@holdpoint/core";

/** The versions of one message: a run for each, oldest first. */
export interface Versions {
  readonly runIds: readonly string[];
  /** Which of them is shown. */
  readonly current: number;
}

/**
 * The versions there are of a message of a run.
 *
 * @param branches - all that the run is one of
 * @returns `undefined` where there is only this one
 */
export function versionsOf(branches: readonly RunRecord[], runId: string, turn: number): Versions | undefined {
  const known = new Map(branches.map((branch) => [branch.runId, branch]));
  // The run that first had this message: what is before a fork is the other run's.
  let owner = known.get(runId);
  while (owner?.forkedFrom !== undefined && turn < owner.forkedFrom.turn) owner = known.get(owner.forkedFrom.runId);
  if (owner === undefined) return undefined;
  const { forkedFrom } = owner;
  const origin = forkedFrom?.turn === turn ? forkedFrom.runId : owner.runId;
  const runIds = branches
    .filter(
      (branch) => branch.runId === origin || (branch.forkedFrom?.runId === origin && branch.forkedFrom.turn === turn),
    )
    .map((branch) => branch.runId);
  return runIds.length > 1 ? { runIds, current: runIds.indexOf(owner.runId) } : undefined;
}
