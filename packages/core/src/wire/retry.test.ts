import { createVirtualClock } from "@holdpoint/testing";
import { expect, test } from "vitest";
import { EndpointError } from "../contracts/errors.ts";
import { AttemptFailed, type FailedAttempt, retry } from "./retry.ts";

const status = (code: number, retryAfterMs?: number) =>
  new AttemptFailed(new EndpointError("endpoint-status", `LLM ${code}: no`, { status: code }), retryAfterMs);
const network = () => new AttemptFailed(new EndpointError("endpoint-unreachable", "fetch failed"));

/** Fails as it is told, then succeeds; counts the waits asked of the clock. */
function script(failures: readonly Error[]) {
  const inner = createVirtualClock();
  const waits: number[] = [];
  const clock = {
    now: inner.now,
    schedule(callback: () => void, delayMs: number) {
      waits.push(delayMs);
      return inner.schedule(callback, 0);
    },
  };
  let attempts = 0;
  async function attempt(): Promise<string> {
    const failed = failures[attempts++];
    if (failed) throw failed;
    return "done";
  }
  /** Lets what waits go on till it has settled. */
  async function settle<T>(promise: Promise<T>): Promise<T> {
    let settled = false;
    const mark = () => {
      settled = true;
    };
    promise.then(mark, mark);
    while (!settled) await inner.advance(0);
    return promise;
  }
  return { attempt, clock, waits, settle, attempts: () => attempts };
}
const { signal } = new AbortController();

test.each([429, 500, 502, 503, 504, 529])("%d is retried", async (code) => {
  const { attempt, clock, settle, attempts } = script([status(code)]);
  await expect(settle(retry(attempt, signal, { clock }))).resolves.toBe("done");
  expect(attempts()).toBe(2);
});

test.each([400, 401, 403, 404, 408, 409, 422, 501])("%d is final", async (code) => {
  const { attempt, clock, settle, attempts } = script([status(code)]);
  await expect(settle(retry(attempt, signal, { clock }))).rejects.toThrow(`LLM ${code}: no`);
  expect(attempts()).toBe(1);
});

test("a status the host adds is retried, those of the contract still are", async () => {
  const { attempt, clock, settle, attempts } = script([status(418), status(503)]);
  await settle(retry(attempt, signal, { clock, retryableStatuses: [418] }));
  expect(attempts()).toBe(3);
});

test("at most `retries` more attempts are made, and the last failure is thrown", async () => {
  const { attempt, clock, settle, attempts } = script([network(), status(500), status(503), status(502)]);
  await expect(settle(retry(attempt, signal, { clock }))).rejects.toThrow("LLM 503");
  expect(attempts()).toBe(3);
});

test("the backoff doubles, plus at most a tenth of a second", async () => {
  const { attempt, clock, settle, waits } = script([network(), network(), network()]);
  await settle(retry(attempt, signal, { clock, retries: 3, retryBaseMs: 200 }));
  expect(waits).toHaveLength(3);
  for (const [position, base] of [200, 400, 800].entries()) {
    expect(waits[position]).toBeGreaterThanOrEqual(base);
    expect(waits[position]).toBeLessThanOrEqual(base + 100);
  }
});

test("Retry-After is taken at its word, 0 and more than a timer holds included", async () => {
  const { attempt, clock, settle, waits } = script([status(429, 0), status(429, 2_147_483_647_000)]);
  await settle(retry(attempt, signal, { clock }));
  expect(waits).toEqual([0, 2_147_483_647_000]);
});

test("onError decides every failed attempt, the last one too, within `retries`", async () => {
  const seen: FailedAttempt[] = [];
  const { attempt, clock, settle, attempts } = script([status(418), network(), status(500)]);
  const onError = (failed: FailedAttempt) => {
    seen.push(failed);
    return "retry" as const;
  };
  await expect(settle(retry(attempt, signal, { clock, retries: 2, onError }))).rejects.toThrow("LLM 500");
  expect(attempts()).toBe(3);
  expect(seen.map(({ attempt: number, status: code, retryable }) => [number, code, retryable])).toEqual([
    [0, 418, false],
    [1, undefined, true],
    [2, 500, true],
  ]);
  expect(seen[1]?.error?.message).toBe("fetch failed");
});

test("onError can refuse what would be retried", async () => {
  const { attempt, clock, settle, attempts, waits } = script([status(503)]);
  await expect(settle(retry(attempt, signal, { clock, onError: () => "fail" }))).rejects.toThrow("LLM 503");
  expect([attempts(), waits.length]).toEqual([1, 0]);
});

test("an abort ends a wait at once and does not ask onError", async () => {
  const controller = new AbortController();
  const clock = createVirtualClock();
  let asked = 0;
  const running = retry(
    async () => {
      throw status(503, 60_000);
    },
    controller.signal,
    {
      clock,
      onError: () => {
        asked++;
        return "retry";
      },
    },
  );
  await clock.whenScheduled();
  controller.abort(new Error("enough"));
  await expect(running).rejects.toThrow("enough");
  expect([asked, clock.scheduled]).toEqual([1, 0]);
});

test("an abort inside an attempt is its reason, not a failure of the endpoint", async () => {
  const controller = new AbortController();
  const running = retry(
    async () => {
      controller.abort(new Error("enough"));
      throw network();
    },
    controller.signal,
    { onError: () => "retry" },
  );
  await expect(running).rejects.toThrow("enough");
});

test("what fails after the first byte is not retried", async () => {
  const { attempt, clock, settle, attempts } = script([new EndpointError("stream-cut", "cut")]);
  await expect(settle(retry(attempt, signal, { clock }))).rejects.toThrow("cut");
  expect(attempts()).toBe(1);
});
