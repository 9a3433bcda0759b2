import {
  createClient,
  createRuns,
  type JournalBatch,
  type JournalStore,
  type RunEvent,
  type RunHandle,
  type RunView,
} from "@holdpoint/core";
import { createIdbStore } from "@holdpoint/idb";
import { createScriptedModel } from "../scripted-model.ts";
import { audit, type Effect } from "./audit.ts";
import type { Ailment, BrokenDatabase } from "./broken-database.fixture.ts";
import { attend, isOver } from "./person.ts";
import { plainTranscript } from "./plain-transcript.ts";
import type { Commit } from "./run-books.ts";
import type { Scenario } from "./scenario.ts";
import { scenarioAgents } from "./scenario-agents.ts";

/** A step that writes an event, and what goes wrong with the database from that step on. */
export interface FaultCell {
  readonly scenario: Scenario;
  readonly at: RunEvent["type"];
  readonly ailment: Ailment;
}

/** How a cell went. */
export interface FaultEnd {
  /** What broke a promise, in words. */
  readonly problems: readonly string[];
  /** What a person was shown while the database failed: an error's code. */
  readonly shown: string | undefined;
  readonly transcript: readonly string[];
  /** The types of all events that were written. */
  readonly written: ReadonlySet<string>;
}

/** Lets time pass, a little at each turn of the event loop, until a promise settles. */
export type Pass = <Value>(until: Promise<Value>, what: string) => Promise<Value>;

/** How long it is tried in vain, in milliseconds: longer than any time limit of a store. */
const IN_VAIN_MS = 12_000;

let count = 0;

/** Plays a scenario on a database that fails from one step on, mends it once that is shown, and lets it come to its end. */
export async function playFaultCell(
  database: BrokenDatabase,
  pass: Pass,
  { scenario, at, ailment }: FaultCell | { scenario: Scenario; at?: undefined; ailment?: undefined },
): Promise<FaultEnd> {
  const problems: string[] = [];
  const commits: Commit[] = [];
  const effects: Effect[] = [];
  const store = createIdbStore({ name: `cell-${count++}` });
  let struck = false;
  const page = watch(store, {
    before({ events }) {
      if (struck || ailment === undefined || !events.some(({ type }) => type === at)) return;
      struck = true;
      database.break(ailment);
    },
    isTakenAllTheSame: () => struck && ailment === "commit unknown",
    after: ({ runId, epoch, events }) => void commits.push({ runId, epoch, events }),
  });
  const runs = createRuns({
    store: page,
    agents: scenarioAgents(scenario, {
      client: (script) => {
        const { fetch } = createScriptedModel({ style: "openai", script });
        return createClient({ baseUrl: "https://model.test/v1", style: "openai", model: "scripted", fetch });
      },
      async enact(entry) {
        const isBegun = commits.some(({ events }) =>
          events.some((event) => event.type === "call.started" && `${event.runId}/${event.callId}` === entry.key),
        );
        if (!isBegun) problems.push(`${entry.tool} acts, and that it began is not on disk`);
        effects.push(entry);
      },
    }),
  });
  const hasHappened = (key: string): boolean => effects.some((effect) => effect.key === key);
  const begin = async () => {
    // What was begun though nobody was told is found, as a person finds it in their list.
    if (struck && database.isSound && (await store.getRun("run")) !== undefined) return runs.open("run");
    return runs.start({ agent: "shop", prompt: scenario.prompt ?? "go", runId: "run" });
  };

  /** Sits at the page until it is over or shows that the store fails. */
  async function sit(run: RunHandle): Promise<string | undefined> {
    try {
      await attend(run, scenario, hasHappened);
      return undefined;
    } catch (error) {
      // A refusal may pass in the moment in which the page is told of it.
      return run.getView().error?.code ?? (error as { code?: string }).code ?? String(error);
    }
  }

  let shown: string | undefined;
  let run: RunHandle | undefined;
  try {
    run = await pass(begin(), "the run is begun");
  } catch (error) {
    shown = (error as { code?: string }).code ?? String(error);
  }
  if (run !== undefined) shown = await pass(sit(run), "a fault is shown, or it is over");
  const entered = effects.length;
  if (shown !== undefined) {
    const { fault } = await store.condition();
    if (fault?.code !== shown) problems.push(`the page shows ${shown}, and the place ${fault?.code}`);
    // Tried again while it still fails, nothing happens but that.
    const inVain = Promise.allSettled([run?.retry() ?? begin()]);
    await pass(new Promise((resolve) => setTimeout(resolve, IN_VAIN_MS)), "a while passes");
    if (run === undefined) await pass(inVain, "it is tried in vain");
    const view = run?.getView();
    if (view !== undefined && view.status === "running") problems.push("it is shown as running");
    if (effects.length > entered) problems.push("something acts while the store fails");
  }
  database.mend();
  run ??= await pass(begin(), "the run is begun at last");
  if (!isOver(scenario, run.getView())) {
    await pass(run.retry(), "it is tried again");
    await pass(
      until(run, ({ error }) => error === undefined || !error.code.startsWith("store-")),
      "the fault goes",
    );
    const left = await pass(sit(run), "it comes to its end");
    if (left !== undefined) problems.push(`once mended it still shows ${left}`);
  }
  await pass(runs.close(), "the page lets go");

  const reader = createRuns({ store: createIdbStore({ name: `cell-${count - 1}` }), agents: [] });
  const view = await pass(
    until(reader.open("run"), ({ status }) => status !== "loading"),
    "another page reads it",
  );
  await pass(reader.close(), "that page lets go");
  problems.push(...audit({ commits: unique(commits), effects }));
  if (at !== undefined && !struck) problems.push(`nothing writes ${at}`);
  const written = new Set(commits.flatMap(({ events }) => events.map(({ type }) => type)));
  return { problems, shown, transcript: plainTranscript(view), written };
}

/** The store, with somebody who sees each write begin and sees it on disk. */
function watch(
  store: JournalStore,
  eyes: { before(batch: JournalBatch): void; after(batch: JournalBatch): void; isTakenAllTheSame(): boolean },
): JournalStore {
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (name !== "append" && name !== "create") return value.bind(target);
      return async (batch: JournalBatch) => {
        eyes.before(batch);
        try {
          await value.call(target, batch);
        } catch (error) {
          if (eyes.isTakenAllTheSame()) eyes.after(batch);
          throw error;
        }
        eyes.after(batch);
      };
    },
  });
}

/** A write that was told twice is one. */
function unique(commits: readonly Commit[]): readonly Commit[] {
  const seen = new Set<number>();
  return commits.filter(({ events: [first] }) => first === undefined || (!seen.has(first.seq) && seen.add(first.seq)));
}

function until(run: RunHandle, condition: (view: RunView) => boolean): Promise<RunView> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!condition(run.getView())) return;
      queueMicrotask(() => stop());
      resolve(run.getView());
    };
    const stop = run.subscribe(look);
    look();
  });
}
