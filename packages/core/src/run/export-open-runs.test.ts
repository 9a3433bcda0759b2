import { createScriptedModel } from "@holdpoint/testing";
import { describe, expect, it } from "vitest";
import { StoreError } from "../contracts/errors.ts";
import { defineTool } from "../toolkit/define-tool.ts";
import { createToolkit } from "../toolkit/toolkit.ts";
import { createClient } from "./client.ts";
import { exportOpenRuns } from "./export-runs.ts";
import { importRuns } from "./import-runs.ts";
import type { JournalBatch, JournalStore } from "./journal.ts";
import { createMemoryStore } from "./memory-store.ts";
import { createRuns } from "./runs.ts";
import { until } from "./until.fixture.ts";

/** A store that is gone from the step on that writes the end of a call: nothing can be written or read. */
function breaking(inner: JournalStore): JournalStore {
  let isBroken = false;
  return new Proxy(inner, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (name === "subscribe" || name === "close") return value.bind(target);
      return async (...given: unknown[]) => {
        const [first] = given as [JournalBatch?];
        isBroken ||= name === "append" && first?.events.some(({ type }) => type === "call.finished") === true;
        if (isBroken) throw new StoreError("store-unavailable", "It is gone, as the test wants it.");
        return value.apply(target, given);
      };
    },
  });
}

function openPage(store: JournalStore) {
  const effects: string[] = [];
  const model = createScriptedModel({
    style: "openai",
    script: [
      { when: { user: "go" }, reply: { text: "I pay.", calls: [{ name: "pay" }] } },
      { when: { results: ["pay"] }, reply: "Paid." },
    ],
  });
  const pay = defineTool({ name: "pay", description: "pay", run: () => `paid ${effects.push("pay")}` });
  const client = createClient({
    baseUrl: "https://model.test/v1",
    style: "openai",
    model: "scripted",
    fetch: model.fetch,
  });
  const runs = createRuns({ store, agents: [{ name: "shop", client, toolkit: createToolkit({ extraTools: [pay] }) }] });
  return { runs, effects };
}

describe("runs that are open when their store is gone", () => {
  it("can be saved from memory with what the store did not take, and go on elsewhere without doing it again", async () => {
    const { runs, effects } = openPage(breaking(createMemoryStore()));
    const run = await runs.start({ agent: "shop", prompt: "go" });
    const held = await until(run, (view) => view.held === true);
    expect(held.error?.code).toBe("store-unavailable");
    expect(effects).toEqual(["pay"]);
    const file: unknown = JSON.parse(JSON.stringify(await exportOpenRuns(runs)));
    await runs.close();

    const other = openPage(createMemoryStore());
    await importRuns(other.runs.store, file);
    const again = other.runs.open(run.runId);
    await again.retry();
    await other.runs.resume();
    const view = await until(again, ({ status }) => status === "done");
    expect(other.effects).toEqual([]);
    expect(view.pending).toEqual([]);
    expect(JSON.stringify(view.turns)).toContain("paid 1");
    await other.runs.close();
  });
});
