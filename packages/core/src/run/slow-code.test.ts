import { createScriptedModel } from "@holdpoint/testing";
import { afterEach, expect, it, vi } from "vitest";
import { createToolkit } from "../toolkit/toolkit.ts";
import { createClient } from "./client.ts";
import { createMemoryStore } from "./memory-store.ts";
import { createRuns } from "./runs.ts";
import { until } from "./until.fixture.ts";

const CALLS = "./client-calls.ts";
const WIRE = "../wire/openai/make-wire.ts";
const DRIVING = "./driving.ts";

function openPage() {
  const model = createScriptedModel({ script: [{ reply: "Hello." }], style: "openai" });
  const client = createClient({ baseUrl: "https://model.test/v1", style: "openai", model: "m", fetch: model.fetch });
  return { client, model, agent: { name: "shop", client, toolkit: createToolkit() } };
}

let arrive: () => void = () => undefined;

/** As over a network that neither answers nor fails. Settles when the file is asked for. */
function delay(file: string): Promise<void> {
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return new Promise((resolve) => {
    vi.doMock(file, async (original) => {
      resolve();
      await arrived;
      return original();
    });
  });
}

afterEach(async () => {
  arrive();
  await vi.dynamicImportSettled();
  for (const file of [CALLS, WIRE, DRIVING]) vi.doUnmock(file);
  vi.resetModules();
});

it.each([["calls of a client", CALLS] as const, ["what speaks to its model", WIRE] as const])(
  "an abort does not wait for the code of %s",
  async (_, file) => {
    const asked = delay(file);
    const { client, model } = openPage();
    const controller = new AbortController();
    const running = client.run("hello", { signal: controller.signal });
    void asked.then(() => controller.abort(new Error("enough")));
    await expect(running).rejects.toThrow("enough");
    expect(model.requests).toEqual([]);
  },
);

it("a tab that stops looking gives the lease back, though the code to drive has not come", async () => {
  const store = createMemoryStore();
  const { agent } = openPage();
  const before = createRuns({ store: store.fork(), agents: [{ name: "shop", drivenElsewhere: true }] });
  const { runId } = await before.start({ agent: "shop", prompt: "hello" });
  const asked = delay(DRIVING);
  const runs = createRuns({ store: store.fork(), agents: [agent] });
  const run = runs.open(runId);
  const stop = run.subscribe(() => undefined);
  await asked;
  await expect.poll(() => store.isDriven(runId)).toBe(true);
  stop();
  await expect.poll(() => store.isDriven(runId)).toBe(false);
  arrive();
  const again = run.subscribe(() => undefined);
  await until(run, ({ status }) => status === "done");
  again();
  await runs.close();
  await before.close();
});
