import { fuzzBudget, spoilJson } from "@holdpoint/testing/suites";
import fc from "fast-check";
import { expect, test } from "vitest";
import { HoldpointError } from "../contracts/errors.ts";
import { exportRuns } from "./export-runs.ts";
import { importRuns } from "./import-runs.ts";
import { createMemoryStore } from "./memory-store.ts";
import { readRunFile } from "./read-run-file.ts";
import type { ExportedRun, RunFile } from "./run-file.ts";
import { fileDigest, runDigests } from "./run-file-digest.ts";
import { openRefundPlace } from "./source/refund-runs.fixture.ts";

/** Files as this version writes them: a run that waits for a person, one that is done, and both. */
const files = await (async (): Promise<readonly RunFile[]> => {
  const { runs, ask } = openRefundPlace();
  const waiting = await ask("A1");
  const { runId, requestId } = await ask("A2");
  await runs.open(runId).answer(requestId, { ok: true });
  await runs.open(runId).settled();
  const written: RunFile[] = [];
  for (const ids of [[waiting.runId], [runId], [waiting.runId, runId]]) {
    written.push(JSON.parse(JSON.stringify(await exportRuns(runs.store, ids))) as RunFile);
  }
  await runs.close();
  return written;
})();

/** A file as a forger makes it: whatever is wrong in it, its digests fit. `undefined` where none can be made. */
async function forged(file: RunFile, seed: number): Promise<unknown> {
  const { digest: _digest, digests: _digests, ...rest } = file;
  const spoilt = spoilJson(rest, seed) as Omit<RunFile, "digest" | "digests">;
  try {
    const made = { ...spoilt, digests: await Promise.all(spoilt.runs.map((run: ExportedRun) => runDigests(run))) };
    return { ...made, digest: await fileDigest(made) };
  } catch {
    // Too deep or too strange to have a digest: it is given as it is.
    return spoilt;
  }
}

test("a file in which anything is changed by accident is refused whole", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), fc.nat(), async (file, seed) => {
      const spoilt = spoilJson(file, seed);
      const store = createMemoryStore();
      // What reads the same is the same file.
      if (JSON.stringify(spoilt) === JSON.stringify(file)) return;
      let refused: unknown;
      try {
        await importRuns(store, spoilt);
      } catch (error) {
        refused = error;
      }
      if (refused === undefined) throw new Error("it was taken");
      expect(HoldpointError.is(refused), String(refused)).toBe(true);
      expect(["invalid-file", "store-newer", "damaged"]).toContain((refused as HoldpointError).code);
      expect((refused as Error).message.length).toBeLessThan(1_000);
      expect(await store.listRuns()).toEqual([]);
      expect(await store.listRequests()).toEqual([]);
    }),
    fuzzBudget(150),
  );
});

test("a forged file is refused whole, or gives runs that can be shown, answered, exported and removed, and starts nothing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), fc.nat(), async (file, seed) => {
      const { runs, store, effects } = openRefundPlace();
      try {
        const taken = await tryImport(store, await forged(file, seed));
        expect("polluted" in {}).toBe(false);
        if (taken === undefined) {
          expect(await store.listRuns()).toEqual([]);
          expect(await store.listRequests()).toEqual([]);
          return;
        }
        for (const runId of taken) {
          const view = await runs.open(runId).settled();
          expect(view.runId).toBe(runId);
          expect(effects).toEqual([]);
          for (const { requestId } of view.pending) await runs.open(runId).answer(requestId, { ok: false });
          await runs.open(runId).settled();
        }
        expect(effects).toEqual([]);
        const again: unknown = JSON.parse(JSON.stringify(await exportRuns(store, taken)));
        await readRunFile(again);
        for (const runId of taken) await store.removeRun(runId);
        expect(await store.listRuns()).toEqual([]);
      } finally {
        await runs.close();
      }
    }),
    fuzzBudget(150),
  );
});

async function tryImport(
  store: Parameters<typeof importRuns>[0],
  value: unknown,
): Promise<readonly string[] | undefined> {
  try {
    return await importRuns(store, value);
  } catch (error) {
    if (!HoldpointError.is(error)) throw error;
    expect(["invalid-file", "store-newer", "damaged"]).toContain(error.code);
    return undefined;
  }
}
