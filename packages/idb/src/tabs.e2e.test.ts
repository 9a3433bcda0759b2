import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type LaunchedBrowser, launchChromium, openTab } from "@holdpoint/testing/node";
import type { Page } from "playwright-core";
import { build } from "vite";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

/** The store between real tabs and processes: closed, crashed, busy, killed. */
const folder = mkdtempSync(join(tmpdir(), "holdpoint-idb-tabs-"));
let wake: (() => void) | undefined;
const server = createServer((request, response) => {
  if (request.url === "/sleep") {
    wake = () => {
      response.end();
    };
    return;
  }
  const isScript = request.url === "/page.js";
  response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
  response.end(isScript ? readFileSync(join(folder, "page.js")) : '<!doctype html><script src="/page.js"></script>');
});
let browser: LaunchedBrowser;
let problems: (readonly string[])[] = [];

beforeAll(async () => {
  const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
  await build({
    configFile: false,
    logLevel: "error",
    resolve: {
      alias: [
        { find: "@holdpoint/core/store", replacement: at("../../core/src/store.ts") },
        { find: "@holdpoint/testing/suites", replacement: at("../../testing/src/store-batch.ts") },
      ],
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      lib: { entry: at("./tab-page.fixture.ts"), formats: ["iife"], name: "page", fileName: () => "page.js" },
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  problems = [];
  browser = await launchChromium();
});

afterEach(async () => {
  await browser.close();
  // No unhandled rejection and no uncaught error in any tab, whatever happened to it.
  expect(problems.flat()).toEqual([]);
});

async function tab(): Promise<Page> {
  const opened = await openTab(browser.context, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  problems.push(opened.problems);
  return opened.page;
}

/** Creates the run and drives it, in the page, for as long as the page lives. */
async function begin(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { createIdbStore, createBatchWriter, textFact } = window.holdpoint;
    const store = createIdbStore();
    const writer = createBatchWriter("run");
    await store.create(writer.next());
    const lease = await store.drive("run");
    if (lease === undefined) throw new Error("no lease");
    writer.epoch = lease.epoch;
    Object.assign(window, { append: () => store.append(writer.next({ facts: [textFact("mine")] })), lease });
    return lease.epoch;
  });
}

/** Waits for the lease in another page. Gives its epoch and how long it took once told that the driver is gone. */
function take(page: Page, mode: "wait" | "steal"): Promise<{ epoch: number; at: number }> {
  return page.evaluate(async (mode) => {
    const lease = await window.holdpoint.createIdbStore().drive("run", { mode });
    return { epoch: lease?.epoch ?? -1, at: Date.now() };
  }, mode);
}

async function whenWaiting(page: Page): Promise<void> {
  await page.waitForFunction(async () => ((await navigator.locks.query()).pending ?? []).length > 0);
}

test.each(["closed", "crashed"])("a driving tab that is %s hands the run on within two seconds", async (how) => {
  const driver = await tab();
  const epoch = await begin(driver);
  const follower = await tab();
  const taking = take(follower, "wait");
  await whenWaiting(follower);
  const gone = Date.now();
  if (how === "closed") await driver.close();
  else {
    const session = await browser.context.newCDPSession(driver);
    // The page dies before it can answer.
    void session.send("Page.crash").then(
      () => undefined,
      () => undefined,
    );
  }
  const taken = await taking;
  expect(taken.epoch).toBe(epoch + 1);
  expect(taken.at - gone).toBeLessThan(2_000);
});

test("a busy driver keeps its lock until it is stolen; what it writes when it wakes is refused", async () => {
  const driver = await tab();
  await begin(driver);
  const thief = await tab();
  // It hears of nothing while it is busy, and its first act when it wakes is a write.
  const waking = driver.evaluate(async () => {
    const { append } = window as unknown as { append(): Promise<void> };
    await append();
    // A request that is waited for without giving the event loop back.
    const sleeping = new XMLHttpRequest();
    sleeping.open("GET", "/sleep", false);
    sleeping.send();
    return append().then(
      () => "written",
      (error: { code: string }) => error.code,
    );
  });
  await thief.waitForFunction(async () => {
    const loaded = await window.holdpoint.createIdbStore().load("run");
    return loaded?.tail.length === 1;
  });
  expect(await thief.evaluate(() => window.holdpoint.createIdbStore().isDriven("run"))).toBe(true);
  await expect.poll(() => wake, { timeout: 10_000 }).toBeDefined();
  const { epoch } = await take(thief, "steal");
  wake?.();
  expect(await waking).toBe("stale-epoch");
  await driver.waitForFunction(() => (window as unknown as { lease: { lost: AbortSignal } }).lease.lost.aborted);
  const loaded = await thief.evaluate(() => window.holdpoint.createIdbStore().load("run"));
  expect(loaded?.record.epoch).toBe(epoch);
  expect(loaded?.tail).toHaveLength(1);
});

test("four tabs that drive in turn write one journal without a gap, each above the epoch before", async () => {
  const pages = await Promise.all([tab(), tab(), tab(), tab()]);
  await pages[0]?.evaluate(async () => {
    const { createIdbStore, createBatchWriter } = window.holdpoint;
    await createIdbStore().create(createBatchWriter("run").next());
  });
  await Promise.all(
    pages.map((page) =>
      page.evaluate(async () => {
        const { createIdbStore, createBatchWriter, textFact } = window.holdpoint;
        const store = createIdbStore();
        for (let turn = 0; turn < 15; turn += 1) {
          const lease = await store.drive("run");
          const record = await store.getRun("run");
          const writer = createBatchWriter("run", record);
          writer.epoch = lease?.epoch ?? 0;
          for (let n = 0; n < 3; n += 1) await store.append(writer.next({ facts: [textFact(`${writer.epoch}`)] }));
          await lease?.release();
        }
      }),
    ),
  );
  const loaded = await pages[0]?.evaluate(() => window.holdpoint.createIdbStore().load("run"));
  expect(loaded?.tail.map(({ seq }) => seq)).toEqual(Array.from({ length: 180 }, (_, n) => n));
  const epochs = loaded?.tail.map((event) => ("text" in event ? Number(event.text) : -1));
  expect(epochs).toEqual(Array.from({ length: 60 }, (_, n) => [n + 1, n + 1, n + 1]).flat());
});

test("an upgrade by a newer page in another tab is let through at once, and the older tab says reload", async () => {
  const older = await tab();
  await begin(older);
  const newer = await tab();
  const version = await newer.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const request = indexedDB.open("holdpoint", 2);
        request.onsuccess = () => resolve(request.result.version);
        request.onerror = () => reject(request.error);
      }),
  );
  expect(version).toBe(2);
  const code = await older.evaluate(() =>
    (window as unknown as { append(): Promise<void> }).append().then(
      () => "written",
      (error: { code: string }) => error.code,
    ),
  );
  expect(code).toBe("store-newer");
});

test("killed in the middle of writing, what was told as written is there, whole batches only, and the run is free", async () => {
  const profile = mkdtempSync(join(tmpdir(), "holdpoint-idb-profile-"));
  try {
    for (let round = 0; round < 3; round += 1) {
      await browser.close();
      browser = await launchChromium({ profile });
      const page = await tab();
      let told = 0;
      await page.exposeFunction("written", (seq: number) => {
        told = seq;
      });
      const before = await page.evaluate(async () => {
        const { createIdbStore, createBatchWriter, textFact } = window.holdpoint;
        const store = createIdbStore();
        if ((await store.getRun("run")) === undefined) await store.create(createBatchWriter("run").next());
        const lease = await store.drive("run", { mode: "try" });
        const loaded = await store.load("run");
        const writer = createBatchWriter("run", loaded?.record);
        writer.epoch = lease?.epoch ?? -1;
        const write = async () => {
          for (;;) {
            await store.append(writer.next({ facts: [textFact("a"), textFact("b"), textFact("c")], strict: true }));
            (window as unknown as { written(seq: number): void }).written(writer.record.nextSeq);
          }
        };
        void write();
        return { epoch: lease?.epoch, nextSeq: loaded?.record.nextSeq, seqs: loaded?.tail.map(({ seq }) => seq) };
      });
      expect(before.epoch).toBe(round + 1);
      expect(before.seqs).toEqual(Array.from({ length: before.nextSeq ?? -1 }, (_, n) => n));
      expect((before.nextSeq ?? -1) % 3).toBe(0);
      const begun = before.nextSeq ?? 0;
      await expect.poll(() => told, { timeout: 10_000 }).toBeGreaterThan(begun + 30);
      const certain = told;
      await browser.kill();
      browser = await launchChromium({ profile });
      const after = await (await tab()).evaluate(async () => {
        const loaded = await window.holdpoint.createIdbStore().load("run");
        return { nextSeq: loaded?.record.nextSeq ?? -1, length: loaded?.tail.length };
      });
      expect(after.nextSeq).toBeGreaterThanOrEqual(certain);
      expect(after.length).toBe(after.nextSeq);
    }
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
});
