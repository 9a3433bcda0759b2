import { type AnswerInput, createRuns, type RunHandle, type RunView } from "@holdpoint/core";
import { notifyRequests } from "@holdpoint/core/notify";
import { createIdbStore } from "@holdpoint/idb";
import { labAgents } from "./lab-agents.ts";
import { witnessedStore } from "./witnessed-store.ts";

/** A tab that shows runs, and drives them unless a worker does. */
const search = new URLSearchParams(location.search);
const place = search.get("place") ?? "tab";
const outside = { modelUrl: search.get("model") ?? "", ledgerUrl: search.get("ledger") ?? "" };
const isWorkers = search.get("drive") === "worker";

const runs = createRuns({
  store: witnessedStore(createIdbStore(), outside.ledgerUrl, place),
  agents: isWorkers ? [{ name: "shop", drivenElsewhere: true }] : labAgents(outside, place),
});
const shown = new Map<string, RunHandle>();
let worker: Worker | undefined;

function show(runId: string): RunHandle {
  const known = shown.get(runId) ?? runs.open(runId);
  if (!shown.has(runId)) known.subscribe(() => undefined);
  shown.set(runId, known);
  return known;
}

function textOf({ turns }: RunView): string {
  return turns.flatMap(({ parts }) => parts.map((part) => (part.kind === "TEXT" ? part.text : ""))).join("|");
}

const lab = {
  start: async (prompt: string, runId: string) => void show((await runs.start({ agent: "shop", prompt, runId })).runId),
  show: (runId: string) => void show(runId),
  look(runId: string) {
    const view = show(runId).getView();
    const { status, role, stalled, interrupted, pending, error } = view;
    const asked = pending.map(({ requestId, request }) => ({ requestId, kind: request.kind }));
    return { status, role, stalled, interrupted, pending: asked, text: textOf(view), error: error?.code };
  },
  async stored(runId: string) {
    const loaded = await createIdbStore().load(runId);
    return { epoch: loaded?.record.epoch, status: loaded?.record.status, nextSeq: loaded?.record.nextSeq };
  },
  answer: async (requestId: string, answer: AnswerInput) => (await runs.answer(requestId, answer)).accepted,
  send: (runId: string, text: string) => show(runId).send(text),
  cancel: (runId: string) => show(runId).cancel(),
  takeOver: (runId: string) => show(runId).takeOver(),
  startWorker() {
    worker = new Worker(`/worker.js${location.search}`);
    return new Promise((resolve) => worker?.addEventListener("message", resolve, { once: true })).then(() => undefined);
  },
  stopWorker: () => worker?.terminate(),
  async notify() {
    const registration = await navigator.serviceWorker.ready;
    notifyRequests(runs, { url: ({ runId }) => `/?run=${runId}`, registration });
  },
  async notifications() {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, data }) => ({ title, body, data }));
  },
  /** Asks the service worker for something; it answers with a value or an error's code. */
  async askServiceWorker(question: object) {
    const { active } = await navigator.serviceWorker.ready;
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data);
      active?.postMessage(question, [port2]);
    });
  },
};

export type Lab = typeof lab;

Object.assign(window, lab, { ticks: 0, shows: [] });
setInterval(() => {
  (window as unknown as { ticks: number }).ticks += 1;
}, 20);
window.addEventListener("pageshow", ({ persisted }) =>
  (window as unknown as { shows: boolean[] }).shows.push(persisted),
);
