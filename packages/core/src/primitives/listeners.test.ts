import { expect, test } from "vitest";
import { createListeners } from "./listeners.ts";

test("everyone hears in order, whoever throws", () => {
  const errors: unknown[] = [];
  const heard: string[] = [];
  const listeners = createListeners<string>((error) => errors.push(error));
  listeners.add((value) => heard.push(`first ${value}`));
  listeners.add(() => {
    throw new Error("mine");
  });
  listeners.add((value) => heard.push(`last ${value}`));
  listeners.tell("x");
  expect(heard).toEqual(["first x", "last x"]);
  expect(errors).toMatchObject([{ message: "mine" }]);
});

test("who stops hears nothing more, also in the middle of telling; who comes then waits for the next", () => {
  const heard: string[] = [];
  const listeners = createListeners<number>(() => undefined);
  listeners.add((value) => {
    heard.push(`a${value}`);
    stopB();
    listeners.add(() => heard.push(`c${value}`));
  });
  const stopB = listeners.add((value) => heard.push(`b${value}`));
  listeners.tell(1);
  expect(heard).toEqual(["a1"]);
});

test("one function that listens twice hears twice, and stops twice", () => {
  let count = 0;
  const listener = () => {
    count += 1;
  };
  const listeners = createListeners<void>(() => undefined);
  const stops = [listeners.add(listener), listeners.add(listener)];
  listeners.tell();
  expect([count, listeners.size]).toEqual([2, 2]);
  stops[0]?.();
  stops[0]?.();
  listeners.tell();
  expect([count, listeners.size]).toEqual([3, 1]);
});
