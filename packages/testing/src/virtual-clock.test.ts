import { sleep } from "@holdpoint/core";
import { describe, expect, test } from "vitest";
import { createVirtualClock } from "./virtual-clock.ts";

describe("createVirtualClock", () => {
  test("callbacks come in the order of their time, ties in the order of scheduling", async () => {
    const clock = createVirtualClock();
    const calls: string[] = [];
    clock.schedule(() => calls.push("late"), 20);
    clock.schedule(() => calls.push("first"), 10);
    clock.schedule(() => calls.push("second"), 10);
    await clock.advance(20);
    expect(calls).toEqual(["first", "second", "late"]);
  });

  test("what a callback schedules within the time moved is called too, at its own time", async () => {
    const clock = createVirtualClock(0);
    const at: number[] = [];
    clock.schedule(() => {
      at.push(clock.now());
      clock.schedule(() => at.push(clock.now()), 5);
    }, 10);
    await clock.advance(100);
    expect(at).toEqual([10, 15]);
    expect(clock.now()).toBe(100);
  });

  test("a callback that was called off is not called", async () => {
    const clock = createVirtualClock();
    let called = false;
    const cancel = clock.schedule(() => {
      called = true;
    }, 10);
    cancel();
    expect(clock.scheduled).toBe(0);
    await clock.advance(10);
    expect(called).toBe(false);
  });

  test("a wait beyond what a platform timer holds is kept", async () => {
    const clock = createVirtualClock();
    let woke = false;
    const waiting = sleep(2 ** 32, undefined, clock).then(() => {
      woke = true;
    });
    await clock.advance(2 ** 32 - 1);
    expect(woke).toBe(false);
    await clock.advance(1);
    await waiting;
    expect(woke).toBe(true);
  });

  test("setting the wall clock moves no timer", async () => {
    const clock = createVirtualClock(1000);
    let called = false;
    clock.schedule(() => {
      called = true;
    }, 10);
    clock.setNow(5_000_000);
    await clock.advance(9);
    expect([called, clock.now()]).toEqual([false, 5_000_009]);
    await clock.advanceToNext();
    expect(called).toBe(true);
  });

  test("whenScheduled waits for a program to reach its timer", async () => {
    const clock = createVirtualClock();
    const program = Promise.resolve().then(() => sleep(50, undefined, clock));
    await clock.whenScheduled();
    await clock.advanceToNext();
    await program;
    expect(clock.scheduled).toBe(0);
  });
});
