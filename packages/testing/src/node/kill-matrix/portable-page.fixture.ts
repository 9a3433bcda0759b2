import {
  type AnswerOutcome,
  ContentPart,
  createClient,
  createRuns,
  exportRuns,
  importRuns,
  type RequestRecord,
  type RunView,
} from "@holdpoint/core";
import { createIdbStore } from "@holdpoint/idb";
import { plainTranscript } from "../../durability/plain-transcript.ts";
import { PNG, SCENARIOS } from "../../durability/scenario.ts";
import { type Entry, scenarioAgents } from "../../durability/scenario-agents.ts";
import type { PagePlan } from "./kill-report.ts";

/** What a test does at a page that takes runs along as files. */
export interface PortablePage {
  start(runId: string): Promise<void>;
  /** What is open, once something is. */
  pending(runId: string): Promise<readonly RequestRecord[]>;
  answer(requestId: string): Promise<AnswerOutcome>;
  /** The transcript, once the run is done. */
  whenDone(runId: string): Promise<readonly string[]>;
  save(runIds: readonly string[]): Promise<string>;
  load(text: string): Promise<readonly string[]>;
}

const plan = JSON.parse(new URLSearchParams(location.search).get("plan") ?? "{}") as PagePlan;
const scenario = SCENARIOS.find(({ name }) => name === plan.scenario) ?? SCENARIOS[0];
if (scenario === undefined) throw new Error("There are no scenarios.");
const runs = createRuns({
  store: createIdbStore({ name: "portable" }),
  agents: scenarioAgents(scenario, {
    client: (_script, agent) =>
      createClient({
        baseUrl: `${plan.modelUrl}${plan.runId}/${agent}/v1`,
        style: "openai",
        model: "scripted",
        apiKey: "sk-CANARY-0123456789",
        headers: { "x-secret": "sk-CANARY-0123456789" },
      }),
    enact: async ({ key, tool, args }: Entry) => {
      await fetch(plan.ledgerUrl, { method: "POST", body: JSON.stringify({ key, tool, args }) });
    },
  }),
});

const portable: PortablePage = {
  start: async (runId) => {
    const picture = ContentPart.image({ mimeType: "image/png", data: PNG });
    await runs.start({ agent: "shop", prompt: [ContentPart.text("go"), picture], runId });
  },
  pending: async (runId) => (await until(runId, ({ pending }) => pending.length > 0)).pending,
  answer: (requestId) => runs.answer(requestId, { ok: true }),
  whenDone: async (runId) => plainTranscript(await until(runId, ({ status }) => status === "done")),
  save: async (runIds) => JSON.stringify(await exportRuns(runs.store, runIds)),
  load: (text) => importRuns(runs.store, JSON.parse(text)),
};
Object.assign(window, { portable });

function until(runId: string, fits: (view: RunView) => boolean): Promise<RunView> {
  const run = runs.open(runId);
  return new Promise((resolve) => {
    const look = (): void => {
      const view = run.getView();
      if (fits(view)) resolve(view);
    };
    run.subscribe(look);
    look();
  });
}
