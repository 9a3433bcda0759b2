import { createScriptedModel } from "@holdpoint/testing";
import { afterEach, describe, expect, it } from "vitest";
import { defineTool } from "../toolkit/define-tool.ts";
import { createToolkit } from "../toolkit/toolkit.ts";
import type { Agent, AgentElsewhere } from "./agent.ts";
import { createClient } from "./client.ts";
import type { JournalStore } from "./journal.ts";
import { agent as makeAgent } from "./make-agent.ts";
import { createMemoryStore } from "./memory-store.ts";
import { createRuns, type Runs } from "./runs.ts";
import { until } from "./until.fixture.ts";
import type { RunView } from "./view.ts";

const open: Runs[] = [];
const effects: string[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((runs) => runs.close()));
  effects.length = 0;
});

function place(store: JournalStore, agents: readonly (Agent | AgentElsewhere)[]): Runs {
  const runs = createRuns({ store, agents });
  open.push(runs);
  return runs;
}

/** A worker: it has the agent, and takes up whatever there is to do. */
function shop(label = "worker"): Agent {
  const { fetch } = createScriptedModel({
    style: "openai",
    script: [
      { when: { user: "pay" }, reply: { calls: [{ name: "pay" }] } },
      { when: { results: ["pay"] }, reply: "Paid." },
      { when: { user: "break" }, reply: { fault: { kind: "status", status: 400 } } },
      { when: { user: "hello" }, reply: "Hello.", times: 9 },
    ],
  });
  const pay = defineTool({ name: "pay", description: "pays", run: () => `paid ${effects.push(label)}` });
  return {
    name: "shop",
    client: createClient({ baseUrl: "https://model.test/v1", style: "openai", model: "scripted", fetch, retries: 0 }),
    toolkit: createToolkit({ extraTools: [pay] }),
    policy: () => "ask",
  };
}

const elsewhere: AgentElsewhere = { name: "shop", drivenElsewhere: true, model: "scripted" };

function textOf({ turns }: RunView): string {
  return turns.flatMap(({ parts }) => parts.map((part) => ("text" in part ? part.text : ""))).join(" ");
}

describe("an agent that is driven elsewhere", () => {
  it("is begun, asked and answered here, and acts there", async () => {
    const disk = createMemoryStore();
    await place(disk.fork(), [shop()]).resume();
    const page = place(disk.fork(), [elsewhere]);
    const run = await page.start({ agent: "shop", prompt: "pay" });
    const asked = await until(run, ({ pending, status }) => pending.length === 1 && status === "paused");
    expect(asked).toMatchObject({ role: "follower", agent: "shop" });
    expect((await page.list())[0]?.model).toBe("scripted");
    const request = asked.pending[0];
    await run.answer(request?.requestId ?? "", { ok: true });
    const done = await until(run, ({ status }) => status === "done");
    expect(textOf(done)).toContain("Paid.");
    expect(effects).toEqual(["worker"]);
  });

  it("hears what is said here, after it has come to rest too", async () => {
    const disk = createMemoryStore();
    await place(disk.fork(), [shop()]).resume();
    const run = await place(disk.fork(), [elsewhere]).start({ agent: "shop", prompt: "hello" });
    await until(run, ({ status }) => status === "done");
    await run.send("hello again");
    const said = await until(run, ({ status, turns }) => status === "done" && turns.length === 4);
    expect(textOf(said)).toBe("hello Hello. hello again Hello.");
  });

  it("hears what was said to a run at rest while it was away", async () => {
    const disk = createMemoryStore();
    const away = place(disk.fork(), [shop()]);
    await away.resume();
    const run = await place(disk.fork(), [elsewhere]).start({ agent: "shop", prompt: "hello" });
    await until(run, ({ status }) => status === "done");
    await away.close();
    await run.send("hello again");
    await place(disk.fork(), [shop()]).resume();
    const said = await until(run, ({ status, turns }) => status === "done" && turns.length === 4);
    expect(textOf(said)).toBe("hello Hello. hello again Hello.");
  });

  it("fails here with the error it failed with there", async () => {
    const disk = createMemoryStore();
    await place(disk.fork(), [shop()]).resume();
    const run = await place(disk.fork(), [elsewhere]).start({ agent: "shop", prompt: "break" });
    const failed = await until(run, ({ status }) => status === "failed");
    expect(failed.error).toMatchObject({ name: "EndpointError", code: "endpoint-status", status: 400 });
  });

  it("is cancelled here", async () => {
    const disk = createMemoryStore();
    await place(disk.fork(), [shop()]).resume();
    const run = await place(disk.fork(), [elsewhere]).start({ agent: "shop", prompt: "pay" });
    await until(run, ({ pending }) => pending.length === 1);
    await run.cancel();
    expect((await until(run, ({ status }) => status === "cancelled")).pending).toEqual([]);
    expect(effects).toEqual([]);
  });

  it("is said to be interrupted while nobody drives it, and goes on when somebody does", async () => {
    const disk = createMemoryStore();
    const run = await place(disk.fork(), [elsewhere]).start({ agent: "shop", prompt: "hello" });
    expect(await until(run, ({ interrupted }) => interrupted)).toMatchObject({ status: "running", role: "idle" });
    await place(disk.fork(), [shop()]).resume();
    await until(run, ({ status }) => status === "done");
  });

  it("is refused here by its name when it is not registered", async () => {
    const page = place(createMemoryStore(), [elsewhere]);
    await expect(page.start({ agent: "clerk", prompt: "hello" })).rejects.toMatchObject({ code: "unknown-agent" });
  });
});

describe("a place that takes up runs", () => {
  it("stands by for a run that another begins, and goes on with it when that one has gone", async () => {
    const disk = createMemoryStore();
    await place(disk.fork(), [shop("second")]).resume();
    const first = place(disk.fork(), [shop("first")]);
    const run = await first.start({ agent: "shop", prompt: "pay", runId: "run" });
    const asked = await until(run, ({ pending }) => pending.length === 1);
    await first.close();
    const page = place(disk.fork(), [elsewhere]).open("run");
    await until(page, ({ role }) => role === "follower");
    await page.answer(asked.pending[0]?.requestId ?? "", { ok: true });
    await until(page, ({ status }) => status === "done");
    expect(effects).toEqual(["second"]);
  });

  it("leaves the runs of sub-agents to whoever drives their parent", async () => {
    const disk = createMemoryStore();
    const driven: string[] = [];
    const watched = (store: JournalStore, label: string): JournalStore => ({
      ...store,
      get durable() {
        return store.durable;
      },
      drive: (runId, options) => {
        driven.push(`${label} ${runId.includes("/") ? "child" : "parent"}`);
        return store.drive(runId, options);
      },
    });
    const team = () => {
      const { fetch } = createScriptedModel({
        style: "openai",
        script: [
          { when: { user: "go" }, reply: { calls: [{ name: "helper", args: { prompt: "help" } }] } },
          { when: { user: "help" }, reply: "Helped." },
          { when: { results: ["helper"] }, reply: "Done." },
        ],
      });
      const client = createClient({ baseUrl: "https://model.test/v1", style: "openai", model: "scripted", fetch });
      const helper = makeAgent("helper", { does: "Helps", client });
      return makeAgent("boss", { client, toolkit: createToolkit({ extraTools: [helper.asTool()] }) });
    };
    await place(watched(disk.fork(), "other"), [team()]).resume();
    const run = await place(watched(disk.fork(), "own"), [team()]).start({ agent: "boss", prompt: "go" });
    await until(run, ({ status }) => status === "done");
    expect(driven).toContain("other parent");
    expect(driven.filter((entry) => entry.endsWith("child"))).toEqual(["own child"]);
  });
});

describe("a run that was asked to go on", () => {
  it("has not settled before that was taken up, however long it takes", async () => {
    const disk = createMemoryStore();
    const page = place(disk.fork(), [elsewhere]);
    const run = await page.start({ agent: "shop", prompt: "hello" });
    const worker = place(disk.fork(), [shop()]);
    await worker.open(run.runId).settled();
    await worker.close();
    await run.send("hello again");
    const settled = run.settled();
    place(disk.fork(), [shop()])
      .open(run.runId)
      .subscribe(() => undefined);
    expect(textOf(await settled)).toBe("hello Hello. hello again Hello.");
  });
});
