// What showing a stream costs: `npm run bench:react`. One Chromium, contestants in turn, medians. Two floors are what
// nobody can leave out: reading and parsing the stream, and one text node (or one React state) per frame.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { launchChromium } from "@holdpoint/testing/node";
import type { CDPSession, Page } from "playwright-core";
import { build, preview } from "vite";
import { repositoryRoot } from "./repository.mjs";

/** Many: a shared machine has fast and slow moments, and a few rounds say more of those than of the page. */
const ROUNDS = Number(process.argv[2] ?? 21);
const BURST = 5_000;
const PACED = 1_500;
const LAST_WORD = "the-last-word";

/** What a page tells of a stream. */
interface Streamed {
  /** Until the request leaves: the message is on the disk, and this tab drives. In milliseconds. */
  readonly askMs: number;
  /** From there until the last word is shown, in milliseconds. */
  readonly wallMs: number;
  readonly count: number;
  readonly dropped: number;
  readonly longTasks: readonly number[];
  readonly shown: boolean;
  readonly commits: { readonly count: number; readonly historyRows: number; readonly components: number };
}

/** With the time its main thread was busy since the request left, in milliseconds. */
type Measured = Streamed & { readonly busyMs: number };

/** What a page tells of a long run. */
interface LongRun {
  readonly openMs: number;
  readonly elements: number;
  readonly count: number;
  readonly dropped: number;
  readonly longTasks: readonly number[];
}

const who = ["dom", "react", "holdpoint"] as const;
type Who = (typeof who)[number];

const folder = mkdtempSync(join(tmpdir(), "holdpoint-bench-"));
const page = join(repositoryRoot, "packages/testing/bin/bench-react");
await build({
  configFile: join(repositoryRoot, "vite.config.ts"),
  mode: "size",
  root: page,
  base: "./",
  logLevel: "error",
  build: { outDir: folder, emptyOutDir: true, target: "es2022" },
});
const app = await preview({
  configFile: false,
  root: page,
  base: "./",
  logLevel: "error",
  build: { outDir: folder },
  preview: { host: "127.0.0.1", port: 0 },
});
const appUrl = app.resolvedUrls?.local[0] ?? "";
const endpoint = createServer((request, response) => {
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader("access-control-allow-headers", "*");
  if (request.method === "OPTIONS") response.end();
  else speak(response, Number(request.url?.split("/").at(-1)));
});
await new Promise<void>((resolve) => endpoint.listen(0, "127.0.0.1", resolve));
const address = endpoint.address();
const endpointUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
const browser = await launchChromium();

try {
  const burst = await rounds(0);
  const paced = await rounds(200);
  const plain = await scrollLongRun(true);
  const long = await scrollLongRun(false);
  report(burst, paced, plain, long);
} finally {
  await browser.close();
  endpoint.close();
  await app.close();
  rmSync(folder, { recursive: true, force: true });
}

/** All contestants in turn, so many times; one round before warms up. */
async function rounds(perSecond: number): Promise<ReadonlyMap<Who, readonly Measured[]>> {
  const results = new Map<Who, Measured[]>(who.map((name) => [name, []]));
  for (let round = perSecond === 0 ? -1 : 0; round < (perSecond === 0 ? ROUNDS : Math.min(3, ROUNDS)); round += 1) {
    for (const name of who) {
      const measured = await stream(name, perSecond);
      if (round >= 0) results.get(name)?.push(measured);
    }
  }
  return results;
}

async function stream(name: Who, perSecond: number): Promise<Measured> {
  const tab = await browser.context.newPage();
  try {
    const session = await browser.context.newCDPSession(tab);
    // In time of the processor: what else the machine has to do meanwhile is not the page's.
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    let before = Number.NaN;
    await tab.exposeFunction("onAsk", async () => {
      before = await taskMs(session);
    });
    await tab.goto(`${appUrl}?who=${name}&history=200&lastWord=${LAST_WORD}`);
    await tab.waitForFunction("globalThis.bench !== undefined");
    await settle(tab);
    const streamed = await tab.evaluate<Streamed, string>(
      (url) => (globalThis as unknown as { bench: { stream(url: string): Promise<Streamed> } }).bench.stream(url),
      `${endpointUrl}/${perSecond}`,
    );
    // What is still to be written belongs to it.
    await settle(tab);
    const busyMs = (await taskMs(session)) - before;
    if (!streamed.shown) throw new Error(`${name} did not show the text.`);
    return { ...streamed, busyMs };
  } finally {
    await tab.close();
  }
}

async function scrollLongRun(plain: boolean): Promise<LongRun> {
  const tab = await browser.context.newPage();
  try {
    await tab.goto(appUrl);
    await tab.waitForFunction("globalThis.bench !== undefined");
    return await tab.evaluate<LongRun, boolean>(
      (isPlain) =>
        (
          globalThis as unknown as {
            bench: { scroll(isPlain: boolean, turns: number, pixels: number, frames: number): Promise<LongRun> };
          }
        ).bench.scroll(isPlain, 5_000, 300, 300),
      plain,
    );
  } finally {
    await tab.close();
  }
}

async function settle(tab: Page): Promise<void> {
  await tab.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
}

/** Processor time of the tasks of the page's main thread so far. Script time alone would leave out what promises do. */
async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1000;
}

/** Sends an answer: as fast as it goes, or so many pieces a second. */
function speak(response: ServerResponse, perSecond: number): void {
  response.setHeader("content-type", "text/event-stream");
  const count = perSecond === 0 ? BURST : PACED;
  const events = Array.from({ length: count }, (_, index) =>
    event({ content: index === count - 1 ? LAST_WORD : index % 40 === 39 ? `word${index}.\n\n` : `word${index} ` }),
  );
  events.push(event({}, "stop"), "data: [DONE]\n\n");
  if (perSecond === 0) {
    response.end(events.join(""));
    return;
  }
  let sent = 0;
  const begun = performance.now();
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - begun) / 1000) * perSecond);
    for (; sent < due && sent < events.length; sent += 1) response.write(events[sent]);
    if (sent < events.length) return;
    clearInterval(timer);
    response.end();
  }, 4);
}

function event(delta: object, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "bench", choices })}\n\n`;
}

function report(
  burst: ReadonlyMap<Who, readonly Measured[]>,
  paced: ReadonlyMap<Who, readonly Measured[]>,
  plain: LongRun,
  long: LongRun,
): void {
  const of = (results: ReadonlyMap<Who, readonly Measured[]>, name: Who, pick: (measured: Measured) => number) =>
    median((results.get(name) ?? []).map(pick));
  const longest = ({ longTasks }: { readonly longTasks: readonly number[] }) => Math.max(0, ...longTasks);
  for (const [title, results] of [
    [`${BURST} deltas at full speed into 200 messages`, burst],
    [`${PACED} deltas at 200 a second into 200 messages`, paced],
  ] as const) {
    console.log(`\n${title}`);
    for (const name of who) {
      const figures = [
        `asked after ${of(results, name, ({ askMs }) => askMs).toFixed(0)} ms`,
        `wall ${of(results, name, ({ wallMs }) => wallMs).toFixed(0)} ms`,
        `busy ${of(results, name, ({ busyMs }) => busyMs).toFixed(0)} ms`,
        `frames ${of(results, name, ({ count }) => count)}`,
        `dropped ${of(results, name, ({ dropped }) => dropped)}`,
        `commits ${of(results, name, ({ commits }) => commits.count)}`,
        `longest task ${of(results, name, longest).toFixed(0)} ms`,
      ];
      console.log(`  ${name.padEnd(10)} ${figures.join(", ")}`);
    }
  }
  console.log("\n5,000 turns, scrolled through for 300 frames");
  for (const [name, run] of [
    ["dom", plain],
    ["holdpoint", long],
  ] as const) {
    console.log(
      `  ${name.padEnd(10)} shown after ${run.openMs.toFixed(0)} ms, ${run.elements} elements, dropped ${run.dropped} of ${run.count + run.dropped}, longest task ${longest(run).toFixed(0)} ms`,
    );
  }

  const ratio = (results: ReadonlyMap<Who, readonly Measured[]>, pick: (measured: Measured) => number) =>
    of(results, "holdpoint", pick) / of(results, "react", pick);
  const both = [...(burst.get("holdpoint") ?? []), ...(paced.get("holdpoint") ?? [])];
  const rules = [
    {
      rule: "commits above frames, at any rate",
      value: Math.max(...both.map(({ commits, count }) => commits.count - count)),
      // The message that is sent is drawn before the first frame is counted.
      limit: 1,
    },
    {
      rule: "rows of the history drawn again while text streams",
      value: Math.max(...both.map(({ commits }) => commits.historyRows)),
      limit: 0,
    },
    { rule: "full speed: wall time, of the React floor's", value: ratio(burst, ({ wallMs }) => wallMs), limit: 1.5 },
    { rule: "full speed: busy time, of the React floor's", value: ratio(burst, ({ busyMs }) => busyMs), limit: 1.5 },
    {
      rule: "full speed: longest task in ms, above the DOM floor's",
      value: of(burst, "holdpoint", longest) - of(burst, "dom", longest),
      limit: 50,
    },
    { rule: "200 a second: busy time, of the React floor's", value: ratio(paced, ({ busyMs }) => busyMs), limit: 1.4 },
    {
      rule: "200 a second: frames dropped above the floor's",
      value: of(paced, "holdpoint", ({ dropped }) => dropped) - of(paced, "react", ({ dropped }) => dropped),
      limit: 2,
    },
    {
      rule: "5,000 turns: longest task in ms, above that of plain rows",
      value: longest(long) - longest(plain),
      limit: 50,
    },
    {
      rule: "5,000 turns: share of frames dropped, above that of plain rows",
      value: share(long) - share(plain),
      limit: 0.05,
    },
  ];
  console.log(`\n${cpus()[0]?.model ?? "unknown CPU"}, ${cpus().length} cores, Node ${process.version}`);
  for (const { rule, value, limit } of rules) {
    console.log(`${value <= limit ? "ok  " : "FAIL"} ${rule}: ${value.toFixed(2)} (limit ${limit})`);
  }
  if (rules.some(({ value, limit }) => !(value <= limit))) process.exitCode = 1;
}

function share({ dropped, count }: LongRun): number {
  return dropped / (dropped + count);
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}
