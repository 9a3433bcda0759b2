import { createScriptedModel } from "@holdpoint/testing";
import { describe, expect, it } from "vitest";
import { ToolResult } from "../contracts/tool-result.ts";
import { defineTool } from "../toolkit/define-tool.ts";
import { createToolkit } from "../toolkit/toolkit.ts";
import { createClient } from "./client.ts";
import { createMemoryStore } from "./memory-store.ts";
import { createRuns } from "./runs.ts";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("a picture that a tool gave in a durable run", () => {
  it.each(["openai", "anthropic"] as const)(
    "reaches a model of the style %s as a block of its own, and never as text",
    async (style) => {
      const shoot = defineTool({
        name: "shoot",
        description: "Takes a picture",
        run: () => ToolResult.okWithParts("taken", [{ type: "image", mimeType: "image/png", data: PNG }]),
      });
      const model = createScriptedModel({
        style,
        script: [
          { when: { user: "go" }, reply: { calls: [{ name: "shoot" }] } },
          { when: { results: ["shoot"] }, reply: "Seen." },
        ],
      });
      const client = createClient({ baseUrl: "https://m.test/v1", style, model: "scripted", fetch: model.fetch });
      const store = createMemoryStore();
      const runs = createRuns({
        store,
        agents: [{ name: "shop", client, toolkit: createToolkit({ extraTools: [shoot] }) }],
      });
      const run = await runs.start({ agent: "shop", prompt: "go" });
      expect(await run.settled()).toMatchObject({ status: "done" });

      const body = model.requests.at(-1)?.body;
      expect(placesOf(PNG, body)).toEqual([style === "openai" ? "url" : "data"]);
      // The store keeps bytes apart: no turn holds them as text either.
      expect(placesOf(PNG, await store.load(run.runId))).toEqual([]);
      await runs.close();
    },
  );
});

/** The keys of the texts in which something stands. */
function placesOf(what: string, value: unknown, key = ""): readonly string[] {
  if (typeof value === "string") return value.includes(what) ? [key] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => placesOf(what, member, name));
}
