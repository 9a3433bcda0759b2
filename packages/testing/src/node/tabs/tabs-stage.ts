import { createServer } from "node:http";
import { createScriptedModel, type ScriptedModel } from "../../scripted-model.ts";
import { buildScript } from "../build-script.ts";
import { type Ledger, startLedger } from "../ledger.ts";
import { closeServer, listen } from "../local-server.ts";
import { launchRawChromium, type RawChromium, type RawTab } from "../raw-chromium.ts";
import { toMiddleware } from "../to-middleware.ts";
import type { Witnessed } from "./witnessed-store.ts";

/** Text the model says in one go, when it may finish. */
export const WHOLE_STORY = Array.from({ length: 60 }, (_, index) => `word${index}`).join(" ");

/** A browser with tabs of one origin; outside of it a model and a ledger. */
export interface TabsStage {
  readonly ledger: Ledger;
  readonly model: ScriptedModel;
  readonly chromium: RawChromium;
  /** Stories stop in the middle, as a slow model does, until this is set. */
  mayFinish: boolean;
  /** Lets the computations of `toil` end. */
  endToil(): void;
  readonly toiling: number;
  /** Opens a tab that calls itself by this name. */
  open(place: string, more?: Readonly<Record<string, string>>): Promise<RawTab>;
  /** An address of another site. */
  readonly elsewhere: string;
  /** What was wrong with who wrote a run; nothing if there was one driver at any time. */
  driverProblems(runId: string): readonly string[];
  close(): Promise<void>;
}

export async function startTabsStage(): Promise<TabsStage> {
  const at = (name: string): URL => new URL(`./${name}.fixture.ts`, import.meta.url);
  const scripts = new Map<string, string>();
  for (const name of ["page", "worker", "service-worker"]) {
    scripts.set(`/${name}.js`, await buildScript(at(`lab-${name}`)));
  }
  const toilers: (() => void)[] = [];
  const pages = createServer((request, response) => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    if (path === "/toil") return void toilers.push(() => void response.end());
    const script = scripts.get(path);
    response.setHeader("content-type", script === undefined ? "text/html" : "text/javascript");
    response.end(script ?? HTML);
  });
  const stage = { mayFinish: false };
  const model = createScriptedModel({
    style: "openai",
    pace: { chunkMs: 5 },
    script: [
      {
        when: { user: /story/ },
        reply: () => ({ text: WHOLE_STORY, ...(!stage.mayFinish && { fault: { kind: "hang", after: 30 } }) }),
        times: 1_000,
      },
      { when: { user: /pay/ }, reply: { calls: [{ name: "pay", args: { amount: 1 } }] }, times: 1_000 },
      { when: { user: /toil/ }, reply: { calls: [{ name: "toil" }] }, times: 1_000 },
      { when: { user: /note/ }, reply: { calls: [{ name: "note" }] }, times: 1_000 },
      { when: { results: ["note"] }, reply: "Noted.", times: 1_000 },
      { when: { results: ["pay"] }, reply: "Paid.", times: 1_000 },
      { when: { results: ["toil"] }, reply: "Toiled.", times: 1_000 },
    ],
  });
  const endpoint = createServer(toMiddleware((request) => model.handle(request), { cors: true }));
  const [pageUrl, modelUrl] = await Promise.all([listen(pages), listen(endpoint)]);
  const ledger = await startLedger();
  const chromium = await launchRawChromium();

  return {
    ledger,
    model,
    chromium,
    get mayFinish() {
      return stage.mayFinish;
    },
    set mayFinish(value) {
      stage.mayFinish = value;
    },
    endToil() {
      for (const end of toilers.splice(0)) end();
    },
    get toiling() {
      return toilers.length;
    },
    open: (place, more = {}) =>
      chromium.open(`${pageUrl}?${new URLSearchParams({ place, model: modelUrl, ledger: ledger.url, ...more })}`),
    elsewhere: `${pageUrl.replace("127.0.0.1", "localhost")}elsewhere`,
    driverProblems: (runId) => driverProblems(ledger, runId),
    async close() {
      await chromium.close();
      await Promise.all([ledger.close(), closeServer(pages), closeServer(endpoint)]);
    },
  };
}

/** Pages must do without `localStorage`: some browsers throw where it is read. */
const HTML = `<!doctype html><title>tab</title><script>
Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } });
if (location.pathname !== "/elsewhere") document.write('<script src="/page.js"></' + "script>");
</script>`;

/** Each entry of the journal was written once; epochs rise with it; an epoch is one place's. */
function driverProblems(ledger: Ledger, runId: string): readonly string[] {
  const problems: string[] = [];
  const writes = ledger.of("write").filter(({ key }) => key === runId);
  const places = new Map<number, string>();
  const epochs = new Map<number, number>();
  for (const { args } of writes) {
    const { place, epoch, seqs } = args as Witnessed;
    const other = places.get(epoch) ?? place;
    if (other !== place) problems.push(`epoch ${epoch} is ${other}'s and ${place}'s`);
    places.set(epoch, place);
    for (const seq of seqs) {
      if (epochs.has(seq)) problems.push(`event ${seq} was written twice`);
      epochs.set(seq, epoch);
    }
  }
  let highest = 0;
  for (const [seq, epoch] of [...epochs].sort(([left], [right]) => left - right)) {
    if (epoch < highest) problems.push(`event ${seq} is of epoch ${epoch}, after one of ${highest}`);
    highest = Math.max(highest, epoch);
  }
  if (writes.length === 0) problems.push("nobody wrote anything");
  return problems;
}
