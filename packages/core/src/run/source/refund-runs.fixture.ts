import { createScriptedModel } from "@holdpoint/testing";
import { defineTool } from "../../toolkit/define-tool.ts";
import { createToolkit } from "../../toolkit/toolkit.ts";
import { createClient } from "../client.ts";
import type { JournalStore, RequestRecord } from "../journal.ts";
import { createMemoryStore } from "../memory-store.ts";
import { createRuns, type Runs } from "../runs.ts";

/** A place whose agent refunds orders and asks before each; what it did is in `effects`. */
export interface RefundPlace {
  readonly runs: Runs;
  readonly store: JournalStore;
  readonly effects: string[];
  /** Starts a run and gives the Request it waits with. */
  ask(order?: string): Promise<RequestRecord>;
}

export function openRefundPlace(store: JournalStore = createMemoryStore()): RefundPlace {
  const effects: string[] = [];
  const model = createScriptedModel({
    style: "openai",
    script: [
      { when: { results: ["refund"] }, reply: "All done.", times: Number.POSITIVE_INFINITY },
      {
        when: { user: /^refund / },
        reply: ({ user }) => ({ calls: [{ name: "refund", args: { order: user.slice("refund ".length) } }] }),
        times: Number.POSITIVE_INFINITY,
      },
    ],
  });
  const refund = defineTool({
    name: "refund",
    description: "Refunds an order",
    inputSchema: { type: "object", properties: { order: { type: "string" } }, required: ["order"] },
    run: ({ order }) => {
      effects.push(order);
      return `refunded ${order}`;
    },
  });
  const shop = {
    name: "shop",
    client: createClient({ baseUrl: "https://model.test/v1", style: "openai", model: "scripted", fetch: model.fetch }),
    toolkit: createToolkit({ extraTools: [refund] }),
    policy: () => "ask" as const,
  };
  const runs = createRuns({ store, agents: [shop] });
  return {
    runs,
    store,
    effects,
    async ask(order = "A17") {
      const run = await runs.start({ agent: "shop", prompt: `refund ${order}` });
      const view = await run.settled();
      const [record] = view.pending;
      if (record === undefined) throw new Error(`The run did not ask: ${view.status} ${view.error?.message ?? ""}`);
      return record;
    },
  };
}
