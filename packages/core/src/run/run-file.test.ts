import { createScriptedModel } from "@holdpoint/testing";
import { describe, expect, it } from "vitest";
import { ToolResult } from "../contracts/tool-result.ts";
import { defineTool } from "../toolkit/define-tool.ts";
import { createToolkit } from "../toolkit/toolkit.ts";
import type { Agent } from "./agent.ts";
import { createClient } from "./client.ts";
import { exportRuns } from "./export-runs.ts";
import { importRuns } from "./import-runs.ts";
import { createMemoryStore } from "./memory-store.ts";
import { fileDigest, type RunFile } from "./run-file.ts";
import { createRuns, type RunHandle, type Runs } from "./runs.ts";
import type { RunView } from "./view.ts";

const KEY = "sk-CANARY-0123456789";

function openProfile(effects: string[] = []): Runs {
  const refund = defineTool({
    name: "refund",
    description: "Refunds",
    inputSchema: { type: "object" },
    run: () => {
      effects.push("refund");
      return ToolResult.okWithParts("refunded", [{ type: "image", mimeType: "image/png", data: "iVBORw0KGgo=" }]);
    },
  });
  const model = createScriptedModel({
    style: "openai",
    script: [
      { when: { user: "refund" }, reply: { calls: [{ name: "refund", args: { order: "A" } }] }, times: 9 },
      { when: { results: ["refund"] }, reply: "Done.", times: 9 },
    ],
  });
  const agent: Agent = {
    name: "shop",
    client: createClient({
      baseUrl: "https://model.test/v1",
      style: "openai",
      model: "scripted",
      apiKey: KEY,
      headers: { "x-secret": KEY },
      fetch: model.fetch,
    }),
    toolkit: createToolkit({ extraTools: [refund] }),
    policy: () => "ask",
  };
  return createRuns({ store: createMemoryStore(), agents: [agent] });
}

async function pausedFile(): Promise<RunFile> {
  const runs = openProfile();
  const run = await runs.start({ agent: "shop", prompt: "refund it", runId: "r" });
  await until(run, ({ pending }) => pending.length > 0);
  const file = JSON.parse(JSON.stringify(await exportRuns(runs.store, ["r"]))) as RunFile;
  await runs.close();
  return file;
}

describe("a file of runs", () => {
  it("carries a paused run to another profile, where it can be answered and goes on", async () => {
    const file = await pausedFile();
    const effects: string[] = [];
    const there = openProfile(effects);
    expect(await importRuns(there.store, file)).toEqual(["r"]);
    const run = there.open("r");
    const view = await until(run, ({ pending }) => pending.length > 0);
    expect(view.pending[0]).toMatchObject({ call: { toolName: "refund", args: { order: "A" } } });
    await run.answer(view.pending[0]?.requestId ?? "", { ok: true });
    const done = await until(run, ({ status }) => status === "done");
    expect(effects).toEqual(["refund"]);
    const again = await exportRuns(there.store, ["r"]);
    expect(Object.values(again.blobs)).toEqual([{ mimeType: "image/png", data: "iVBORw0KGgo=" }]);
    expect(done.pending).toEqual([]);
    await there.close();
  });

  it("comes in under new ids where its own are taken, beside what is there", async () => {
    const file = await pausedFile();
    const there = openProfile();
    await importRuns(there.store, file);
    const [second = ""] = await importRuns(there.store, file);
    expect(second).not.toBe("r");
    const open = await there.requests();
    expect(open.map(({ runId }) => runId).sort()).toEqual(["r", second].sort());
    expect(new Set(open.map(({ requestId }) => requestId)).size).toBe(2);
    const copy = there.open(second);
    const view = await until(copy, ({ pending }) => pending.length > 0);
    await copy.answer(view.pending[0]?.requestId ?? "", { ok: true });
    await until(copy, ({ status }) => status === "done");
    expect((await there.requests()).map(({ runId }) => runId)).toEqual(["r"]);
    await there.close();
  });

  it("does not start a run by itself that was in the middle of something", async () => {
    const file = await pausedFile();
    const [run] = file.runs;
    if (run === undefined) throw new Error("no run");
    const record = { ...run.record, status: "running" as const, settledSeq: 3, nextSeq: 3, turnCount: 1 };
    const running = { ...file, runs: [{ ...run, record, turns: run.turns.slice(0, 1), tail: [], requests: [] }] };
    const there = openProfile();
    await importRuns(there.store, { ...running, digest: await fileDigest(running) });
    const view = await there.open("r").settled();
    expect(view).toMatchObject({ status: "failed", error: { code: "imported" } });
    await there.close();
  });

  it("holds no secret", async () => {
    expect(JSON.stringify(await pausedFile())).not.toContain("CANARY");
  });

  it("is refused with the place that is wrong, and nothing is written", async () => {
    const file = await pausedFile();
    const [run] = file.runs;
    const cases: readonly [unknown, string | undefined][] = [
      ["text", "format"],
      [{ ...file, format: "other" }, "format"],
      [{ ...file, v: "1" }, "v"],
      [{ ...file, runs: {} }, "runs"],
      [{ ...file, runs: [{ ...run, record: { ...run?.record, nextSeq: "x" } }] }, "runs[0].record"],
      [{ ...file, runs: [{ ...run, turns: [{ runId: "r", index: 0, turn: null }] }] }, "runs[0].turns[0]"],
      [{ ...file, runs: [{ ...run, requests: [{ runId: "other" }] }] }, "runs[0].requests[0]"],
      [{ ...file, blobs: { no: { mimeType: "a", data: "" } } }, "blobs.no"],
      [{ ...file, runs: [{ ...run, record: { ...run?.record, title: "changed" } }] }, "digest"],
    ];
    const there = openProfile();
    for (const [value, path] of cases) {
      await expect(importRuns(there.store, value)).rejects.toMatchObject({ code: "invalid-file", path });
    }
    await expect(importRuns(there.store, { ...file, v: 2 })).rejects.toMatchObject({ code: "store-newer" });
    const deep = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`) as unknown;
    await expect(importRuns(there.store, { ...file, extra: deep })).rejects.toMatchObject({ code: "invalid-file" });
    expect(await there.list()).toEqual([]);
    await there.close();
  });

  it("is refused where it is cut off anywhere", async () => {
    const text = JSON.stringify(await pausedFile());
    const there = openProfile();
    for (let cut = 1; cut < 20; cut += 1) {
      const part = text.slice(0, Math.floor((text.length * cut) / 20));
      await expect((async () => importRuns(there.store, JSON.parse(part)))()).rejects.toThrow();
    }
    expect(await there.list()).toEqual([]);
    await there.close();
  });

  it("is refused where a run in it has a hole", async () => {
    const file = await pausedFile();
    const [run] = file.runs;
    if (run === undefined) throw new Error("no run");
    const holed = { ...file, runs: [{ ...run, tail: run.tail.slice(1) }] };
    const there = openProfile();
    const importing = importRuns(there.store, { ...holed, digest: await fileDigest(holed) });
    await expect(importing).rejects.toMatchObject({ code: "damaged" });
    await there.close();
  });
});

function until(run: RunHandle, fits: (view: RunView) => boolean): Promise<RunView> {
  return new Promise((resolve) => {
    const look = () => {
      const view = run.getView();
      if (!fits(view)) return;
      queueMicrotask(() => stop());
      resolve(view);
    };
    const stop = run.subscribe(look);
    look();
  });
}
