import { createRuns, type Runs } from "@holdpoint/core";
import { createIdbStore } from "@holdpoint/idb";
import { createAgents } from "./agents.ts";
import { type EventLog, logEvents } from "./event-log.ts";
import type { Settings } from "./settings.ts";

/** The runs of this browser, and what this page has seen of their journals. */
export interface DemoRuns {
  readonly runs: Runs;
  readonly log: EventLog;
}

/** Opens the demo's database with the agents of the settings. */
export function createDemoRuns(settings: Settings): DemoRuns {
  const { store, log } = logEvents(createIdbStore({ name: "holdpoint-demo" }));
  return { runs: createRuns({ store, agents: createAgents(settings) }), log };
}
