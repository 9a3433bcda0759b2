import { HoldpointError } from "../contracts/errors.ts";
import type { Clock } from "../primitives/clock.ts";
import type { JournalStore } from "./journal.ts";
import { JournalWriter } from "./journal-writer.ts";
import { recover } from "./recover.ts";
import { isLive } from "./stored-run.ts";

/**
 * Ends the runs of a run's sub-agents, the deepest first, whoever drives them: it is on disk when this returns. Whoever
 * gives a call up does this before it says so, since nobody looks after a sub-agent whose parent does not wait for it.
 */
export async function cancelChildren(store: JournalStore, clock: Clock, parentId: string): Promise<void> {
  for (const child of await store.listRuns({ parent: parentId })) {
    if (!isLive(child)) continue;
    const { runId } = child;
    await cancelChildren(store, clock, runId);
    const lease = await store.drive(runId, { mode: "steal" });
    try {
      const snapshot = await store.load(runId);
      if (lease === undefined || snapshot === undefined || !isLive(snapshot.record)) continue;
      const { record, requests, commands } = snapshot;
      const { epoch } = lease;
      const transcript = recover(snapshot);
      const writer = new JournalWriter({ store, clock, epoch, record, transcript, requests, onFacts: () => undefined });
      const reason = "its parent was cancelled";
      await writer.emitAll(
        [{ type: "run.cancelled", reason }],
        commands.map(({ id }) => id),
      );
    } catch (error) {
      // One that nobody can drive is at rest, as it is.
      if (!(HoldpointError.is(error) && error.code === "damaged")) throw error;
    } finally {
      await lease?.release();
    }
  }
}
