import { afterEach, expect, test, vi } from "vitest";
import { MAX_TIMER_MS, systemClock } from "./clock.ts";

afterEach(() => vi.useRealTimers());

test("a delay beyond what a timer holds does not fire early", () => {
  vi.useFakeTimers();
  let fired = 0;
  systemClock.schedule(() => fired++, MAX_TIMER_MS + 5000);
  vi.advanceTimersByTime(MAX_TIMER_MS + 4999);
  expect(fired).toBe(0);
  vi.advanceTimersByTime(1);
  expect(fired).toBe(1);
});

test("a delay that was called off never fires, whichever of its timers runs", () => {
  vi.useFakeTimers();
  let fired = 0;
  const cancel = systemClock.schedule(() => fired++, MAX_TIMER_MS * 2);
  vi.advanceTimersByTime(MAX_TIMER_MS + 1);
  cancel();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(MAX_TIMER_MS * 2);
  expect(fired).toBe(0);
});

test("a delay of nothing fires on the next turn, not at once", async () => {
  let fired = false;
  const done = new Promise<void>((resolve) => {
    systemClock.schedule(() => {
      fired = true;
      resolve();
    }, 0);
  });
  expect(fired).toBe(false);
  await done;
});
