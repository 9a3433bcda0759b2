import { createScriptedModel } from "@holdpoint/testing";
import { describe, expect, it } from "vitest";
import { createToolkit } from "../toolkit/toolkit.ts";
import { createOpenAIWire } from "../wire/openai/wire.ts";
import { createAgentClient } from "./agent-client.ts";
import { createMemoryStore } from "./memory-store.ts";
import type { MetricEvent } from "./metric-event.ts";
import { createRuns } from "./runs.ts";

describe("createAgentClient", () => {
  it("is all that durable runs need, metrics included", async () => {
    const model = createScriptedModel({ script: [{ when: { user: "hello" }, reply: "hi" }], style: "openai" });
    const events: MetricEvent[] = [];
    const client = createAgentClient(
      createOpenAIWire({ baseUrl: "https://model.test/v1", model: "m", fetch: model.fetch }),
      { onMetric: (event) => events.push(event) },
    );
    const runs = createRuns({ store: createMemoryStore(), agents: [{ name: "a", client, toolkit: createToolkit() }] });
    const run = await runs.start({ agent: "a", prompt: "hello" });
    expect((await run.settled()).status).toBe("done");
    // The view says done as soon as that is recorded; the run is measured once its loop has let go.
    await expect.poll(() => events.map(({ event }) => event)).toEqual(["llm", "run"]);
    await runs.close();
    model.assertDone();
  });

  it("warns of a sink that fails", async () => {
    const warnings: string[] = [];
    const client = createAgentClient(createOpenAIWire({ baseUrl: "https://model.test/v1", model: "m" }), {
      onMetric: () => {
        throw new Error("full");
      },
      warn: (message) => warnings.push(message),
    });
    client.report?.({ event: "run", model: "m", turns: 1, toolCalls: 0, totalTokens: 0, ms: 1 });
    await Promise.resolve();
    expect(warnings).toEqual(["onMetric threw: full"]);
  });
});
