import { createRuns, type Runs } from "@holdpoint/core";
import { createIdbStore } from "@holdpoint/idb";
import { createTap, type DevtoolsTap } from "@holdpoint/react/devtools";
import { createAgents } from "./agents.ts";
import type { Settings } from "./settings.ts";

/** The runs of this browser, and what this page has seen of their journals and requests. */
export interface DemoRuns {
  readonly runs: Runs;
  readonly tap: DevtoolsTap;
}

/** Opens the demo's database with the agents of the settings. */
export function createDemoRuns(settings: Settings): DemoRuns {
  const tap = createTap();
  const store = tap.store(createIdbStore({ name: "holdpoint-demo" }));
  return { runs: createRuns({ store, agents: createAgents(settings, tap.fetch) }), tap };
}
