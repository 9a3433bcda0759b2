import { createRuns } from "@holdpoint/core";
import { createLocalSource } from "@holdpoint/core/request-source";
import { createIdbStore } from "@holdpoint/idb";
import { mountRequest } from "@holdpoint/widgets/embed";

/** A page whose runs a worker drives, and which shows them by widgets and in a frame of another site. */
const runs = createRuns({
  store: createIdbStore(),
  agents: ["shop", "refused"].map((name) => ({ name, drivenElsewhere: true as const })),
});
const worker = new Worker("/worker.js", { type: "module" });

function askWorker(question: string): Promise<unknown> {
  return new Promise((resolve) => {
    worker.addEventListener("message", ({ data }) => resolve(data), { once: true });
    worker.postMessage(question);
  });
}

const page = {
  ready: new Promise<void>((resolve) => worker.addEventListener("message", () => resolve(), { once: true })),
  /** Begins a run and shows it; gives its id when it waits for a person or is at its end. */
  async show(agent: string): Promise<string> {
    const run = await runs.start({ agent, prompt: "go" });
    await new Promise<void>((resolve) => {
      const look = (): void => {
        const { status, pending } = run.getView();
        if (pending.length > 0 || status === "failed") resolve();
      };
      run.subscribe(look);
      look();
    });
    const element = document.createElement("holdpoint-run");
    element.setAttribute("run-id", run.runId);
    document.body.append(element);
    return run.runId;
  },
  embed(src: string): void {
    const place = document.createElement("div");
    document.body.append(place);
    mountRequest(place, { src, source: createLocalSource(runs) });
  },
  status: async (runId: string): Promise<string | undefined> =>
    (await runs.list()).find((run) => run.runId === runId)?.status,
  given: async (): Promise<number> => ((await askWorker("given")) as { given: number }).given,
  workerSecrets: async (): Promise<readonly string[]> =>
    ((await askWorker("secrets")) as { places: readonly string[] }).places,
  leakInWorker: (): void => worker.postMessage("leak"),
};

export type SecretPage = typeof page;

Object.assign(globalThis, { secretPage: page });
