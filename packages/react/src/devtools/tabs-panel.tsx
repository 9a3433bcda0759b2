import type { RunRole, Runs } from "@holdpoint/core";
import { type ReactNode, useEffect, useState } from "react";
import { useDevtoolsLabels } from "./devtools-labels.ts";
import { Facts } from "./facts.tsx";
import type { StoredPast } from "./use-run-past.ts";

/** Locks are not announced: while somebody looks, they are asked for again this often, in milliseconds. */
const askEveryMs = 1000;

interface TabsPanelProps {
  readonly runs: Runs;
  readonly runId: string;
  readonly past: StoredPast;
}

/** Which tab drives the run, and who waits to. */
export function TabsPanel({ runs, runId, past }: TabsPanelProps): ReactNode {
  const labels = useDevtoolsLabels();
  const { role, locks } = useDrivers(runs, runId);
  const { durable, locks: hasLocks, channel } = runs.store.capabilities;
  const yesNo = (holds: boolean): string => (holds ? labels.yes : labels.no);
  const holder = role === "driver" ? labels.holderHere : locks?.held ? labels.holderElsewhere : labels.nobody;
  return (
    <>
      <Facts
        facts={[
          [labels.thisTab, labels.roles[role]],
          [labels.facts.epoch, past.snapshot.record.epoch],
          [labels.driven, yesNo(past.driven || role === "driver")],
          ...(locks === undefined
            ? []
            : ([
                [labels.holder, holder],
                [labels.waitingTabs, labels.waitingCount(locks.waiting)],
              ] as const)),
        ]}
      />
      {locks === undefined && <p className="hp-note">{labels.noLocks}</p>}
      <h3>{labels.capabilities}</h3>
      <Facts
        facts={[
          [labels.durable, yesNo(durable)],
          [labels.locks, yesNo(hasLocks)],
          [labels.channel, yesNo(channel)],
        ]}
      />
    </>
  );
}

/** The lock of a run over all tabs of the origin. */
interface DriverLock {
  readonly held: boolean;
  readonly waiting: number;
}

/** What is known of who drives. */
interface Drivers {
  readonly role: RunRole;
  /** `undefined` where the browser cannot tell. */
  readonly locks: DriverLock | undefined;
}

/** Asks and does not listen: whoever listens to a run takes it up. */
function useDrivers(runs: Runs, runId: string): Drivers {
  const [drivers, setDrivers] = useState<Drivers>(() => ({ role: runs.open(runId).getView().role, locks: undefined }));
  useEffect(() => {
    let wanted = true;
    const ask = async (): Promise<void> => {
      const locks = await queryLock(runId);
      const now: Drivers = { role: runs.open(runId).getView().role, locks };
      if (wanted) setDrivers((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now));
    };
    void ask();
    const timer = setInterval(() => void ask(), askEveryMs);
    return () => {
      wanted = false;
      clearInterval(timer);
    };
  }, [runs, runId]);
  return drivers;
}

async function queryLock(runId: string): Promise<DriverLock | undefined> {
  const manager = globalThis.navigator?.locks;
  if (manager === undefined) return undefined;
  try {
    const { held = [], pending = [] } = await manager.query();
    // A store names its locks as it likes; the run's id stands at their end.
    const isOfRun = ({ name }: LockInfo): boolean => name?.endsWith(runId) ?? false;
    return { held: held.some(isOfRun), waiting: pending.filter(isOfRun).length };
  } catch (error) {
    if (error instanceof DOMException) return undefined; // A sandboxed frame may not ask.
    throw error;
  }
}
