import type { StoreChange } from "@holdpoint/core/store";
import { createBatchWriter, openRequest, textFact } from "@holdpoint/testing/suites";
import { afterEach, describe, expect, test, vi } from "vitest";
import { parseChange } from "./change-feed.ts";
import { createTestDatabase } from "./test-database.fixture.ts";

const database = createTestDatabase("feed");

afterEach(() => vi.unstubAllGlobals());

function record(store: ReturnType<typeof database.open>): StoreChange[] {
  const heard: StoreChange[] = [];
  store.subscribe((change) => heard.push(change));
  return heard;
}

describe("between tabs", () => {
  test("a message carries which run and what of it, never the data", async () => {
    const channel = new BroadcastChannel(`holdpoint:${database.name}`);
    const messages: unknown[] = [];
    channel.onmessage = ({ data }: MessageEvent<unknown>) => messages.push(data);
    const store = database.open();
    const secret = openRequest("run", "ask");
    await store.create(createBatchWriter("run").next({ facts: [textFact("sk-CANARY")], requests: [secret] }));
    await vi.waitFor(() => expect(messages).toHaveLength(3));
    channel.close();
    expect(messages).toEqual(["events", "requests", "run"].map((kind) => ({ v: 1, runId: "run", kind })));
  });

  test("a hint comes after the change can be read", async () => {
    const [store, other] = [database.open(), database.open()];
    const writer = createBatchWriter("run");
    await store.create(writer.next());
    const lengths: Promise<number | undefined>[] = [];
    for (const tab of [store, other]) {
      tab.subscribe(({ kind }) => {
        if (kind === "events") lengths.push(tab.load("run").then((loaded) => loaded?.tail.length));
      });
    }
    await store.append(writer.next({ facts: [textFact("x")] }));
    await vi.waitFor(() => expect(lengths).toHaveLength(2));
    expect(await Promise.all(lengths)).toEqual([1, 1]);
  });

  test("hostile messages are dropped without a throw", async () => {
    const store = database.open();
    const heard = record(store);
    const channel = new BroadcastChannel(`holdpoint:${database.name}`);
    for (const message of [
      null,
      "run",
      7,
      [],
      { v: 2, runId: "run", kind: "run" },
      { v: 1, runId: 7, kind: "run" },
      { v: 1, runId: "run", kind: "answer", answer: { ok: true } },
      { v: 1, runId: "run", kind: "all" },
      { v: 1, runId: "r".repeat(10_000_000), kind: "run" },
      JSON.parse('{"__proto__":{"v":1,"runId":"run","kind":"run"}}'),
      { v: 1, runId: "run", kind: "run", more: "ignored" },
    ]) {
      channel.postMessage(message);
    }
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    channel.close();
    expect(heard).toEqual([{ runId: "run", kind: "run" }]);
  });

  test("only own fields of a message count", () => {
    const inherited = Object.create({ v: 1, runId: "run", kind: "run" });
    expect(parseChange(inherited)).toBeUndefined();
    expect(parseChange({ v: 1, runId: "run", kind: "constructor" })).toBeUndefined();
  });

  test("a listener that throws is reported, and keeps neither others from hearing nor the write from being done", async () => {
    const store = database.open();
    store.subscribe(() => {
      throw new Error("the host's own");
    });
    const heard = record(store);
    await store.create(createBatchWriter("run").next());
    expect(heard).toHaveLength(1);
    expect(database.notices).toMatchObject([{ code: "listener-failed", cause: { message: "the host's own" } }]);
  });

  test("a host's onNotice that throws fails nothing", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue(undefined);
    const store = database.open({
      onNotice() {
        throw new Error("no");
      },
    });
    store.subscribe(() => {
      throw new Error("no");
    });
    await store.create(createBatchWriter("run").next());
    expect(warn).toHaveBeenCalled();
  });
});

describe("when messages do not come", () => {
  test("without channels other tabs are told to look again, and the store says so", async () => {
    vi.stubGlobal("BroadcastChannel", undefined);
    const [store, other] = [database.open({ lookAgainMs: 20 }), database.open({ lookAgainMs: 20 })];
    expect(store.capabilities.channel).toBe(false);
    const [here, there] = [record(store), record(other)];
    await store.create(createBatchWriter("run").next());
    expect(here).toContainEqual({ runId: "run", kind: "run" });
    await vi.waitFor(() => expect(there).toContainEqual({ kind: "all" }));
    expect(there).not.toContainEqual({ runId: "run", kind: "run" });
    expect(database.notices).toEqual([]);
  });

  test("with messages lost they are told to look again too", async () => {
    const [store, other] = [database.open(), database.open({ lookAgainMs: 20 })];
    const heard = record(other);
    vi.spyOn(BroadcastChannel.prototype, "postMessage").mockReturnValue(undefined);
    await store.create(createBatchWriter("run").next());
    await vi.waitFor(() => expect(heard).toContainEqual({ kind: "all" }));
  });

  test("a channel that fails is said, the write is done, and a new channel is made", async () => {
    const [store, other] = [database.open(), database.open()];
    const heard = record(other);
    vi.spyOn(BroadcastChannel.prototype, "postMessage").mockImplementationOnce(() => {
      throw new DOMException("Channel is closed", "InvalidStateError");
    });
    const writer = createBatchWriter("run");
    await store.create(writer.next());
    expect(database.notices).toMatchObject([{ code: "feed-failed" }]);
    await store.append(writer.next({ facts: [textFact("x")] }));
    await vi.waitFor(() => expect(heard).toContainEqual({ runId: "run", kind: "events" }));
  });

  test("a page in the back/forward cache holds no channel, and looks again when it comes back", async () => {
    const [store, other] = [database.open(), database.open()];
    const heard = record(other);
    const close = vi.spyOn(BroadcastChannel.prototype, "close");
    window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
    expect(close).toHaveBeenCalledTimes(1);
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    expect(heard).toEqual([{ kind: "hidden" }, { kind: "all" }]);
    await store.create(createBatchWriter("run").next());
    await vi.waitFor(() => expect(heard).toContainEqual({ runId: "run", kind: "run" }));
  });

  test("a write under way when its store closes still tells the others, and leaves no channel open", async () => {
    const [store, other] = [database.open(), database.open()];
    const heard = record(other);
    const writer = createBatchWriter("run");
    await store.create(writer.next());
    const transaction = IDBDatabase.prototype.transaction;
    const begun = new Promise<void>((resolve) => {
      vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function (this: IDBDatabase, ...args) {
        resolve();
        return transaction.apply(this, args);
      });
    });
    const writing = store.append(writer.next({ facts: [textFact("x")] }));
    await begun;
    const closed = vi.spyOn(BroadcastChannel.prototype, "close");
    await store.close();
    expect(closed).toHaveBeenCalledTimes(1);
    await writing;
    await vi.waitFor(() => expect(heard).toContainEqual({ runId: "run", kind: "events" }));
    expect(new Set(closed.mock.contexts).size).toBe(2);
    const timer = vi.spyOn(globalThis, "setInterval");
    store.subscribe(() => undefined);
    expect(timer).not.toHaveBeenCalled();
    expect(database.notices).toEqual([]);
  });

  test("with nobody listening there is no channel, timer or listener", async () => {
    const set = vi.spyOn(globalThis, "setInterval");
    const clear = vi.spyOn(globalThis, "clearInterval");
    const spies = [window, document].map((target) => ({
      add: vi.spyOn(target, "addEventListener"),
      remove: vi.spyOn(target, "removeEventListener"),
    }));
    const close = vi.spyOn(BroadcastChannel.prototype, "close");
    const store = database.open();
    const types = (name: "add" | "remove") => spies.flatMap((spy) => spy[name].mock.calls.map(([type]) => type));
    expect([set.mock.calls.length, types("add")]).toEqual([0, []]);
    const stops = [store.subscribe(() => undefined), store.subscribe(() => undefined)];
    for (const stop of stops) stop();
    expect(set).toHaveBeenCalledTimes(1);
    expect(clear).toHaveBeenCalledWith(set.mock.results[0]?.value);
    // Neither `unload` nor `beforeunload`: with those a page is not kept in the back/forward cache.
    const heard = ["pagehide", "pageshow", "visibilitychange", "freeze", "resume"];
    expect(types("add")).toEqual(heard);
    expect(types("remove")).toEqual(heard);
    expect(close).toHaveBeenCalledTimes(1);
  });
});
