import { createRuns, type Runs } from "@holdpoint/core";
import { createIdbStore } from "@holdpoint/idb";
import { createAgents } from "./agents.ts";
import { embeddedModel } from "./embedded-model.ts";
import { setPageAddress } from "./page-address.ts";
import type { Settings } from "./settings.ts";

/** What the page tells its worker: when it begins, and whenever a setting changes. */
export interface WorkerOrders {
  readonly settings: Settings;
  readonly page: string;
}

/** Drives the demo's runs off the page's thread. The page begins, shows and answers them by the database. */
let runs: Runs | undefined;
let running = "";

self.addEventListener("message", ({ data }: MessageEvent<WorkerOrders>) => {
  const { settings, page } = data;
  setPageAddress(page);
  embeddedModel.setPace({ chunkMs: settings.paceMs });
  const wanted = JSON.stringify({ ...settings, paceMs: 0 });
  if (wanted === running) return;
  running = wanted;
  void runs?.close();
  runs = createRuns({ store: createIdbStore({ name: "holdpoint-demo" }), agents: createAgents(settings) });
  void runs.resume();
});
