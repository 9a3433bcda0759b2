import { createScriptedModel } from "@holdpoint/testing";
import { describe, expect, it } from "vitest";
import { ContentPart } from "../contracts/content-part.ts";
import { ToolResult } from "../contracts/tool-result.ts";
import { defineTool } from "../toolkit/define-tool.ts";
import { createToolkit } from "../toolkit/toolkit.ts";
import type { Agent } from "./agent.ts";
import { createClient } from "./client.ts";
import { exportRuns } from "./export-runs.ts";
import { importRuns } from "./import-runs.ts";
import { createMemoryStore } from "./memory-store.ts";
import type { ExportedRun, RunFile } from "./run-file.ts";
import { fileDigest, runDigests } from "./run-file-digest.ts";
import { createRuns, type Runs } from "./runs.ts";
import { until } from "./until.fixture.ts";

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

/** A file as a forger makes it: whatever they changed, its digests fit. */
async function forged(file: RunFile, change: (run: ExportedRun) => unknown): Promise<RunFile> {
  const copy = structuredClone(file);
  const runs = copy.runs.map((run) => ({ ...run, ...(change(run) as Partial<ExportedRun>) }));
  const made = { ...copy, runs, digests: await Promise.all(runs.map(runDigests)) };
  return { ...made, digest: await fileDigest(made) };
}

async function pausedFile(): Promise<RunFile> {
  const runs = openProfile();
  const picture = ContentPart.image({ mimeType: "image/png", data: "iVBORw0KGgo=" });
  const run = await runs.start({ agent: "shop", prompt: [ContentPart.text("refund it"), picture], runId: "r" });
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
    const there = openProfile();
    await importRuns(
      there.store,
      await forged(file, () => ({ record, turns: run.turns.slice(0, 1), tail: [], requests: [] })),
    );
    const view = await there.open("r").settled();
    expect(view).toMatchObject({ status: "failed", error: { code: "imported" } });
    await there.close();
  });

  it("is refused whole when a record in it is of a newer version, or of none", async () => {
    const file = await pausedFile();
    for (const [v, code] of [
      [2, "store-newer"],
      [0, "invalid-file"],
    ] as const) {
      const copies = [
        await forged(file, ({ record }) => ({ record: { ...record, v } })),
        await forged(file, ({ turns }) => ({ turns: turns.map((turn) => ({ ...turn, v })) })),
        await forged(file, ({ requests }) => ({ requests: requests.map((request) => ({ ...request, v })) })),
      ];
      for (const copy of copies) {
        const store = createMemoryStore();
        await expect(importRuns(store, copy)).rejects.toMatchObject({ code });
        expect(await store.listRuns()).toEqual([]);
      }
    }
  });

  it("is refused with a code when it has holes, as no JSON has", async () => {
    const file = await pausedFile();
    const holes = [
      { ...file, runs: new Array(1) },
      { ...file, runs: file.runs.map((run) => ({ ...run, turns: new Array(2) })) },
      {
        ...file,
        runs: file.runs.map((run) => ({ ...run, record: { ...run.record, context: { turns: new Array(1) } } })),
      },
      { ...file, extra: new Array(3) },
    ];
    for (const value of holes) {
      await expect(importRuns(createMemoryStore(), value)).rejects.toMatchObject({ code: "invalid-file" });
    }
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
      [{ ...file, runs: [{ ...run, record: { ...run?.record, nextSeq: "x" } }] }, "runs[0].record.nextSeq"],
      [{ ...file, runs: [{ ...run, turns: [{ ...run?.turns[0], turn: null }] }] }, "runs[0].turns[0].turn"],
      [{ ...file, runs: [{ ...run, requests: [{ runId: "other" }] }] }, "runs[0].requests[0].request"],
      [{ ...file, blobs: { no: { mimeType: "a", data: "" } } }, "blobs.no"],
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

  it("names the piece that was changed, added or taken out", async () => {
    const file = await pausedFile();
    const [run] = file.runs;
    if (run === undefined) throw new Error("no run");
    const changed = (pieces: object, more: object = {}): unknown => ({
      ...file,
      ...more,
      runs: [{ ...run, ...pieces }],
    });
    const [turn] = run.turns;
    const at = run.tail.findIndex(({ type }) => type === "request.raised");
    const tail = run.tail.map((event, index) => (index === at ? { ...event, at: 1 } : event));
    const [[hash, blob] = ["", undefined]] = Object.entries(file.blobs);
    expect(hash).not.toBe("");
    const cases: readonly [unknown, string][] = [
      [changed({ record: { ...run.record, title: "changed" } }), "runs[0].record"],
      [changed({ turns: [{ ...turn, turn: { role: "USER", parts: [] } }, ...run.turns.slice(1)] }), "runs[0].turns[0]"],
      [changed({ turns: run.turns.slice(0, -1) }), "runs[0].turns"],
      [changed({ tail }), `runs[0].tail[${at}]`],
      [changed({ requests: [] }), "runs[0].requests"],
      [changed({ commands: [{ id: "c", type: "retry", at: 1 }] }), "runs[0].commands[0]"],
      [changed({}, { blobs: { [hash]: { ...blob, data: "AAAA" } } }), `blobs.${hash}`],
      [changed({}, { blobs: { [hash]: { ...blob, data: "~" } } }), `blobs.${hash}`],
      [{ ...file, runs: [run, run] }, "runs"],
      [changed({}, { exportedAt: 1 }), "digest"],
    ];
    const there = openProfile();
    for (const [value, path] of cases) {
      await expect(importRuns(there.store, value)).rejects.toMatchObject({ code: "invalid-file", path });
    }
    expect(await there.list()).toEqual([]);
    await there.close();
  });

  it("is refused where its digests fit and what it says does not", async () => {
    const file = await pausedFile();
    const request = ({ requests }: ExportedRun) => requests[0] as ExportedRun["requests"][number];
    const inTail = ({ tail }: ExportedRun, type: string, change: object) =>
      tail.map((event) => (event.type === type ? { ...event, ...change } : event));
    const cases: readonly [(run: ExportedRun) => unknown, string][] = [
      [(run) => ({ tail: inTail(run, "request.raised", { type: "call.forged" }) }), "runs[0].tail["],
      [
        ({ turns }) => ({ turns: [{ ...turns[0], turn: { role: "USER", parts: [{ kind: "__proto__" }] } }] }),
        "runs[0].turns[0].turn.parts[0]",
      ],
      [
        (run) => ({
          requests: [{ ...request(run), request: { ...request(run).request, url: "javascript:alert(1)" } }],
        }),
        "runs[0].requests[0].request.url",
      ],
      [
        (run) => ({ requests: [{ ...request(run), call: { ...request(run).call, args: { order: "B" } } }] }),
        "runs[0].requests[0]",
      ],
      [
        (run) => {
          const call = { ...request(run).call, args: { order: "B" } };
          return { requests: [{ ...request(run), call }], tail: inTail(run, "request.raised", { call }) };
        },
        "runs[0].requests[0].call.digest",
      ],
      [
        ({ record }) => ({ record: { ...record, parent: { runId: "r", callId: "c", depth: 1 } } }),
        "runs[0].record.parent",
      ],
    ];
    const there = openProfile();
    for (const [change, path] of cases) {
      const value = await forged(file, change);
      await expect(importRuns(there.store, value)).rejects.toMatchObject({
        code: "invalid-file",
        path: expect.stringContaining(path),
      });
    }
    expect(await there.list()).toEqual([]);
    await there.close();
  });

  it("cannot put a run where a sub-agent of a run that is here would look for its own", async () => {
    const there = openProfile();
    const file = await forged(await pausedFile(), (run) => {
      const rename = (value: unknown): unknown =>
        JSON.parse(JSON.stringify(value).replaceAll('"runId":"r"', '"runId":"r/call_0_0"'));
      const { record } = run;
      return {
        ...(rename(run) as object),
        record: { ...record, runId: "r/call_0_0", parent: { runId: "r", callId: "call_0_0", depth: 1 } },
      };
    });
    const [runId = ""] = await importRuns(there.store, file);
    expect(runId).not.toContain("/");
    expect(await there.list()).toMatchObject([{ runId }]);
    expect(await there.list({ parent: "r" })).toEqual([]);
    await there.close();
  });

  it("asks again what was answered where it comes from and not acted on: it may be acted on there", async () => {
    const here = openProfile();
    const run = await here.start({ agent: "shop", prompt: "refund it", runId: "r" });
    const [open] = (await until(run, ({ pending }) => pending.length > 0)).pending;
    const disk = here.store;
    const { requestId = "" } = open ?? {};
    const snapshot = await disk.load("r");
    await here.close();
    const answering = openProfile();
    if (snapshot === undefined) throw new Error("no run");
    const { record, turns, tail, requests } = snapshot;
    await answering.store.create({ runId: "r", epoch: 0, events: tail, record, turns, requests, strict: true });
    await answering.store.answer(requestId, { id: requestId, ok: true }, 1);
    const file = await exportRuns(answering.store, ["r"]);
    expect(file.runs[0]?.requests).toMatchObject([{ state: "answered" }]);
    await answering.close();

    const effects: string[] = [];
    const there = openProfile(effects);
    await importRuns(there.store, JSON.parse(JSON.stringify(file)));
    const view = await until(there.open("r"), ({ pending, role }) => pending.length > 0 && role === "driver");
    expect(view.pending).toMatchObject([{ requestId }]);
    expect(effects).toEqual([]);
    await there.close();
  });

  it("keeps what later versions add to a Request", async () => {
    const file = await forged(await pausedFile(), ({ requests }) => ({
      requests: requests.map((request) => ({ ...request, later: { urgency: 3 } })),
    }));
    const there = openProfile();
    await importRuns(there.store, file);
    const again = await exportRuns(there.store, ["r"]);
    expect(again.runs[0]?.requests).toMatchObject([{ later: { urgency: 3 } }]);
    await there.close();
  });

  it("brings in what was still to be said, which starts nothing by itself and is said when the run goes on", async () => {
    const parts = [{ kind: "TEXT", text: "refund another" }];
    const file = await forged(await pausedFile(), ({ record, turns }) => ({
      record: { ...record, status: "running", settledSeq: 3, nextSeq: 3, turnCount: 1 },
      turns: turns.slice(0, 1),
      tail: [],
      requests: [],
      commands: [
        { id: "m", type: "message", parts, at: 1 },
        { id: "x", type: "retry", at: 2 },
      ],
    }));
    const there = openProfile();
    await importRuns(there.store, file);
    const run = there.open("r");
    expect(await run.settled()).toMatchObject({ status: "failed", queued: 1 });
    await there.resume();
    expect(await there.store.isDriven("r")).toBe(false);
    await run.retry();
    for (let round = 0; round < 2; round += 1) {
      const { pending } = await until(run, (view) => view.pending.length > 0);
      await run.answer(pending[0]?.requestId ?? "", { ok: true });
      await until(run, (view) => view.pending.length === 0);
    }
    const done = await until(run, ({ status, queued }) => status === "done" && queued === 0);
    expect(done.turns.filter(({ role }) => role === "USER")).toHaveLength(2);
    await there.close();
  });

  it("keeps the bytes of a run only as long as a run that shows them is there", async () => {
    const here = openProfile();
    for (const runId of ["plain", "pictured"]) {
      const run = await here.start({ agent: "shop", prompt: "refund it", runId });
      const { pending } = await until(run, (view) => view.pending.length > 0);
      await run.answer(pending[0]?.requestId ?? "", {
        ok: runId === "pictured",
        ...(runId === "plain" && { reason: "declined" }),
      });
      await until(run, ({ status }) => status === "done");
    }
    const file = JSON.parse(JSON.stringify(await exportRuns(here.store, ["plain", "pictured"]))) as RunFile;
    await here.close();
    const [hash = ""] = Object.keys(file.blobs);
    const there = openProfile();
    expect(await importRuns(there.store, file)).toEqual(["plain", "pictured"]);
    await there.remove("pictured");
    expect(await there.getBlob(hash)).toBeUndefined();
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
    const there = openProfile();
    const importing = importRuns(there.store, await forged(file, ({ tail }) => ({ tail: tail.slice(1) })));
    await expect(importing).rejects.toMatchObject({ code: "damaged" });
    await there.close();
  });
});
