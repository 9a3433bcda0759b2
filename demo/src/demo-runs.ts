import { createRuns, type Runs } from "@holdpoint/core";
import { createIdbStore } from "@holdpoint/idb";
import { createTap, type DevtoolsTap } from "@holdpoint/react/devtools";
import type { WorkerOrders } from "./agent-worker.ts";
import { agentName, createAgents } from "./agents.ts";
import type { Settings } from "./settings.ts";

/** The runs of this browser, and what this page has seen of their journals and requests. */
export interface DemoRuns {
  readonly runs: Runs;
  readonly tap: DevtoolsTap;
  /** Tells the worker of settings, where one drives. */
  tellWorker(settings: Settings): void;
  close(): Promise<void>;
}

/** Opens the demo's database with the agents of the settings; in a worker these are driven, where that is wished. */
export function createDemoRuns(settings: Settings): DemoRuns {
  const tap = createTap();
  const store = tap.store(createIdbStore({ name: "holdpoint-demo" }));
  const worker =
    settings.runsIn === "worker"
      ? new Worker(new URL("./agent-worker.ts", import.meta.url), { type: "module" })
      : undefined;
  const agents =
    worker === undefined ? createAgents(settings, tap.fetch) : [{ name: agentName, drivenElsewhere: true } as const];
  const runs = createRuns({ store, agents });
  return {
    runs,
    tap,
    tellWorker: (now) => worker?.postMessage({ settings: now, page: location.href } satisfies WorkerOrders),
    async close() {
      worker?.terminate();
      await runs.close();
    },
  };
}
