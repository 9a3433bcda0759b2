// What the journal costs in Chromium: `npm run bench:journal`. A page writes runs to IndexedDB; what the browser's
// processes write to disks is read outside of it, from /proc, so bytes are counted on Linux only.
import { cpus, release } from "node:os";
import type { RawTab } from "../src/node/raw-chromium.ts";
import { type BenchStage, startBenchStage } from "./bench-journal/stage.ts";

const KILOBYTE = 1_024;
/** Databases write behind: what was given to them is on the disk after so long. */
const SETTLE_MS = 2_000;

interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Above it the command fails. */
  readonly limit?: number;
}

const figures: Figure[] = [];
await measureConversation();
const stage = await startBenchStage();
try {
  const tab = await stage.open();
  await measureBytes(tab);
  await measureLength(tab);
  await measureStream(tab);
  await measureImage(tab);
  await measureFollowers(tab);
  await measureReopening(tab);
} finally {
  await stage.close();
}
console.log(
  `\n${cpus()[0]?.model ?? "unknown CPU"}, ${cpus().length} cores, Linux ${release()}, Node ${process.version}`,
);
const broken = figures.filter(({ value, limit }) => limit !== undefined && !(value <= limit));
for (const { name, value, limit } of broken) console.log(`FAIL ${name}: ${value.toFixed(2)} (limit ${limit})`);
if (broken.length > 0) process.exitCode = 1;

function note(name: string, value: number, unit: string, limit?: number): void {
  figures.push({ name, value, unit, ...(limit !== undefined && { limit }) });
  const rule = limit === undefined ? "" : `${value <= limit ? "ok" : "FAIL"}, at most ${limit}`;
  console.log(`${name.padEnd(66)} ${value.toFixed(2).padStart(9)} ${unit.padEnd(16)} ${rule}`);
}

async function measureBytes(tab: RawTab): Promise<void> {
  const count = 2_000;
  const produced = count * KILOBYTE;
  note(
    "a record of 1 KB by nothing but IndexedDB",
    await bytesOf(produced, () => tab.call("rawAppends", count)),
    "bytes/byte",
  );
  await tab.call("seed", "text", 10);
  note(
    "text of 1 KB into the journal",
    await bytesOf(produced, () => tab.call("flushes", "text", count)),
    "bytes/byte",
    4,
  );
  await tab.call("seed", "turns", 10);
  note("a turn of 1 KB settled", await bytesOf(produced, () => tab.call("settle", "turns", count)), "bytes/byte", 4);
}

/** In a browser of its own: a database that was written much to goes on moving it about for a while. */
async function measureConversation(): Promise<void> {
  const fresh = await startBenchStage();
  try {
    const tab = await fresh.open();
    const said = 200;
    const bytes = await bytesOf(2 * said * KILOBYTE, () => tab.call("converse", "conversation", said), fresh);
    note("1 KB said and 1 KB answered, from sent to at rest", bytes, "bytes/byte");
  } finally {
    await fresh.close();
  }
}

async function measureLength(tab: RawTab): Promise<void> {
  const lengths = [10, 100, 1_000, 2_000, 10_000];
  const perTurn = new Map<number, number>();
  const perByte = new Map<number, number>();
  const perFlush = new Map<number, number>();
  for (const length of lengths) {
    await tab.call("seed", `of-${length}`, length);
    const times: number[] = [];
    const count = 300;
    const bytes = await bytesOf(count * KILOBYTE, async () => {
      times.push(...(await tab.call<readonly number[]>("settle", `of-${length}`, count)));
    });
    perTurn.set(length, median(times));
    perByte.set(length, bytes);
  }
  // In turn, so that a busy moment of the machine is everybody's.
  const flushes = new Map<number, number[]>(lengths.map((length) => [length, []]));
  for (let round = 0; round < 6; round += 1) {
    for (const length of lengths) {
      flushes.get(length)?.push(...(await tab.call<readonly number[]>("flushes", `of-${length}`, 50)));
    }
  }
  for (const length of lengths) perFlush.set(length, median(flushes.get(length) ?? []));
  for (const length of lengths) {
    note(`a turn settled, at turn ${length}`, perTurn.get(length) ?? Number.NaN, "ms");
    note(`a turn settled, at turn ${length}`, perByte.get(length) ?? Number.NaN, "bytes/byte");
  }
  note("a flush of text, at turn 100", perFlush.get(100) ?? Number.NaN, "ms");
  note("a flush of text, at turn 2,000", perFlush.get(2_000) ?? Number.NaN, "ms");
  note("time of a turn, at turn 10,000 against 100", ratio(perTurn, 10_000, 100), "×", 1.25);
  note("bytes of a turn, at turn 10,000 against 100", ratio(perByte, 10_000, 100), "×", 1.25);
  note("time of a flush, at turn 2,000 against 100", ratio(perFlush, 2_000, 100), "×", 1.2);
  // Of the thread's own time: on a busy machine a task also waits.
  await tab.send("Performance.enable", { timeDomain: "threadTicks" });
  const before = await taskSeconds(tab);
  await tab.call("flushes", "of-1000", 500);
  note("main thread, a flush of text", (((await taskSeconds(tab)) - before) * 1_000) / 500, "ms", 1);
  // What is not settled is read too: it is settled, as that of a run at rest is.
  await tab.call("settle", "of-10000", 1);
  const { oursMs, rawMs } = await tab.call<{ oursMs: number; rawMs: number }>("openAgainstRaw", "of-10000", 50, 200);
  note("the last 50 of 10,000 turns, by nothing but IndexedDB", rawMs, "ms");
  note("the last 50 of 10,000 turns, by the store", oursMs, "ms");
  note("the same, against the floor", oursMs / rawMs, "×", 1.5);
}

async function measureStream(tab: RawTab): Promise<void> {
  const slow = await tab.call<{ writes: number; elapsedMs: number }>("stream", "at-500", 2_000, 2, "token ");
  note("500 deltas/s: writes of the journal", slow.writes / (slow.elapsedMs / 1_000), "per second", 25);
  const tokens = 6_000;
  const work = () => tab.call("stream", "at-1200", tokens, 1_000 / 1_200, "token ");
  note("20 tokens a frame", await bytesOf(tokens, work), "bytes/token", 200);
}

async function measureImage(tab: RawTab): Promise<void> {
  type Image = Record<"durableMs" | "floorMs" | "nextMs" | "addressMs" | "usage", number>;
  const images: Image[] = [];
  for (let round = 0; round < 7; round += 1) images.push(await tab.call<Image>("image", `image-${round}`, 5_000_000));
  const of = (name: keyof Image): number => median(images.map((image) => image[name]));
  note("a picture of 5 MB hashed and on the disk, by nothing but the platform", of("floorMs"), "ms");
  note("a picture of 5 MB on the disk, hashed", of("durableMs"), "ms", 130);
  note("the text after it", of("nextMs"), "ms", 5);
  note("the picture as an address", of("addressMs"), "ms", 5);
  note("room it takes, against its bytes", of("usage"), "×", 1.02);
}

async function measureFollowers(tab: RawTab): Promise<void> {
  const driver = await stage.open();
  const following = tab.call<readonly number[]>("follow", "followed");
  await driver.call("stream", "followed", 250, 20, "");
  const latencies = await following;
  note("a follower behind the driver, median", median(latencies), "ms", 100);
  note("a follower behind the driver, 95 of 100", percentile(latencies, 0.95), "ms");
  await driver.close();
}

async function measureReopening(tab: RawTab): Promise<void> {
  await tab.call("seed", "light", 100, 1, 5_000_000);
  await tab.call("seed", "heavy", 10_000, 100, 5_000_000);
  await tab.close();
  const light = await reopened("light");
  const heavy = await reopened("heavy");
  note("a run of 100 turns opened, 5 MB attached", light.elapsedMs, "ms");
  note("a run of 10,000 turns opened, 500 MB attached", heavy.elapsedMs, "ms");
  note("the same, time", heavy.elapsedMs / light.elapsedMs, "×", 1.5);
  note("memory that opening the run of 100 turns takes", light.heapBytes / 1e6, "MB");
  note("memory that opening the run of 10,000 turns takes", heavy.heapBytes / 1e6, "MB");
  note("the same, more than the other", (heavy.heapBytes - light.heapBytes) / 1e6, "MB", 1);
}

/** In a tab that has opened nothing before. */
async function reopened(runId: string): Promise<{ readonly elapsedMs: number; readonly heapBytes: number }> {
  const tab = await stage.open();
  const before = await heapOf(tab);
  const times = [await tab.call<number>("reopen", runId)];
  const heapBytes = (await heapOf(tab)) - before;
  for (let round = 0; round < 6; round += 1) times.push(await tab.call<number>("reopen", runId));
  await tab.close();
  return { elapsedMs: median(times), heapBytes };
}

async function heapOf(tab: RawTab): Promise<number> {
  await tab.send("HeapProfiler.collectGarbage");
  const { usedSize } = (await tab.send("Runtime.getHeapUsage")) as { usedSize: number };
  return usedSize;
}

/** Bytes the browser writes for each byte that is produced. */
async function bytesOf(
  produced: number,
  work: () => Promise<unknown>,
  { bytesWritten }: BenchStage = stage,
): Promise<number> {
  await pause(SETTLE_MS);
  const before = bytesWritten();
  await work();
  await pause(SETTLE_MS);
  return (bytesWritten() - before) / produced;
}

async function taskSeconds(tab: RawTab): Promise<number> {
  const { metrics } = (await tab.send("Performance.getMetrics")) as { metrics: { name: string; value: number }[] };
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
}

function ratio(values: ReadonlyMap<number, number>, above: number, below: number): number {
  return (values.get(above) ?? Number.NaN) / (values.get(below) ?? Number.NaN);
}

function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

function percentile(values: readonly number[], part: number): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length * part)] ?? Number.NaN;
}

function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}
