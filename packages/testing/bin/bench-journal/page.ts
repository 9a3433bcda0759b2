import {
  type Agent,
  createInProcessClient,
  createRuns,
  createToolkit,
  type JournalStore,
  type RunHandle,
  type RunView,
  type TurnRecord,
} from "@holdpoint/core";
import { createIdbStore } from "@holdpoint/idb";
import { type BatchWriter, createBatchWriter, textFact } from "@holdpoint/testing/suites";

/** What the benchmark of the journal asks a page to do. All figures are milliseconds or bytes. */
const KILOBYTE = "0123456789abcdef".repeat(64);
const store = createIdbStore({ name: "bench" });
const writers = new Map<string, BatchWriter>();
let told = { deltas: 0, deltaMs: 0, text: "" };

function agents(): readonly Agent[] {
  const client = createInProcessClient({
    model: "bench",
    maxTurns: 1_000_000,
    generate: () => ({ content: KILOBYTE }),
    async *generateStream() {
      const { deltas, deltaMs, text } = told;
      if (deltas === 0) yield { text: KILOBYTE };
      const startedAt = performance.now();
      for (let delta = 0; delta < deltas; delta += 1) {
        const dueMs = startedAt + delta * deltaMs - performance.now();
        if (dueMs > 0) await new Promise((resolve) => setTimeout(resolve, dueMs));
        yield { text: text === "" ? `@${Date.now()}@` : text };
      }
    },
  });
  return [{ name: "clerk", client, toolkit: createToolkit() }];
}

function textOf({ turns }: RunView): string {
  const parts = turns.at(-1)?.parts ?? [];
  return parts.map((part) => (part.kind === "TEXT" ? part.text : "")).join("");
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function timed(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function turn(runId: string, index: number): TurnRecord {
  const text = `${index} ${KILOBYTE}`.slice(0, KILOBYTE.length);
  const parts = [{ kind: "TEXT", text } as const];
  const role = index % 2 === 0 ? "USER" : "ASSISTANT";
  return { v: 1, runId, index, at: index, turn: { role, parts } };
}

function writerOf(runId: string): BatchWriter {
  const writer = writers.get(runId) ?? createBatchWriter(runId);
  writers.set(runId, writer);
  return writer;
}

/** A run with so many settled turns of a kilobyte, each with an attachment where there are some. */
async function seed(runId: string, turns: number, attachments = 0, attachmentBytes = 0): Promise<void> {
  const writer = writerOf(runId);
  await store.create(writer.next({ record: { status: "done" } }));
  const every = attachments === 0 ? Number.POSITIVE_INFINITY : Math.floor(turns / attachments);
  for (let from = 0; from < turns; from += 250) {
    const page = Array.from({ length: Math.min(250, turns - from) }, (_, n) => turn(runId, from + n));
    await store.append(writer.next({ facts: [textFact("")], turns: page }));
  }
  for (let n = 0; n < attachments; n += 1) {
    const index = n * every + 1;
    const { hash, blob } = await picture(attachmentBytes);
    const settled = turn(runId, index);
    const content = { type: "image", mimeType: "image/png", blob: hash, bytes: attachmentBytes } as const;
    const parts = [...settled.turn.parts, { kind: "CONTENT", content } as const];
    const changed = { ...settled, turn: { ...settled.turn, parts } };
    const { turnCount } = writer.record;
    const batch = writer.next({ blobs: [{ hash, blob }], turns: [changed], record: { turnCount } });
    await store.append(batch);
  }
}

async function picture(size: number): Promise<{ readonly hash: string; readonly blob: Blob }> {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, Math.min(size, at + 65_536)));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hash = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { hash, blob: new Blob([bytes], { type: "image/png" }) };
}

/** Appends text of a kilobyte so often, one flush each; the time of each. */
async function flushes(runId: string, count: number): Promise<readonly number[]> {
  const writer = writerOf(runId);
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const batch = writer.next({ facts: [textFact(KILOBYTE)] });
    times.push(await timed(() => store.append(batch)));
  }
  return times;
}

/** Adds settled turns, one a batch, as a run does; the time of each. */
async function settle(runId: string, count: number): Promise<readonly number[]> {
  const writer = writerOf(runId);
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const batch = writer.next({ facts: [textFact("")], turns: [turn(runId, writer.record.turnCount)] });
    times.push(await timed(() => store.append(batch)));
  }
  return times;
}

/** Says something of a kilobyte and is answered with as much, so often; the time of each. */
async function converse(runId: string, count: number): Promise<readonly number[]> {
  told = { deltas: 0, deltaMs: 0, text: "" };
  const runs = createRuns({ store: createIdbStore({ name: "bench" }), agents: agents() });
  const isNew = (await store.getRun(runId)) === undefined;
  const run: RunHandle = isNew ? await runs.start({ agent: "clerk", prompt: KILOBYTE, runId }) : runs.open(runId);
  await run.settled();
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    times.push(
      await timed(async () => {
        await run.send(KILOBYTE);
        await run.settled();
      }),
    );
  }
  await runs.close();
  return times;
}

/** Streams text for a while. Gives how many writes that were. */
async function stream(runId: string, deltas: number, deltaMs: number, text: string) {
  told = { deltas, deltaMs, text };
  let writes = 0;
  const counted: JournalStore = new Proxy(createIdbStore({ name: "bench" }), {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        if (name === "append") writes += 1;
        return value.apply(target, args);
      };
    },
  });
  const runs = createRuns({ store: counted, agents: agents() });
  const run = await runs.start({ agent: "clerk", prompt: "go", runId });
  const elapsedMs = await timed(() => run.settled());
  await runs.close();
  return { writes, elapsedMs };
}

/** Follows a run that another tab drives. Gives how long after the driver said so each piece was seen here. */
async function follow(runId: string): Promise<readonly number[]> {
  const runs = createRuns({ store: createIdbStore({ name: "bench" }), agents: [] });
  while ((await store.getRun(runId)) === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
  const run = runs.open(runId);
  const latencies: number[] = [];
  let seen = 0;
  await new Promise<void>((resolve) => {
    const stop = run.subscribe(() => {
      const view = run.getView();
      const pieces = textOf(view)
        .split("@")
        .filter((piece) => /^\d+$/.test(piece));
      for (const piece of pieces.slice(seen)) latencies.push(Date.now() - Number(piece));
      seen = Math.max(seen, pieces.length);
      if (view.status !== "done") return;
      queueMicrotask(() => stop());
      resolve();
    });
  });
  await runs.close();
  return latencies;
}

/** Opens a run as a page does that was just loaded: until its last turns stand in the view. */
async function reopen(runId: string): Promise<number> {
  const runs = createRuns({ store: createIdbStore({ name: "bench" }), agents: [] });
  const run = runs.open(runId);
  const elapsedMs = await timed(
    () =>
      new Promise<void>((resolve) => {
        const stop = run.subscribe(() => {
          if (run.getView().turns.length === 0) return;
          queueMicrotask(() => stop());
          resolve();
        });
      }),
  );
  await runs.close();
  return elapsedMs;
}

/** The last page through our store, and the same records in the same stores by nothing but IndexedDB. */
async function openAgainstRaw(runId: string, page: number, rounds: number) {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("bench");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const ours: number[] = [];
  const raw: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await timed(() => store.load(runId, { turnLimit: page })));
    raw.push(
      await timed(
        () =>
          new Promise<void>((resolve, reject) => {
            const transaction = database.transaction(["runs", "turns"], "readonly");
            const get = transaction.objectStore("runs").get(runId);
            get.onsuccess = () => {
              const { turnCount } = get.result as { turnCount: number };
              const range = IDBKeyRange.bound([runId, turnCount - page], [runId, turnCount], false, true);
              transaction.objectStore("turns").getAll(range);
            };
            transaction.oncomplete = () => resolve();
            transaction.onerror = () => reject(transaction.error);
          }),
      ),
    );
  }
  database.close();
  return { oursMs: median(ours), rawMs: median(raw) };
}

/** A picture: from its bytes to the disk, back to an address, and what comes after it. */
async function image(runId: string, bytes: number) {
  const writer = writerOf(runId);
  await store.create(writer.next());
  const before = (await store.estimate()).usage ?? 0;
  const { blob: source } = await picture(bytes);
  let hash = "";
  const durableMs = await timed(async () => {
    const data = await source.arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
    hash = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const blob = new Blob([data], { type: "image/png" });
    await store.append(writer.next({ facts: [textFact("")], blobs: [{ hash, blob }], strict: true }));
  });
  const after = (await store.estimate()).usage ?? 0;
  const floorMs = await timed(async () => {
    const data = await source.arrayBuffer();
    await crypto.subtle.digest("SHA-256", data);
    await rawAppend(new Blob([data], { type: "image/png" }), "strict");
  });
  const next = writer.next({ facts: [textFact(KILOBYTE)] });
  const nextMs = await timed(() => store.append(next));
  const addressMs = await timed(async () => {
    const blob = await store.getBlob(hash);
    if (blob === undefined) throw new Error("It is not there.");
    URL.revokeObjectURL(URL.createObjectURL(blob));
  });
  return { durableMs, floorMs, nextMs, addressMs, usage: (after - before) / bytes };
}

/** The floor: records of a kilobyte by nothing but IndexedDB. */
async function rawAppends(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await rawAppend({ n, text: KILOBYTE }, "relaxed");
}

let raw: Promise<IDBDatabase> | undefined;

async function rawAppend(record: unknown, durability: IDBTransactionDurability): Promise<void> {
  raw ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("raw");
    request.onupgradeneeded = () => request.result.createObjectStore("records", { autoIncrement: true });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const transaction = (await raw).transaction("records", "readwrite", { durability });
  await new Promise<void>((resolve, reject) => {
    transaction.objectStore("records").add(record);
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
  });
}

export type Bench = typeof bench;
const bench = {
  seed,
  flushes,
  settle,
  converse,
  stream,
  follow,
  reopen,
  openAgainstRaw,
  image,
  rawAppends,
};

Object.assign(window, bench);
