import { getEventListeners } from "node:events";
import { createVirtualClock } from "@holdpoint/testing";
import { expect, test } from "vitest";
import { startDeadline } from "./deadline.ts";

const outOfTime = () => new Error("out of time");

test("time that runs out aborts with the reason that was made for it", async () => {
  const clock = createVirtualClock();
  const deadline = startDeadline(undefined, 1000, outOfTime, clock);
  await clock.advance(999);
  expect(deadline.signal.aborted).toBe(false);
  await clock.advance(1);
  expect(deadline.signal.reason).toEqual(outOfTime());
});

test("the outer signal aborts with its own reason, also when it was aborted before", () => {
  const clock = createVirtualClock();
  const controller = new AbortController();
  const deadline = startDeadline(controller.signal, 1000, outOfTime, clock);
  controller.abort("stop");
  expect(deadline.signal.reason).toBe("stop");
  expect(startDeadline(controller.signal, 1000, outOfTime, clock).signal.reason).toBe("stop");
});

test("released, it keeps neither timer nor listener", () => {
  const clock = createVirtualClock();
  const { signal } = new AbortController();
  const deadline = startDeadline(signal, 1000, outOfTime, clock);
  expect(clock.scheduled).toBe(1);
  deadline.release();
  expect(clock.scheduled).toBe(0);
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});
