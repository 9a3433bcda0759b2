import { createVirtualClock } from "@holdpoint/testing";
import { fuzzBudget, spoilJson, spoilText } from "@holdpoint/testing/suites";
import fc from "fast-check";
import { expect, test } from "vitest";
import { HoldpointError } from "../../contracts/errors.ts";
import { readRequest } from "../../contracts/read-request.ts";
import { hashJson } from "../../primitives/sha256.ts";
import { createHttpSource } from "./http-source.ts";
import { readRecord } from "./read-record.ts";
import { openRefundPlace } from "./refund-runs.fixture.ts";
import { createRequestHandler } from "./request-handler.ts";
import { shownDigest } from "./shown-digest.ts";

const BASE = "https://desk.test/holdpoint/requests";
const place = openRefundPlace();
const record = await place.ask();

test("a record from elsewhere that is taken is a Request, and its digest is that of the call it shows", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      const read = await readRecord(spoilJson(record, seed));
      expect("polluted" in {}).toBe(false);
      if (!read.ok) {
        expect(typeof read.path === "string" && read.problem !== "").toBe(true);
        return;
      }
      const { request, requestId, call } = read.record;
      expect(readRequest(request).ok).toBe(true);
      expect(request.id).toBe(requestId);
      expect(call.digest).toBe(await hashJson({ args: call.args, toolName: call.toolName }));
      expect(Object.isFrozen(read.record.call.args)).toBe(true);
    }),
    fuzzBudget(300),
  );
});

test("whatever is asked of the handler, it answers with its own words, never fails, and nothing is decided", async () => {
  const failures: unknown[] = [];
  const handle = createRequestHandler({
    source: place.store,
    authorize: () => true,
    onError: (error) => failures.push(error),
  });
  const answer = { v: 1, answer: { id: record.requestId, ok: true }, digest: shownDigest(record) };
  const paths = [
    "",
    "/",
    `/${record.requestId}`,
    `/${record.requestId}/answer`,
    "/events/answer",
    "/%E0%A4%A",
    "/a/b/c",
  ];
  const given = fc.record({
    seed: fc.nat(),
    method: fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"),
    path: fc.oneof(fc.constantFrom(...paths), fc.webPath()),
    query: fc.oneof(fc.constantFrom("", "?state=open", "?state=__proto__", "?runId=%00"), fc.webQueryParameters()),
    key: fc.constantFrom("key-00000001", "", "\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9", "x".repeat(300)),
    asText: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(given, async ({ seed, method, path, query, key, asText }) => {
      // Only what is changed: the Answer as it stands would be taken, and should be.
      const spoilt = asText ? spoilText(JSON.stringify(answer), seed) : JSON.stringify(spoilJson(answer, seed));
      const body = spoilt === JSON.stringify(answer) ? "{}" : spoilt;
      const hasBody = method !== "GET";
      const request = new Request(`${BASE}${path}${query}`, {
        method,
        headers: { "content-type": "application/json", "idempotency-key": key },
        ...(hasBody && { body }),
      });
      const before = await place.store.getRequest(record.requestId);
      const response = await handle(request);
      expect(response.status === 500 ? failures : []).toEqual([]);
      if (method === "OPTIONS") return;
      if (response.headers.get("content-type") === "text/event-stream") return response.body?.cancel();
      const said = (await response.json()) as { v: number; error?: { code: string }; accepted?: boolean };
      expect(said.v).toBe(1);
      if (response.status >= 400) expect(said.error?.code).toMatch(/^[a-z-]+$/);
      if (said.accepted === true) await reopened(body);
      else expect(await place.store.getRequest(record.requestId)).toEqual(before);
    }),
    fuzzBudget(300),
  );
});

/** What was taken was an Answer to this very Request, of the right shape: taken back for the next one. */
async function reopened(body: string): Promise<void> {
  const { answer, digest } = JSON.parse(body) as { answer: { id: unknown; ok: unknown }; digest: unknown };
  expect([answer.id, typeof answer.ok, digest]).toEqual([record.requestId, "boolean", shownDigest(record)]);
  await place.store.retractAnswer(record.requestId);
}

test("whatever a server replies, a source gives Requests that can be trusted, or fails with a code", async () => {
  const whole = { v: 1, requests: [record], request: record, accepted: true, retracted: true };
  const call = fc.constantFrom("list", "get", "answer", "publish", "retract");
  const status = fc.constantFrom(200, 200, 200, 201, 204, 400, 401, 404, 409, 410, 413, 500);
  await fc.assert(
    fc.asyncProperty(fc.nat(), call, status, fc.boolean(), async (seed, name, code, asText) => {
      const refusal = code < 400 ? whole : { ...whole, error: { code: "already-answered", message: "no" } };
      const text = asText ? spoilText(JSON.stringify(refusal), seed) : JSON.stringify(spoilJson(refusal, seed));
      const fetch = async () => new Response(code === 204 ? null : text, { status: code });
      const clock = createVirtualClock();
      const source = createHttpSource({ url: BASE, fetch, clock, warn: () => undefined });
      try {
        const given = await perform(source, name);
        for (const one of given) {
          expect(one.call.digest).toBe(await hashJson({ args: one.call.args, toolName: one.call.toolName }));
        }
      } catch (error) {
        expect(HoldpointError.is(error), String(error)).toBe(true);
        expect((error as Error).message.length).toBeLessThan(1_500);
      }
      expect("polluted" in {}).toBe(false);
    }),
    fuzzBudget(300),
  );
});

async function perform(source: ReturnType<typeof createHttpSource>, name: string) {
  switch (name) {
    case "list":
      return source.list();
    case "get":
      return [await source.get(record.requestId)].filter((one) => one !== undefined);
    case "answer": {
      const outcome = await source.answer(record.requestId, { ok: true }, { digest: shownDigest(record) });
      return outcome.record === undefined ? [] : [outcome.record];
    }
    case "publish":
      return [await source.publish(record)];
    default:
      await source.retract(record.requestId);
      return [];
  }
}
