import { createRuns } from "@holdpoint/core";
import { createIdbStore } from "@holdpoint/idb";
import { labAgents } from "./lab-agents.ts";
import { witnessedStore } from "./witnessed-store.ts";

/** A dedicated worker that drives the runs its page begins. */
const search = new URLSearchParams(self.location.search);
const place = `worker of ${search.get("place")}`;
const outside = { modelUrl: search.get("model") ?? "", ledgerUrl: search.get("ledger") ?? "" };
const store = witnessedStore(createIdbStore(), outside.ledgerUrl, place);
void createRuns({ store, agents: labAgents(outside, place) })
  .resume()
  .then(() => self.postMessage("ready"));
