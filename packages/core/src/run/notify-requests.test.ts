import { createBatchWriter, openRequest } from "@holdpoint/testing/suites";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createMemoryStore } from "./memory-store.ts";
import { englishNotification, plainLine } from "./notification-words.ts";
import {
  askToNotify,
  type NotificationClick,
  type NotificationScope,
  type NotifyOptions,
  notifyRequests,
  openNotifiedRequests,
} from "./notify-requests.ts";
import { createRuns, type Runs } from "./runs.ts";

/** A place without tabs in sight. What the system shows is this list. */
const shown: FakeNotification[] = [];
let stop: (() => void) | undefined;

class FakeNotification extends EventTarget {
  static permission = "granted";
  readonly title: string;
  readonly body: string;
  readonly data: unknown;
  constructor(title: string, { body, data }: { body: string; data: unknown }) {
    super();
    this.title = title;
    this.body = body;
    this.data = data;
    shown.push(this);
  }
  close(): void {
    shown.splice(shown.indexOf(this), shown.includes(this) ? 1 : 0);
  }
}

beforeEach(() => {
  FakeNotification.permission = "granted";
  vi.stubGlobal("Notification", FakeNotification);
  vi.stubGlobal("location", new URL("https://shop.test/app"));
  vi.stubGlobal("window", { focus: () => undefined });
});

afterEach(() => {
  stop?.();
  shown.length = 0;
  vi.unstubAllGlobals();
});

async function pageWithRequest(options: Partial<NotifyOptions> = {}) {
  const store = createMemoryStore();
  const runs = createRuns({ store, agents: [] });
  stop = notifyRequests(runs, { url: ({ runId }) => `/runs/${runId}`, ...options });
  await store.create(createBatchWriter("run").next({ requests: [openRequest("run", "ask")] }));
  return runs;
}

function answer(runs: Runs): Promise<unknown> {
  return runs.store.answer("ask", { id: "ask", ok: true }, 2_000);
}

describe("an open Request", () => {
  it("is told of once, by agent and kind alone, and no more when it is answered", async () => {
    const runs = await pageWithRequest();
    await expect.poll(() => shown).toHaveLength(1);
    expect(shown[0]).toMatchObject({ title: "clerk waits for you", body: "It asks whether it may do something." });
    await runs.store.enqueue("run", { id: "c", type: "retry", at: 1 });
    await answer(runs);
    await expect.poll(() => shown).toHaveLength(0);
  });

  it("is opened by a click", async () => {
    const opened: string[] = [];
    await pageWithRequest({ open: (url) => opened.push(url) });
    await expect.poll(() => shown).toHaveLength(1);
    shown[0]?.dispatchEvent(new Event("click"));
    expect(opened).toEqual(["https://shop.test/runs/run"]);
    expect(shown).toEqual([]);
  });

  it("is told in the host's own words, as one plain line", async () => {
    await pageWithRequest({ words: () => ({ title: "Pay\u202Eout\n<b>now</b>", body: "x".repeat(500) }) });
    await expect.poll(() => shown).toHaveLength(1);
    expect(shown[0]?.title).toBe("Pay out <b>now</b>");
    expect(shown[0]?.body).toHaveLength(120);
  });

  it("is not told of without permission, and is once that is given", async () => {
    FakeNotification.permission = "default";
    const runs = await pageWithRequest();
    await expect.poll(async () => (await runs.requests()).length).toBe(1);
    expect(shown).toEqual([]);
    FakeNotification.permission = "granted";
    await runs.store.create(createBatchWriter("other").next({ requests: [openRequest("other", "more")] }));
    await expect.poll(() => shown).toHaveLength(2);
  });

  it.each(["https://evil.test/", "//evil.test", "javascript:CANARY()"])("is never opened at %s", async (url) => {
    const problems: unknown[] = [];
    await pageWithRequest({ url: () => url, onProblem: (error) => problems.push(error) });
    await expect.poll(() => problems).toMatchObject([{ code: "invalid-argument" }]);
    expect(shown).toEqual([]);
  });
});

describe("askToNotify", () => {
  it("asks in a click only", async () => {
    FakeNotification.permission = "default";
    const requestPermission = vi.fn(async () => "granted");
    Object.assign(FakeNotification, { requestPermission });
    vi.stubGlobal("navigator", { userActivation: { isActive: false } });
    await expect(askToNotify()).rejects.toMatchObject({ code: "invalid-argument" });
    expect(requestPermission).not.toHaveBeenCalled();
    vi.stubGlobal("navigator", { userActivation: { isActive: true } });
    expect(await askToNotify()).toBe("granted");
  });
});

describe("a click that a service worker hears of", () => {
  function click(data: unknown, urls: readonly string[]) {
    const did: string[] = [];
    let hear: ((event: NotificationClick) => void) | undefined;
    const scope: NotificationScope = {
      addEventListener: (_type, listener) => {
        hear = listener;
      },
      clients: {
        matchAll: async () => urls.map((url) => ({ url, focus: async () => did.push(`focus ${url}`) })),
        openWindow: async (url) => did.push(`open ${url}`),
      },
    };
    openNotifiedRequests(scope);
    const done: Promise<unknown>[] = [];
    hear?.({ notification: { data, close: () => did.push("close") }, waitUntil: (promise) => done.push(promise) });
    return Promise.all(done).then(() => did);
  }
  const data = { holdpointRequest: "ask", url: "https://shop.test/runs/run" };

  it("goes to the tab that shows the Request, and leads no other tab away", async () => {
    expect(await click(data, ["https://shop.test/other", data.url])).toEqual(["close", `focus ${data.url}`]);
    expect(await click(data, ["https://shop.test/other"])).toEqual(["close", `open ${data.url}`]);
  });

  it("of somebody else's notification is left to them", async () => {
    expect(await click({ url: data.url }, [])).toEqual([]);
    expect(await click(null, [])).toEqual([]);
  });
});

describe("the words", () => {
  it("name no argument and nothing that a tool or a model wrote", () => {
    const request = openRequest("run", "ask", { request: { id: "ask", kind: "input", prompt: "sk-CANARY" } });
    expect(JSON.stringify(englishNotification(request))).not.toContain("CANARY");
    const own = openRequest("run", "ask", { request: { id: "ask", kind: "constructor", prompt: "" } });
    expect(englishNotification(own).body).toBe("It needs an answer.");
  });

  it("are one line", () => {
    expect(plainLine("a\u0000\u2028 b\u200b\tc")).toBe("a b c");
  });
});
