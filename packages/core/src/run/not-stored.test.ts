import { createScriptedModel } from "@holdpoint/testing";
import { describe, expect, it } from "vitest";
import { ContentPart } from "../contracts/content-part.ts";
import { StoreError } from "../contracts/errors.ts";
import { ToolResult } from "../contracts/tool-result.ts";
import { defineTool } from "../toolkit/define-tool.ts";
import { createToolkit } from "../toolkit/toolkit.ts";
import { createClient } from "./client.ts";
import type { JournalBatch, JournalStore } from "./journal.ts";
import { createMemoryStore } from "./memory-store.ts";
import { createRuns } from "./runs.ts";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A store that has room for words, and none for payloads it has not. */
function withoutRoom(inner: JournalStore): JournalStore {
  return new Proxy(inner, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (name !== "append") return value.bind(target);
      return async (batch: JournalBatch) => {
        for (const { hash } of batch.blobs ?? []) {
          if ((await target.getBlob(hash)) !== undefined) continue;
          throw new StoreError("store-full", "There is no room, as the test wants it.");
        }
        return target.append(batch);
      };
    },
  });
}

function openPage(store: JournalStore) {
  const model = createScriptedModel({
    style: "openai",
    script: [
      { when: { user: "go" }, reply: { calls: [{ name: "photo" }] }, times: 9 },
      { when: { results: ["photo"] }, reply: "I see.", times: 9 },
    ],
  });
  const photo = defineTool({
    name: "photo",
    description: "photo",
    run: () => ToolResult.ok("A photo.", [ContentPart.image({ mimeType: "image/png", data: PIXEL })]),
  });
  const client = createClient({
    baseUrl: "https://model.test/v1",
    style: "openai",
    model: "scripted",
    fetch: model.fetch,
  });
  const runs = createRuns({
    store,
    agents: [{ name: "shop", client, toolkit: createToolkit({ extraTools: [photo] }) }],
  });
  return { runs, model };
}

describe("an attachment that has no room", () => {
  it("is left out: its part says so, the text is kept, the model reads a note, and the run goes on", async () => {
    const disk = createMemoryStore();
    const { runs, model } = openPage(withoutRoom(disk));
    const run = await runs.start({ agent: "shop", prompt: "go" });
    const view = await run.settled();
    expect([view.status, view.held, view.error]).toEqual(["done", undefined, undefined]);
    const call = view.turns.flatMap(({ parts }) => parts).find((part) => part.kind === "TOOL_CALL");
    expect(call).toMatchObject({ state: "done", result: { output: "A photo.", parts: [{ notStored: true }] } });
    const sent = JSON.stringify(model.requests[1]);
    expect(sent).toContain("image (image/png");
    expect(sent).toContain("is no longer there");
    expect(sent).not.toContain(PIXEL);
    const kept = await disk.load(run.runId);
    expect(JSON.stringify(kept?.turns)).toContain('"notStored":true');
    await runs.close();
  });

  it("is kept where the store has its bytes already", async () => {
    const disk = createMemoryStore();
    const first = openPage(disk);
    await (await first.runs.start({ agent: "shop", prompt: "go" })).settled();
    const { runs, model } = openPage(withoutRoom(disk));
    const run = await runs.start({ agent: "shop", prompt: "go" });
    const view = await run.settled();
    expect(view.status).toBe("done");
    expect(JSON.stringify(view.turns)).not.toContain("notStored");
    expect(JSON.stringify(model.requests[1])).toContain(PIXEL);
    await Promise.all([runs.close(), first.runs.close()]);
  });
});
