import { describe, expect, it, vi } from "vitest";
import type { RequestRecord } from "../journal.ts";
import { openRefundPlace } from "./refund-runs.fixture.ts";
import { createRequestBoard } from "./request-board.ts";
import { createRequestHandler, type RequestHandlerOptions } from "./request-handler.ts";
import { shownDigest } from "./shown-digest.ts";

const BASE = "https://desk.test/holdpoint/requests";

async function served(options: Partial<RequestHandlerOptions> = {}) {
  const place = openRefundPlace();
  const record = await place.ask();
  const handle = createRequestHandler({ source: place.store, authorize: () => true, ...options });
  return { ...place, record, handle };
}

function answering(
  record: RequestRecord,
  { headers = {}, body = {}, id = record.requestId }: { headers?: HeadersInit; body?: object; id?: string } = {},
): Request {
  const answer = { id: record.requestId, ok: true };
  return new Request(`${BASE}/${id}/answer`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": "key-0001", ...headers },
    body: JSON.stringify({ v: 1, answer, digest: shownDigest(record), ...body }),
  });
}

async function codeOf(response: Response): Promise<readonly [number, string | undefined]> {
  const body = (await response.json()) as { error?: { code: string } };
  return [response.status, body.error?.code];
}

describe("without a hook for authentication", () => {
  it.each([undefined, null, true, "yes"])("the handler refuses to start (%s)", (authorize) => {
    const options = { source: createRequestBoard(), authorize } as unknown as RequestHandlerOptions;
    expect(() => createRequestHandler(options)).toThrow(/needs `authorize`/);
  });
});

describe("who may", () => {
  it.each([
    ["false", () => false],
    ["nothing", () => undefined as unknown as boolean],
    ["a text", () => "true" as unknown as boolean],
    ["a rejection", () => Promise.reject(new Error("no session"))],
  ])("nobody, when the hook says %s: nothing is read or changed", async (_, authorize) => {
    const { handle, record, store } = await served({ authorize, onError: () => undefined });
    for (const request of [
      new Request(BASE),
      new Request(`${BASE}/${record.requestId}`),
      new Request(`${BASE}/events`),
      answering(record),
      new Request(`${BASE}/${record.requestId}/answer`, { method: "DELETE" }),
    ]) {
      expect(await codeOf(await handle(request))).toEqual([403, "source-refused"]);
    }
    expect(await store.getRequest(record.requestId)).toEqual(record);
  });

  it("is asked for what, and for which Request", async () => {
    const authorize = vi.fn(() => true);
    const { handle, record } = await served({ authorize });
    await handle(new Request(BASE));
    await handle(answering(record));
    expect(authorize.mock.calls.map((call) => (call as unknown[])[1])).toEqual([
      { action: "list" },
      { action: "answer", requestId: record.requestId },
    ]);
  });

  it("what somebody may not see does not exist for them", async () => {
    const { handle, record, store } = await served({ authorize: () => ({ sees: () => false }) });
    expect(await (await handle(new Request(BASE))).json()).toEqual({ v: 1, requests: [] });
    expect(await codeOf(await handle(new Request(`${BASE}/${record.requestId}`)))).toEqual([404, "unknown-request"]);
    expect(await codeOf(await handle(answering(record)))).toEqual([404, "unknown-request"]);
    expect(await store.getRequest(record.requestId)).toEqual(record);
  });
});

describe("an Answer is refused in words, and nothing is changed", () => {
  it.each<readonly [string, (record: RequestRecord) => Request, readonly [number, string]]>([
    [
      "from a page of another origin",
      (r) => answering(r, { headers: { origin: "https://evil.test" } }),
      [403, "source-refused"],
    ],
    ["from a page of no origin", (r) => answering(r, { headers: { origin: "null" } }), [403, "source-refused"]],
    [
      "from a name that begins like ours",
      (r) => answering(r, { headers: { origin: "https://desk.test.evil.test" } }),
      [403, "source-refused"],
    ],
    [
      "from our host without TLS",
      (r) => answering(r, { headers: { origin: "http://desk.test" } }),
      [403, "source-refused"],
    ],
    ["sent by a form", (r) => answering(r, { headers: { "content-type": "text/plain" } }), [400, "invalid-argument"]],
    ["without a key", (r) => answering(r, { headers: { "idempotency-key": "" } }), [400, "invalid-argument"]],
    [
      "to another Request",
      (r) => answering(r, { body: { answer: { id: "req_other", ok: true } } }),
      [422, "answer-mismatch"],
    ],
    [
      "to a Request that is not here",
      (r) => answering(r, { id: "req_none", body: { answer: { id: "req_none", ok: true } } }),
      [404, "unknown-request"],
    ],
    [
      "to another call than was shown",
      (r) => answering(r, { body: { digest: "f".repeat(64) } }),
      [422, "answer-mismatch"],
    ],
    [
      "that does not say what was shown",
      (r) => answering(r, { body: { digest: undefined } }),
      [422, "answer-mismatch"],
    ],
    [
      "whose ok is a text",
      (r) => answering(r, { body: { answer: { id: r.requestId, ok: "true" } } }),
      [422, "answer-invalid"],
    ],
    ["that is a list", (r) => answering(r, { body: { answer: [true] } }), [400, "invalid-argument"]],
    ["of a later version", (r) => answering(r, { body: { v: 2 } }), [400, "invalid-argument"]],
  ])("%s", async (_, make, expected) => {
    const { handle, record, store, effects } = await served();
    const response = await handle(make(record));
    const body = (await response.json()) as { error: { code: string; message: string } };
    expect([response.status, body.error.code]).toEqual(expected);
    expect(body.error.message).toMatch(/\w+ \w+/);
    expect(await store.getRequest(record.requestId)).toEqual(record);
    expect(effects).toEqual([]);
  });

  it("one that is no JSON, and one that is too large", async () => {
    const { handle, record, store } = await served();
    const send = (body: string) =>
      handle(
        new Request(`${BASE}/${record.requestId}/answer`, {
          method: "POST",
          headers: { "content-type": "application/json", "idempotency-key": "key-0001" },
          body,
        }),
      );
    expect(await codeOf(await send("{"))).toEqual([400, "invalid-argument"]);
    expect(await codeOf(await send("[".repeat(100_000)))).toEqual([400, "invalid-argument"]);
    expect(await codeOf(await send(" ".repeat(8_000_001)))).toEqual([413, "too-large"]);
    expect(await store.getRequest(record.requestId)).toEqual(record);
  });
});

describe("an Answer that comes twice", () => {
  it("with the same key: one Answer and the same reply, also in one moment", async () => {
    const { handle, record } = await served();
    const replies = await Promise.all([handle(answering(record)), handle(answering(record))]);
    const again = await handle(answering(record));
    const texts = await Promise.all([...replies, again].map((reply) => reply.text()));
    expect(new Set(texts).size).toBe(1);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  });

  it("with another key: it is told that somebody was first, and what was decided", async () => {
    const { handle, record } = await served();
    await handle(answering(record));
    const late = await handle(
      answering(record, {
        headers: { "idempotency-key": "key-0002" },
        body: { answer: { id: record.requestId, ok: false } },
      }),
    );
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({
      accepted: false,
      error: { code: "already-answered" },
      request: { requestId: record.requestId, answer: { ok: true } },
    });
  });

  it("with a key that was used for something else: refused", async () => {
    const { handle, record } = await served();
    await handle(answering(record));
    const other = answering(record, { body: { answer: { id: record.requestId, ok: false } } });
    expect(await codeOf(await handle(other))).toEqual([422, "answer-mismatch"]);
  });

  it("after the server failed: the key is free again", async () => {
    const { record, store } = await served();
    let fails = true;
    const source = {
      ...createRequestBoard(),
      get: store.getRequest,
      answer: async () => {
        if (fails) throw new Error("disk CANARY");
        return { accepted: true, record } as const;
      },
    };
    const onError = vi.fn();
    const handle = createRequestHandler({ source, authorize: () => true, onError });
    const first = await handle(answering(record));
    expect(first.status).toBe(500);
    expect(await first.text()).not.toContain("CANARY");
    expect(onError).toHaveBeenCalledOnce();
    fails = false;
    expect((await handle(answering(record))).status).toBe(200);
  });
});

describe("pages of other origins", () => {
  const origin = "https://back-office.test";

  it("listed ones are answered with exactly their origin, asked beforehand or not", async () => {
    const { handle } = await served({ origins: [origin] });
    const asked = await handle(new Request(BASE, { method: "OPTIONS", headers: { origin } }));
    expect(asked.status).toBe(204);
    expect(asked.headers.get("access-control-allow-headers")).toContain("idempotency-key");
    const listed = await handle(new Request(BASE, { headers: { origin } }));
    expect(listed.headers.get("access-control-allow-origin")).toBe(origin);
    expect(listed.headers.get("vary")).toBe("origin");
  });

  it("others get no leave, not even to ask", async () => {
    const { handle } = await served({ origins: [origin] });
    const asked = await handle(new Request(BASE, { method: "OPTIONS", headers: { origin: "https://evil.test" } }));
    expect(asked.status).toBe(403);
    expect(asked.headers.get("access-control-allow-origin")).toBeNull();
  });

  it.each([
    "*",
    "https://*.test",
    "back-office.test",
    "https://back-office.test/",
    "https://back-office.test/desk",
    "null",
  ])("%s is no origin, so the handler refuses to start", (wrong) => {
    const options = { source: createRequestBoard(), authorize: () => true, origins: [wrong] };
    expect(() => createRequestHandler(options)).toThrow(/is no origin/);
  });
});

describe("paths and methods", () => {
  it.each([
    ["GET", "https://desk.test/other", 404],
    ["GET", `${BASE}elsewhere`, 404],
    ["GET", `${BASE}/a/b/c`, 404],
    ["GET", `${BASE}/%E0%A4%A`, 404],
    ["PATCH", BASE, 405],
    ["POST", `${BASE}/req_1`, 405],
    ["GET", `${BASE}/req_1/answer`, 405],
    ["GET", `${BASE}?state=approved`, 400],
    ["GET", `${BASE}/__proto__`, 404],
    ["GET", `${BASE}/constructor`, 404],
  ])("%s %s → %i", async (method, url, status) => {
    const { handle } = await served();
    expect((await handle(new Request(url, { method }))).status).toBe(status);
  });

  it("a store that is no board takes no publications", async () => {
    const { handle, record } = await served();
    const put = new Request(`${BASE}/${record.requestId}`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ v: 1, request: record }),
    });
    expect(await codeOf(await handle(put))).toEqual([405, "unsupported"]);
  });
});

describe("the events", () => {
  it("are hints without data, beginning when they are asked for, and end when the client goes", async () => {
    const { handle, store, record } = await served();
    const gone = new AbortController();
    const response = await handle(new Request(`${BASE}/events`, { signal: gone.signal }));
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const reader = response.body?.getReader();
    if (reader === undefined) throw new Error("There is no body.");
    const decoder = new TextDecoder();
    const next = async () => decoder.decode((await reader.read()).value);
    expect(await next()).toMatch(/^retry: \d+\n\n$/);
    await store.answer(record.requestId, { id: record.requestId, ok: false }, Date.now());
    expect(await next()).toBe('event: change\ndata: {"v":1}\n\n');
    gone.abort();
    let last = await reader.read();
    while (!last.done) last = await reader.read();
    expect(last.done).toBe(true);
  });
});
