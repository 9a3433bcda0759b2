import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RawTab } from "../raw-chromium.ts";
import type { Lab } from "./lab-page.fixture.ts";
import { startTabsStage, type TabsStage, WHOLE_STORY } from "./tabs-stage.ts";

/** Runs in many real tabs: closed, crashed, frozen, put in the back/forward cache, answered from anywhere. */
let stage: TabsStage;
const tabs = new Set<RawTab>();
let runs = 0;

beforeAll(async () => {
  stage = await startTabsStage();
});

afterAll(async () => {
  for (const { problems } of tabs) expect(problems).toEqual([]);
  await stage.close();
});

type Shown = ReturnType<Lab["look"]>;

async function open(place: string, more?: Readonly<Record<string, string>>): Promise<RawTab> {
  const tab = await stage.open(place, more);
  tabs.add(tab);
  return tab;
}

async function openAll(count: number, label: string): Promise<readonly RawTab[]> {
  const opened: RawTab[] = [];
  for (let n = 0; n < count; n += 1) opened.push(await open(`${label} ${n}`));
  return opened;
}

function newRun(): string {
  runs += 1;
  return `run-${runs}`;
}

function look(tab: RawTab, runId: string): Promise<Shown> {
  return tab.call<Shown>("look", runId);
}

async function whenShown(tab: RawTab, runId: string, condition: (shown: Shown) => boolean): Promise<Shown> {
  const giveUpAt = Date.now() + 30_000;
  for (;;) {
    const shown = await look(tab, runId);
    if (condition(shown)) return shown;
    if (Date.now() > giveUpAt) throw new Error(`It stays ${JSON.stringify(shown)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Begins a run, and waits until this tab drives it: any that shows it meanwhile could be first. */
async function begin(tab: RawTab, prompt: string, runId: string): Promise<void> {
  await tab.call("start", prompt, runId);
  await whenShown(tab, runId, ({ role }) => role === "driver");
}

/** The tab that drives, once exactly one says so and all the others say that they follow. */
async function driverOf(live: readonly RawTab[], runId: string): Promise<RawTab> {
  const giveUpAt = Date.now() + 30_000;
  for (;;) {
    const roles = await Promise.all(live.map(async (tab) => (await look(tab, runId)).role));
    const driver = live[roles.indexOf("driver")];
    if (driver !== undefined && roles.filter((role) => role === "follower").length === live.length - 1) return driver;
    if (Date.now() > giveUpAt) throw new Error(`Roles stay ${roles.join(", ")}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function closeAll(live: readonly RawTab[]): Promise<void> {
  for (const tab of live) await tab.close();
}

const hasBegun = ({ text, status }: Shown): boolean => status === "running" && text.includes("word9");
const isDone = ({ status }: Shown): boolean => status === "done";

/** It is stopped: what it would do many times a second it does no more. */
async function expectStopped(tab: RawTab): Promise<void> {
  const ticks = await tab.evaluate<number>("window.ticks");
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await tab.evaluate<number>("window.ticks")).toBeLessThanOrEqual(ticks + 1);
}

/** As a browser that has lost its network: it says so, and reaches nothing. */
async function setOffline(live: readonly RawTab[], offline: boolean): Promise<void> {
  const conditions = { offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  for (const tab of live) {
    await tab.send("Network.enable");
    await tab.send("Network.emulateNetworkConditions", conditions);
    await tab.until(`navigator.onLine === ${!offline}`);
  }
}

// First, while no other tab of the site has been in sight.
test("a Request raised while no tab is in sight becomes one notification, until it is answered or a tab is looked at", async () => {
  const [visible, answered, looked] = [newRun(), newRun(), newRun()];
  await stage.chromium.send("Browser.grantPermissions", { permissions: ["notifications"] });
  const [front, back] = [await open("front"), await open("back")];
  await front.evaluate(`navigator.serviceWorker.register("/service-worker.js" + location.search).then(() => true)`);
  await front.call("notify");
  await back.call("notify");
  const notifications = () => back.call<readonly object[]>("notifications");
  const ask = async (runId: string): Promise<string | undefined> => {
    await back.call("start", "pay", runId);
    const { pending } = await whenShown(back, runId, (shown) => shown.pending.length === 1);
    return pending[0]?.requestId;
  };
  // A tab that was frozen and wakes is out of sight until somebody turns to it.
  const hide = async (tab: RawTab): Promise<void> => {
    await tab.freeze();
    await tab.thaw();
    await tab.until(`document.visibilityState === "hidden"`);
  };
  await hide(back);
  await front.send("Page.bringToFront");
  await front.until(`document.visibilityState === "visible"`);
  await ask(visible);
  expect(await notifications()).toEqual([]);
  await hide(front);
  const requestId = await ask(answered);
  await expect.poll(notifications, { timeout: 20_000 }).toHaveLength(1);
  expect(await notifications()).toMatchObject([
    {
      title: "shop waits for you",
      body: "It asks whether it may do something.",
      data: { holdpointRequest: requestId },
    },
  ]);
  await back.call("answer", requestId, { ok: true });
  await expect.poll(notifications, { timeout: 20_000 }).toEqual([]);
  await ask(looked);
  await expect.poll(notifications, { timeout: 20_000 }).toHaveLength(1);
  await back.send("Page.bringToFront");
  await expect.poll(notifications, { timeout: 20_000 }).toEqual([]);
  await closeAll([front, back]);
});

describe("one run in eight tabs", () => {
  test("has one driver at any time, whichever way drivers go, and all see the same to the end", async () => {
    const runId = newRun();
    stage.mayFinish = false;
    let live = await openAll(8, "one of eight");
    await live[0]?.call("start", "a story", runId);
    for (const tab of live) await tab.call("show", runId);
    const asleep: RawTab[] = [];
    const ways: readonly ((tab: RawTab) => Promise<void>)[] = [
      (tab) => tab.close(),
      (tab) => tab.crash(),
      async (tab) => {
        await tab.freeze();
        await expectStopped(tab);
        asleep.push(tab);
      },
      (tab) => tab.goto(stage.elsewhere),
    ];
    for (const leave of ways) {
      const driver = await driverOf(live, runId);
      for (const tab of live) await whenShown(tab, runId, hasBegun);
      live = live.filter((tab) => tab !== driver);
      await leave(driver);
    }
    await driverOf(live, runId);
    for (const tab of asleep) await tab.thaw();
    live = [...live, ...asleep];
    await driverOf(live, runId);
    // Whoever drives now is stuck in the middle of the story; the next one can tell it.
    const last = await driverOf(live, runId);
    stage.mayFinish = true;
    live = live.filter((tab) => tab !== last);
    await last.close();
    for (const tab of live) {
      const { text } = await whenShown(tab, runId, isDone);
      expect(text).toBe(`a story|${WHOLE_STORY}`);
    }
    expect(stage.driverProblems(runId)).toEqual([]);
    await closeAll(live);
  }, 180_000);

  test("two answers in one moment: one counts, the call is entered once, in every one of eight rounds", async () => {
    const runId = newRun();
    const live = await openAll(8, "answers");
    await live[0]?.call("start", "pay", runId);
    let answered = "";
    for (let round = 0; round < 8; round += 1) {
      const [left, right] = [live[round], live[(round + 3) % 8]];
      if (left === undefined || right === undefined) throw new Error("no tab");
      const asked = await Promise.all(
        // Not the one before: a tab may hear late that it was answered.
        [left, right].map((tab) =>
          whenShown(tab, runId, ({ pending }) => pending.length === 1 && pending[0]?.requestId !== answered),
        ),
      );
      const requestId = asked[0]?.pending[0]?.requestId ?? "";
      expect(asked[1]?.pending[0]?.requestId).toBe(requestId);
      answered = requestId;
      const accepted = await Promise.all([
        left.call<boolean>("answer", requestId, { ok: true }),
        right.call<boolean>("answer", requestId, { ok: round % 2 === 0, reason: "declined" }),
      ]);
      expect(accepted.filter(Boolean)).toHaveLength(1);
      await whenShown(left, runId, isDone);
      if (round < 7) await left.call("send", runId, "pay again");
    }
    const entered = stage.ledger.of("pay").filter(({ key }) => key.startsWith(runId));
    expect(new Set(entered.map(({ key }) => key)).size).toBe(entered.length);
    expect(stage.driverProblems(runId)).toEqual([]);
    await closeAll(live);
  }, 180_000);
});

test("one run in each of eight tabs: each drives its own, and any tab answers for another", async () => {
  const live = await openAll(8, "own run");
  const runIds = live.map(newRun);
  await Promise.all(live.map((tab, n) => tab.call("start", "pay", runIds[n])));
  await Promise.all(
    live.map(async (tab, n) => {
      const shown = await whenShown(tab, runIds[n] ?? "", ({ pending }) => pending.length === 1);
      expect(shown.role).toBe("driver");
      const other = live[(n + 1) % 8];
      expect(await other?.call("answer", shown.pending[0]?.requestId, { ok: true })).toBe(true);
    }),
  );
  for (const [n, tab] of live.entries()) {
    const runId = runIds[n] ?? "";
    await whenShown(tab, runId, isDone);
    expect(stage.ledger.of("pay").filter(({ key }) => key.startsWith(`${runId}/`))).toHaveLength(1);
    expect(stage.driverProblems(runId)).toEqual([]);
  }
  await closeAll(live);
}, 120_000);

test("without a network a run waits, is answered, and goes on; the model is asked once", async () => {
  const runId = newRun();
  const [driver, other] = [await open("offline"), await open("offline too")];
  await begin(driver, "note this", runId);
  const { pending } = await whenShown(other, runId, (shown) => shown.pending.length === 1);
  const calls = `performance.getEntriesByType("resource").filter(({ name }) => name.includes("/completions")).length`;
  const made = await driver.evaluate<number>(calls);
  await setOffline([driver, other], true);
  const asked = stage.model.requests.length;
  expect(await other.call("answer", pending[0]?.requestId, { ok: true })).toBe(true);
  // The tool has run, and the model was tried in vain.
  await driver.until(`${calls} > ${made}`);
  expect((await look(driver, runId)).status).toBe("running");
  expect(stage.model.requests).toHaveLength(asked);
  await setOffline([driver, other], false);
  for (const tab of [driver, other]) expect((await whenShown(tab, runId, isDone)).text).toBe("note this||Noted.");
  expect(stage.model.requests).toHaveLength(asked + 1);
  expect(stage.driverProblems(runId)).toEqual([]);
  await closeAll([driver, other]);
});

describe("a driver that is frozen", () => {
  test("hands its run on at once, and follows when it wakes", async () => {
    const runId = newRun();
    stage.mayFinish = false;
    const [driver, other] = [await open("frozen"), await open("other")];
    await begin(driver, "a story", runId);
    await other.call("show", runId);
    await whenShown(driver, runId, hasBegun);
    stage.mayFinish = true;
    await driver.freeze();
    await expectStopped(driver);
    const { text } = await whenShown(other, runId, isDone);
    // Nothing of it came while it was frozen.
    expect((await look(driver, runId)).status).toBe("running");
    await driver.thaw();
    expect((await whenShown(driver, runId, isDone)).text).toBe(text);
    expect(stage.driverProblems(runId)).toEqual([]);
    await closeAll([driver, other]);
  });

  test("while it waits for a person: of two answers at once one counts, and the call is entered once", async () => {
    const runId = newRun();
    const [driver, left, right] = [await open("frozen at a question"), await open("left"), await open("right")];
    await begin(driver, "pay", runId);
    for (const tab of [left, right]) await whenShown(tab, runId, ({ pending }) => pending.length === 1);
    await driver.freeze();
    await expectStopped(driver);
    const requestId = (await look(left, runId)).pending[0]?.requestId;
    const accepted = await Promise.all(
      [left, right].map((tab) => tab.call<boolean>("answer", requestId, { ok: true })),
    );
    expect(accepted.filter(Boolean)).toHaveLength(1);
    for (const tab of [left, right]) await whenShown(tab, runId, isDone);
    await driver.thaw();
    await whenShown(driver, runId, isDone);
    expect(stage.ledger.of("pay").filter(({ key }) => key.startsWith(`${runId}/`))).toHaveLength(1);
    expect(stage.driverProblems(runId)).toEqual([]);
    await closeAll([driver, left, right]);
  });

  test("in the middle of a call: a person is asked, and the call is entered once", async () => {
    const runId = newRun();
    const [driver, other] = [await open("frozen at a call"), await open("other")];
    await begin(driver, "pay", runId);
    const asked = await whenShown(other, runId, ({ pending }) => pending.length === 1);
    stage.ledger.hold("pay");
    await driver.call("answer", asked.pending[0]?.requestId, { ok: true });
    const entered = () => stage.ledger.of("pay").filter(({ key }) => key.startsWith(`${runId}/`));
    await expect.poll(() => entered().length, { timeout: 20_000 }).toBe(1);
    await driver.freeze();
    stage.ledger.release();
    const doubt = await whenShown(other, runId, ({ pending }) => pending[0]?.kind === "in_doubt");
    // The result comes to the sleeper: too late, and nothing of it is written.
    await driver.thaw();
    await whenShown(driver, runId, ({ role }) => role === "follower");
    await driver.call("answer", doubt.pending[0]?.requestId, { ok: true, data: { outcome: "ran", output: "paid" } });
    expect((await whenShown(driver, runId, isDone)).text).toContain("Paid.");
    expect(entered()).toHaveLength(1);
    expect(stage.driverProblems(runId)).toEqual([]);
    await closeAll([driver, other]);
  });

  test("a tab that waits its turn and is frozen does not get the run in its sleep", async () => {
    const runId = newRun();
    stage.mayFinish = false;
    const [driver, sleeper, third] = [await open("driver"), await open("sleeper"), await open("third")];
    await begin(driver, "a story", runId);
    // In this order they wait for the lease.
    for (const tab of [sleeper, third]) {
      await tab.call("show", runId);
      await whenShown(tab, runId, hasBegun);
    }
    await sleeper.freeze();
    await expectStopped(sleeper);
    stage.mayFinish = true;
    await driver.close();
    await whenShown(third, runId, isDone);
    await sleeper.thaw();
    await whenShown(sleeper, runId, isDone);
    expect(stage.driverProblems(runId)).toEqual([]);
    await closeAll([sleeper, third]);
  });

  test("alone, it goes on by itself when it wakes", async () => {
    const runId = newRun();
    stage.mayFinish = false;
    const tab = await open("alone");
    await tab.call("start", "a story", runId);
    await whenShown(tab, runId, hasBegun);
    await tab.freeze();
    await expectStopped(tab);
    stage.mayFinish = true;
    await tab.thaw();
    expect((await whenShown(tab, runId, isDone)).text).toBe(`a story|${WHOLE_STORY}`);
    await tab.close();
  });
});

test("a tab that stands still without a word keeps its run until somebody takes it over, and follows when it moves", async () => {
  const runId = newRun();
  const [driver, other] = [await open("stands still"), await open("takes over")];
  await driver.call("start", "toil", runId);
  await expect.poll(() => stage.toiling, { timeout: 20_000 }).toBe(1);
  await whenShown(other, runId, ({ role }) => role === "follower");
  await other.call("cancel", runId);
  expect(await whenShown(other, runId, ({ stalled }) => stalled)).toMatchObject({ role: "follower" });
  await other.call("takeOver", runId);
  await whenShown(other, runId, ({ status }) => status === "cancelled");
  stage.endToil();
  await whenShown(driver, runId, ({ status }) => status === "cancelled");
  expect(stage.driverProblems(runId)).toEqual([]);
  await closeAll([driver, other]);
});

describe("the back/forward cache", () => {
  /**
   * Goes to another place and back. `false`: the browser did not keep the page. It throws one out while another tab waits
   * for its lock, and may do so before the page has heard that it is to go and given the lock back.
   */
  async function leaves(tab: RawTab, meanwhile: () => Promise<unknown>): Promise<boolean> {
    await tab.until("window.telling === 0");
    await tab.evaluate("void (window.isSame = true)");
    await tab.goto(stage.elsewhere);
    await meanwhile();
    await tab.back();
    await tab.until("window.shows && window.shows.length === (window.isSame ? 2 : 1)");
    return (await tab.evaluate<readonly boolean[]>("window.shows")).at(-1) === true;
  }

  /** Plays a round until the page was kept in one. @throws Error when it was in none of six. */
  async function untilKept(round: () => Promise<boolean>): Promise<void> {
    for (let rounds = 0; rounds < 6; rounds += 1) if (await round()) return;
    throw new Error("The browser kept the page in none of six rounds.");
  }

  test("keeps a driving page; meanwhile another drives, and the page follows when it is back", () =>
    untilKept(async () => {
      const runId = newRun();
      stage.mayFinish = false;
      const [driver, other] = [await open("goes away"), await open("stays")];
      await begin(driver, "a story", runId);
      await other.call("show", runId);
      await whenShown(driver, runId, hasBegun);
      const isKept = await leaves(driver, () => driverOf([other], runId));
      await whenShown(driver, runId, ({ role }) => role === "follower");
      stage.mayFinish = true;
      // It waits for the run again, and has it when the other is gone.
      await other.close();
      expect((await whenShown(driver, runId, isDone)).text).toBe(`a story|${WHOLE_STORY}`);
      expect(stage.driverProblems(runId)).toEqual([]);
      await driver.close();
      return isKept;
    }));

  test("with no other tab the page drives on from where it was", () =>
    untilKept(async () => {
      const runId = newRun();
      stage.mayFinish = false;
      const tab = await open("comes back");
      await tab.call("start", "a story", runId);
      await whenShown(tab, runId, hasBegun);
      const isKept = await leaves(tab, async () => {
        stage.mayFinish = true;
      });
      expect((await whenShown(tab, runId, isDone)).text).toBe(`a story|${WHOLE_STORY}`);
      await tab.close();
      return isKept;
    }));

  test("a page in it stands in the way neither of an upgrade nor of deleting the database", () =>
    untilKept(async () => {
      const [kept, other] = [await open("kept"), await open("deletes")];
      const runId = newRun();
      await kept.call("start", "pay", runId);
      await whenShown(kept, runId, ({ pending, status }) => pending.length === 1 && status === "paused");
      const isKept = await leaves(kept, async () => {
        const wasBlocked = await other.evaluate(`new Promise((resolve, reject) => {
          const request = indexedDB.deleteDatabase("holdpoint");
          let isBlocked = false;
          request.onblocked = () => { isBlocked = true; };
          request.onsuccess = () => resolve(isBlocked);
          request.onerror = () => reject(request.error);
        })`);
        expect(wasBlocked).toBe(false);
      });
      await whenShown(kept, runId, ({ status }) => status === "missing");
      await closeAll([kept, other]);
      return isKept;
    }));
});

describe("a dedicated worker that drives", () => {
  const byWorker = { drive: "worker" };

  test("streams to its page, is answered there, and fails there with the typed error", async () => {
    const [story, paid, failed] = [newRun(), newRun(), newRun()];
    stage.mayFinish = false;
    const page = await open("page", byWorker);
    await page.call("startWorker");
    await page.call("start", "a story", story);
    expect(await whenShown(page, story, hasBegun)).toMatchObject({ role: "follower" });
    await page.call("cancel", story);
    await whenShown(page, story, ({ status }) => status === "cancelled");

    await page.call("start", "pay", paid);
    const asked = await whenShown(page, paid, ({ pending }) => pending.length === 1);
    await page.call("answer", asked.pending[0]?.requestId, { ok: true });
    expect((await whenShown(page, paid, isDone)).text).toContain("Paid.");

    await page.call("start", "what nobody expects", failed);
    await whenShown(page, failed, ({ status, error }) => status === "failed" && error === "endpoint-status");
    for (const runId of [story, paid, failed]) expect(stage.driverProblems(runId)).toEqual([]);
    const places = stage.ledger
      .of("write")
      .flatMap(({ key, args }) => (key === paid ? [(args as { place: string }).place] : []));
    expect(new Set(places)).toEqual(new Set(["worker of page"]));
    await page.close();
  });

  test("leaves its page free while it is busy", async () => {
    const runId = newRun();
    const page = await open("smooth", byWorker);
    await page.call("startWorker");
    await page.call("start", "toil", runId);
    await expect.poll(() => stage.toiling, { timeout: 20_000 }).toBe(1);
    // The tool holds the worker's thread until the server lets it go; the page goes on meanwhile.
    const ticks = await page.evaluate<number>("window.ticks");
    await page.until(`window.ticks > ${ticks + 10}`);
    expect(stage.toiling).toBe(1);
    stage.endToil();
    expect((await whenShown(page, runId, isDone)).text).toContain("Toiled.");
    await page.close();
  });

  test("that is ended hands its run to the worker of another tab, and without one the page says so", async () => {
    const runId = newRun();
    stage.mayFinish = false;
    const [first, second] = [await open("first", byWorker), await open("second", byWorker)];
    await first.call("startWorker");
    await first.call("start", "a story", runId);
    await whenShown(first, runId, hasBegun);
    await first.call("stopWorker");
    await whenShown(first, runId, ({ interrupted }) => interrupted);
    stage.mayFinish = true;
    await second.call("startWorker");
    expect((await whenShown(first, runId, isDone)).text).toBe(`a story|${WHOLE_STORY}`);
    expect(stage.driverProblems(runId)).toEqual([]);
    await closeAll([first, second]);
  });
});

describe("a service worker", () => {
  test("reads the inbox, answers from it, and drives a short run", async () => {
    const [asking, short] = [newRun(), newRun()];
    stage.mayFinish = true;
    const page = await open("page of a service worker");
    await page.evaluate(`navigator.serviceWorker.register("/service-worker.js" + location.search).then(() => true)`);
    await page.call("start", "pay", asking);
    const { pending } = await whenShown(page, asking, (shown) => shown.pending.length === 1);
    const requestId = pending[0]?.requestId;
    expect(await page.call("askServiceWorker", { type: "inbox" })).toContainEqual({ requestId, runId: asking });
    expect(await page.call("askServiceWorker", { type: "answer", requestId })).toBe(true);
    await whenShown(page, asking, isDone);
    expect(await page.call("askServiceWorker", { type: "answer", requestId: "nobody's" })).toEqual({
      code: "unknown-request",
    });
    expect(await page.call("askServiceWorker", { type: "run", runId: short })).toBe("done");
    expect((await whenShown(page, short, isDone)).text).toBe(`a story|${WHOLE_STORY}`);
    for (const runId of [asking, short]) expect(stage.driverProblems(runId)).toEqual([]);
    await page.close();
  });
});
