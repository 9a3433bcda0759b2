import { createVirtualClock } from "@holdpoint/testing";
import { describe, expect, it, vi } from "vitest";
import type { RequestRecord } from "../journal.ts";
import { createMemoryStore, type MemoryStore } from "../memory-store.ts";
import { createRuns } from "../runs.ts";
import { createHttpSource, type HttpSourceOptions } from "./http-source.ts";
import { createLocalSource } from "./local-source.ts";
import { openRefundPlace, type RefundPlace } from "./refund-runs.fixture.ts";
import { createRequestHandler, type RequestHandlerOptions } from "./request-handler.ts";
import type { RequestSource } from "./request-source.ts";

const URL_OF_SOURCE = "https://desk.test/holdpoint/requests";

function overHttp(
  source: RequestHandlerOptions["source"],
  options: Partial<RequestHandlerOptions> & Pick<HttpSourceOptions, "warn"> = {},
): RequestSource {
  const { warn, ...rest } = options;
  const handle = createRequestHandler({ source, authorize: () => true, ...rest });
  return createHttpSource({
    url: URL_OF_SOURCE,
    fetch: (url, init) => handle(new Request(url, init)),
    ...(warn && { warn }),
  });
}

const kinds: readonly [string, (place: RefundPlace) => RequestSource][] = [
  ["over the local store", ({ store }) => createLocalSource(store)],
  ["over runs", ({ runs }) => createLocalSource(runs)],
  ["over HTTP from a store", ({ store }) => overHttp(store)],
  ["over HTTP from runs", ({ runs }) => overHttp(runs)],
];

describe.each(kinds)("a source %s", (_, open) => {
  it("lists what is open, and gives one by its id in any state", async () => {
    const place = openRefundPlace();
    const record = await place.ask();
    const source = open(place);
    expect(await source.list()).toEqual([record]);
    expect(await source.list({ runId: "another" })).toEqual([]);
    expect(await source.list({ agent: "shop", state: ["open", "answered"] })).toEqual([record]);
    expect(await source.get(record.requestId)).toEqual(record);
    expect(await source.get("req_none")).toBeUndefined();
  });

  it("takes an Answer once: the second is told what was decided, and the call runs once", async () => {
    const place = openRefundPlace();
    const record = await place.ask();
    await place.runs.resume();
    const source = open(place);
    const first = await source.answer(record.requestId, { ok: true });
    expect(first).toMatchObject({ accepted: true, record: { requestId: record.requestId, answer: { ok: true } } });
    const second = await source.answer(record.requestId, { ok: false, reason: "declined" });
    expect(second).toMatchObject({ accepted: false, record: { answer: { ok: true } } });
    await vi.waitFor(async () => expect((await place.runs.list())[0]?.status).toBe("done"));
    expect(place.effects).toEqual(["A17"]);
  });

  it("keeps an Answer where no agent is registered; the run goes on where one is", async () => {
    const { store, record } = await leftOpen();
    const source = open(placeWithoutAgents(store.fork()));
    expect(await source.answer(record.requestId, { ok: true })).toMatchObject({ accepted: true });
    expect((await store.getRequest(record.requestId))?.state).toBe("answered");
    const after = openRefundPlace(store.fork());
    await after.runs.resume();
    await vi.waitFor(async () => expect((await store.getRun(record.runId))?.status).toBe("done"));
    expect(after.effects).toEqual(["A17"]);
  });

  it("takes an Answer back while nobody has acted on it, and not afterwards", async () => {
    const { store, record } = await leftOpen();
    const source = open(placeWithoutAgents(store.fork()));
    await source.answer(record.requestId, { ok: true });
    expect(await source.retract(record.requestId)).toBe(true);
    expect((await store.getRequest(record.requestId))?.state).toBe("open");
    await source.answer(record.requestId, { ok: true });
    await openRefundPlace(store.fork()).runs.resume();
    await vi.waitFor(async () => expect((await store.getRun(record.runId))?.status).toBe("done"));
    expect(await source.retract(record.requestId)).toBe(false);
  });

  it("refuses an Answer to another call than was shown, to an unknown Request, and of the wrong shape", async () => {
    const place = openRefundPlace();
    const record = await place.ask();
    const source = open(place);
    await expect(source.answer(record.requestId, { ok: true }, { digest: "0".repeat(64) })).rejects.toMatchObject({
      code: "answer-mismatch",
    });
    await expect(source.answer("req_none", { ok: true }, { digest: "0".repeat(64) })).rejects.toMatchObject({
      code: "unknown-request",
    });
    const asText = { ok: "true" } as unknown as { ok: boolean };
    await expect(source.answer(record.requestId, asText)).rejects.toMatchObject({ code: "answer-invalid" });
    expect(await place.store.getRequest(record.requestId)).toEqual(record);
    expect(place.effects).toEqual([]);
  });

  it("hears that something changed, and no more once it stopped", async () => {
    const place = openRefundPlace();
    const source = open(place);
    const heard = vi.fn();
    const states = vi.fn();
    const stop = source.watch(heard, states);
    await vi.waitFor(() => expect(states).toHaveBeenLastCalledWith({ connected: true }));
    heard.mockClear();
    await place.ask();
    await vi.waitFor(() => expect(heard).toHaveBeenCalled());
    stop();
    heard.mockClear();
    await place.ask("B2");
    expect(heard).not.toHaveBeenCalled();
  });
});

describe("an expired Request", () => {
  it("is refused over HTTP in words, and stays expired whatever the clock says later", async () => {
    const clock = createVirtualClock(1_000_000_000_000);
    const { store, record } = await storeWith({ expiresAt: 1_000_000_060_000 });
    const source = overHttp(store, { clock });
    await clock.advance(60_000);
    await expect(source.answer(record.requestId, { ok: true })).rejects.toMatchObject({ code: "request-expired" });
    expect((await store.getRequest(record.requestId))?.answer).toMatchObject({ ok: false, reason: "expired" });
  });
});

describe("an Answer that was sent and not heard of", () => {
  it("counts once when it is sent again, and is told as ours", async () => {
    const place = openRefundPlace();
    const record = await place.ask();
    const handle = createRequestHandler({ source: place.store, authorize: () => true });
    let lost = 1;
    const source = createHttpSource({
      url: URL_OF_SOURCE,
      async fetch(url, init) {
        const response = await handle(new Request(url, init));
        if (init?.method !== "POST" || lost === 0) return response;
        lost -= 1;
        throw new TypeError("Failed to fetch");
      },
    });
    expect(await source.answer(record.requestId, { ok: true })).toMatchObject({ accepted: true });
    expect(lost).toBe(0);
  });

  it("can be sent again by a person after all attempts failed, under the same key", async () => {
    const place = openRefundPlace();
    const record = await place.ask();
    const handle = createRequestHandler({ source: place.store, authorize: () => true });
    const clock = createVirtualClock();
    let isDown = false;
    const keys = new Set<string | null>();
    const source = createHttpSource({
      url: URL_OF_SOURCE,
      clock,
      async fetch(url, init) {
        const request = new Request(url, init);
        if (request.method === "POST") keys.add(request.headers.get("idempotency-key"));
        const response = await handle(request);
        if (isDown) throw new TypeError("Failed to fetch");
        return response;
      },
    });
    await source.list();
    isDown = true;
    const first = expect(source.answer(record.requestId, { ok: true })).rejects.toMatchObject({
      code: "source-unreachable",
    });
    await clock.advance(60_000);
    await first;
    isDown = false;
    expect(await source.answer(record.requestId, { ok: true })).toMatchObject({ accepted: true });
    expect(keys.size).toBe(1);
  });
});

describe("a record that cannot be trusted", () => {
  const cases: readonly [string, (record: RequestRecord) => unknown][] = [
    [
      "its arguments are not those of its digest",
      (record) => ({ ...record, call: { ...record.call, args: { order: "Z" } } }),
    ],
    [
      "its address is a script",
      (record) => ({ ...record, request: { ...record.request, url: "javascript:CANARY()" } }),
    ],
    ["it names another Request", (record) => ({ ...record, requestId: "req_other" })],
    ["it is of a later version", (record) => ({ ...record, v: 2 })],
    ["its state is none", (record) => ({ ...record, state: "approved" })],
    ["its Answer is for another", (record) => ({ ...record, answer: { id: "req_other", ok: true } })],
    ["it is no object", () => "approve"],
  ];
  it.each(cases)("is left out of the list, and said, when %s", async (_, change) => {
    const place = openRefundPlace();
    const record = await place.ask();
    const warn = vi.fn();
    const source = createHttpSource({
      url: URL_OF_SOURCE,
      warn,
      fetch: async () => Response.json({ v: 1, requests: [change(record), record] }),
    });
    expect(await source.list()).toEqual([record]);
    expect(warn).toHaveBeenCalledOnce();
  });

  it("pollutes no prototype", async () => {
    const place = openRefundPlace();
    const text = JSON.stringify(await place.ask());
    const hostile = text.replace('{"v"', '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"v"');
    const source = createHttpSource({
      url: URL_OF_SOURCE,
      fetch: async () => new Response(`{"v":1,"requests":[${hostile}]}`),
    });
    await source.list();
    expect(Reflect.get({}, "admin")).toBeUndefined();
  });
});

describe("the address of a source", () => {
  it.each([
    ["http://desk.test/requests"],
    ["javascript:alert(1)"],
    ["data:text/plain,1"],
    ["https://user:secret@desk.test/requests"],
    ["/requests"],
    ["ftp://desk.test/"],
  ])("is refused in words: %s", (url) => {
    expect(() => createHttpSource({ url })).toThrow(/address of the request source is refused/);
  });

  it.each(["https://desk.test/requests", "http://localhost:3000/requests/", "http://127.0.0.1/requests"])(
    "is taken: %s",
    (url) => {
      expect(() => createHttpSource({ url })).not.toThrow();
    },
  );
});

describe("a server that is not what it should be", () => {
  it.each([
    ["HTML", () => new Response("<html>Sign in</html>"), "source-unreadable"],
    ["no list", () => Response.json({ v: 1 }), "source-unreadable"],
    ["a redirect to a sign-in page", () => new Response(null, { status: 401 }), "source-refused"],
    ["an error without our code", () => Response.json({ oops: true }, { status: 500 }), "source-unreadable"],
    ["a made-up code", () => Response.json({ error: { code: "approved" } }, { status: 400 }), "source-unreadable"],
  ])("is told by code: %s", async (_, reply, code) => {
    const source = createHttpSource({ url: URL_OF_SOURCE, fetch: async () => reply() });
    await expect(source.list()).rejects.toMatchObject({ code });
  });

  it("is not read beyond the limit", async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1_000_000;
        controller.enqueue(new Uint8Array(1_000_000).fill(0x20));
      },
    });
    const source = createHttpSource({ url: URL_OF_SOURCE, fetch: async () => new Response(endless) });
    await expect(source.list()).rejects.toMatchObject({ code: "source-unreadable" });
    expect(sent).toBeLessThan(12_000_000);
  });

  it("hears no secret back in an error", async () => {
    const source = createHttpSource({
      url: URL_OF_SOURCE,
      headers: { authorization: () => "Bearer CANARY\nsecret" },
      fetch: async () => Response.json({}),
    });
    const error: unknown = await source.list().catch((thrown: unknown) => thrown);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain("CANARY");
    expect(error).toMatchObject({ code: "invalid-argument" });
  });
});

/** A Request whose page is gone. */
async function leftOpen() {
  const store = createMemoryStore();
  const place = openRefundPlace(store.fork());
  const record = await place.ask();
  await place.runs.close();
  return { store, record };
}

function placeWithoutAgents(store: MemoryStore): RefundPlace {
  return { ...openRefundPlace(), store, runs: createRuns({ store, agents: [] }) };
}

async function storeWith(fields: { readonly expiresAt: number }) {
  const place = openRefundPlace();
  const record = await place.ask();
  const store = createMemoryStore();
  const run = await place.store.getRun(record.runId);
  if (run === undefined) throw new Error("The run is gone.");
  const timed: RequestRecord = { ...record, request: { ...record.request, ...fields } };
  await store.create({
    runId: record.runId,
    epoch: 0,
    events: [],
    record: { ...run, epoch: 0 },
    requests: [timed],
    strict: true,
  });
  return { store, record: timed };
}
