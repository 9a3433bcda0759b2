import type { AgentTask } from "../contracts/tool.ts";
import type { AgentCall, AgentEnd } from "../loop/loop-context.ts";
import { Spend } from "../loop/spend.ts";
import type { Clock } from "../primitives/clock.ts";
import type { Agent } from "./agent.ts";
import type { DriverLease, JournalStore, RunRecord } from "./journal.ts";
import { Patience } from "./patience.ts";
import { RunDriver } from "./run-driver.ts";

/** What {@link startDriving} takes. */
export interface DrivingOptions {
  readonly record: RunRecord;
  /** Absent where nobody has it any more. */
  readonly agent: Agent | undefined;
  readonly store: JournalStore;
  readonly clock: Clock;
  readonly lease: DriverLease;
  /** What sub-agents spend on account of their parents, by run. */
  readonly spends: ReadonlyMap<string, Spend>;
  /** Lets a sub-agent do a task as part of a call of this run. */
  readonly runAgent: (
    parent: RunRecord,
    agent: Agent,
    task: AgentTask,
    call: AgentCall,
    patience: Patience,
  ) => Promise<AgentEnd>;
  /** Hears that the run moved on, or that a write began or ceased to wait. */
  readonly onChange: () => void;
  /** Hears when a settled turn was written. */
  readonly onTurn: (index: number, at: number) => void;
}

/** One run under one lease: who drives it, and what holds its writes while the store cannot take them. */
export interface Driving {
  readonly driver: RunDriver;
  readonly patience: Patience;
}

/**
 * Makes what drives a run. All it needs, the loop and what executes tools included, is loaded with this file: a tab that
 * only shows what happened does without.
 */
export function startDriving(options: DrivingOptions): Driving {
  const { record, agent, store, clock, lease, spends, runAgent, onChange, onTurn } = options;
  const { runId } = record;
  const patience = new Patience({ clock, signal: lease.lost, onChange });
  const driver = new RunDriver({
    runId,
    agent,
    store: patience.over(store),
    attempt: (batch) => store.append(batch),
    clock,
    lease,
    spend: spends.get(runId) ?? new Spend(),
    runAgent: (parent, task, call) => runAgent(record, parent, task, call, patience),
    onChange,
    onTurn,
  });
  return { driver, patience };
}
