import { getEventListeners } from "node:events";
import { createVirtualClock } from "@holdpoint/testing";
import { expect, test } from "vitest";
import { sleep } from "./sleep.ts";

test("waits as long as it was told, and leaves nothing behind", async () => {
  const clock = createVirtualClock();
  const { signal } = new AbortController();
  let done = false;
  const waiting = sleep(5000, signal, clock).then(() => {
    done = true;
  });
  await clock.advance(4999);
  expect(done).toBe(false);
  await clock.advance(1);
  await waiting;
  expect(clock.scheduled).toBe(0);
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

test("an abort ends the wait at once, with its reason", async () => {
  const clock = createVirtualClock();
  const controller = new AbortController();
  const waiting = sleep(5000, controller.signal, clock);
  controller.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  expect(clock.scheduled).toBe(0);
});

test("with a signal that is aborted already nothing is waited for", async () => {
  const clock = createVirtualClock();
  await expect(sleep(5000, AbortSignal.abort(new Error("before")), clock)).rejects.toThrow("before");
  expect(clock.scheduled).toBe(0);
});
