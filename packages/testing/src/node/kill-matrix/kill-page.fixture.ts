import {
  type AgentClient,
  createClient,
  createRuns,
  type JournalBatch,
  type JournalStore,
  type RequestState,
  type RunView,
} from "@holdpoint/core";
import { createIdbStore } from "@holdpoint/idb";
import { attend } from "../../durability/person.ts";
import { plainTranscript } from "../../durability/plain-transcript.ts";
import { SCENARIOS } from "../../durability/scenario.ts";
import { type Entry, scenarioAgents } from "../../durability/scenario-agents.ts";
import type { KillPlan, PagePlan, Watcher, WriteReport } from "./kill-report.ts";

/** A page with one run of one scenario, a person at it, and a way to die at a chosen write. */
const watcher = window as unknown as Watcher;
const plan = JSON.parse(new URLSearchParams(location.search).get("plan") ?? "{}") as PagePlan;
const WRITES: ReadonlySet<string> = new Set(["create", "append", "answer", "retractAnswer", "enqueue"]);
const ALL_STATES: readonly RequestState[] = ["open", "answered", "settled", "closed"];

play().catch((error: unknown) => watcher.holdpointFailed(error instanceof Error ? `${error.stack}` : String(error)));

async function play(): Promise<void> {
  const scenario = SCENARIOS.find(({ name }) => name === plan.scenario);
  if (scenario === undefined) throw new Error(`There is no scenario "${plan.scenario}".`);
  const { runId } = plan;
  const disk = createIdbStore({ name: runId });
  const found = [await disk.getRun(runId), ...(await disk.listRuns({ parent: runId }))];
  const told = found.flatMap((run) => (run ? [{ runId: run.runId, nextSeq: run.nextSeq }] : []));
  await watcher.holdpointFound(told, await wasHere());

  const runs = createRuns({
    store: watched(disk, plan.kill),
    agents: scenarioAgents(scenario, { client: (_script, agent) => clientOf(agent), enact }),
  });
  const { prompt = "go" } = scenario;
  const run = found[0] === undefined ? await runs.start({ agent: "shop", prompt, runId }) : runs.open(runId);
  const view = await attend(run, scenario, hasHappened);

  const reader = createRuns({ store: createIdbStore({ name: runId }), agents: [] });
  const stored: RunView = await reader.open(runId).settled();
  const runIds = [runId, ...(await reader.list({ parent: runId })).map((child) => child.runId)];
  const requests = await Promise.all(runIds.map((id) => reader.requests({ runId: id, state: ALL_STATES })));
  await watcher.holdpointOver({
    transcript: plainTranscript(view),
    stored: plainTranscript(stored),
    accepted: requests.flat().flatMap(({ answer }) => (answer ? [answer] : [])),
    open: requests.flat().filter(({ state }) => state === "open").length,
  });
  await runs.close();
  await reader.close();
}

/**
 * Whether a page was here before, by a database that none of our code touches. A browser that is killed may delete all
 * it kept for a site when it starts again: then this one is gone too.
 */
function wasHere(): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("was-here");
    let isKept = true;
    opening.onupgradeneeded = () => {
      isKept = false;
    };
    opening.onsuccess = () => {
      opening.result.close();
      resolve(isKept);
    };
    opening.onerror = () => reject(opening.error);
  });
}

function clientOf(agent: string): AgentClient {
  const baseUrl = `${plan.modelUrl}${plan.runId}/${agent}/v1`;
  return createClient({ baseUrl, style: "openai", model: "scripted", retries: 0 });
}

/** The effect of a tool happens outside the browser. */
async function enact({ key, tool, args }: Entry): Promise<void> {
  const response = await fetch(plan.ledgerUrl, { method: "POST", body: JSON.stringify({ key, tool, args }) });
  if (!response.ok) throw new Error(`The ledger answers ${response.status}.`);
}

async function hasHappened(key: string): Promise<boolean> {
  const entries = (await (await fetch(plan.ledgerUrl)).json()) as readonly { readonly key: string }[];
  return entries.some((entry) => entry.key === key);
}

/** A store that tells of each write that is done, and dies at one of them. */
function watched(disk: JournalStore, kill: KillPlan | undefined): JournalStore {
  let writes = 0;
  let hasStruck = false;
  return new Proxy(disk, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function" || typeof name !== "string") return value;
      if (!WRITES.has(name)) return value.bind(target);
      return async (...args: unknown[]) => {
        // A tab that is being closed runs on for a moment: it must write nothing that it cannot tell of any more.
        if (hasStruck) return new Promise(() => undefined);
        const index = writes;
        writes += 1;
        const report = { index, method: name, ...journalOf(name, args) };
        const isPlace =
          typeof kill?.at === "number"
            ? kill.at === index
            : (report.events?.some(({ type }) => type === kill?.at) ?? false);
        const when = isPlace ? kill?.when : undefined;
        hasStruck = when !== undefined;
        if (when === "before") return die();
        void watcher.holdpointWrites(report);
        const writing: Promise<unknown> = value.apply(target, args);
        if (when === "during") return die();
        const outcome = await writing;
        void watcher.holdpointWrote(index);
        return when === "after" ? die() : outcome;
      };
    },
  });
}

function journalOf(method: string, args: readonly unknown[]): Pick<WriteReport, "runId" | "epoch" | "events"> {
  if (method !== "create" && method !== "append") return {};
  const { runId, epoch, events } = args[0] as JournalBatch;
  return { runId, epoch, events };
}

function die(): Promise<never> {
  void watcher.holdpointDie();
  return new Promise(() => undefined);
}
