import "fake-indexeddb/auto";
import { createClient, createRuns, createToolkit, defineTool, exportRuns, HoldpointError } from "@holdpoint/core";
import { createScriptedModel } from "@holdpoint/testing";
import { fuzzBudget, spoilJson } from "@holdpoint/testing/suites";
import fc from "fast-check";
import { deleteDB } from "idb";
import { expect, test } from "vitest";
import { createIdbStore } from "./idb-store.ts";
import { dump, settled } from "./test-database.fixture.ts";

const STORES = ["runs", "turns", "events", "requests", "commands"] as const;
let count = 0;

/** A page over a database: an agent that asks before it pays, and how often it paid. */
function openPage(name: string) {
  let paid = 0;
  const pay = defineTool({
    name: "pay",
    description: "Pays",
    inputSchema: { type: "object", properties: { to: { type: "string" } }, required: ["to"] },
    run: () => {
      paid += 1;
      return "paid";
    },
  });
  const model = createScriptedModel({
    style: "openai",
    script: [
      { when: { user: "pay" }, reply: { text: "Let me.", calls: [{ name: "pay", args: { to: "alice" } }] }, times: 99 },
      { when: { results: ["pay"] }, reply: "Done.", times: 99 },
    ],
  });
  const client = createClient({ baseUrl: "https://model.test/v1", style: "openai", model: "m", fetch: model.fetch });
  const store = createIdbStore({ name, onNotice: () => undefined });
  const agent = { name: "shop", client, toolkit: createToolkit({ extraTools: [pay] }), policy: () => "ask" as const };
  const runs = createRuns({ store, agents: [agent] });
  return { store, runs, paid: () => paid };
}

/** Puts spoilt values in the places of some records, past our own code: any script of the origin can. */
async function spoilDatabase(name: string, at: number, seed: number): Promise<boolean> {
  const all = await dump(name);
  const records = STORES.flatMap((store) => (all[store] ?? []).map(([key, value]) => ({ store, key, value })));
  const chosen = records[at % records.length];
  if (chosen === undefined) return false;
  const { store, key } = chosen;
  const database = await settled(indexedDB.open(name));
  try {
    const source = database.transaction(store, "readwrite").objectStore(store);
    const value = spoilJson(chosen.value, seed);
    await settled(source.keyPath === null ? source.put(value, key) : source.put(value));
    return true;
  } catch (error) {
    // The database itself refuses a record without its key, and one that is too deep to be copied.
    if (error instanceof RangeError || (error instanceof Error && error.name === "DataError")) return false;
    throw error;
  } finally {
    database.close();
  }
}

/** What fails by a code is reported; anything else is a fault of ours. */
async function tried<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!HoldpointError.is(error)) throw error;
    return undefined;
  }
}

test("whatever stands in a record: lists are read, the run opens or says why not, and nothing is paid without a yes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(60), fc.nat(), async (at, seed) => {
      count += 1;
      const name = `spoilt-${count}`;
      const first = openPage(name);
      const run = await first.runs.start({ agent: "shop", prompt: "pay it", runId: "run_1" });
      await run.settled();
      const other = await first.runs.start({ agent: "shop", prompt: "pay it", runId: "run_2" });
      await other.settled();
      await first.runs.close();
      await spoilDatabase(name, at, seed);
      const page = openPage(name);
      try {
        await page.store.listRuns();
        await page.store.listRequests();
        for (const runId of ["run_1", "run_2"]) {
          const view = await page.runs.open(runId).settled();
          expect(typeof view.status).toBe("string");
          await tried(() => exportRuns(page.store, [runId]));
        }
        expect(page.paid()).toBe(0);
        expect("polluted" in {}).toBe(false);
        // At most one of them was touched: the other waits as before.
        const open = await page.runs.requests();
        expect(open.filter((one) => one.unreadable === undefined).length).toBeGreaterThan(0);
      } finally {
        await page.runs.close();
        await deleteDB(name);
      }
    }),
    fuzzBudget(12),
  );
});
