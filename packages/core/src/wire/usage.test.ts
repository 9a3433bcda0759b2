import { expect, test } from "vitest";
import { mergeUsage, toUsage } from "./usage.ts";

test("later figures replace earlier ones, field by field", () => {
  const first = mergeUsage(undefined, { input_tokens: 20, output_tokens: 1, cache_read_input_tokens: 3 });
  const last = mergeUsage(first, { output_tokens: 9, input_tokens: null });
  expect(last).toEqual({ input_tokens: 20, output_tokens: 9, cache_read_input_tokens: 3 });
  expect(toUsage(last)).toEqual({ promptTokens: 20, completionTokens: 9, totalTokens: 29 });
});

test("the total is the reported one, and the sum where the last report has none", () => {
  const first = mergeUsage(undefined, { prompt_tokens: 10, completion_tokens: 2, total_tokens: 40 });
  expect(toUsage(first)?.totalTokens).toBe(40);
  expect(toUsage(mergeUsage(first, { completion_tokens: 5 }))?.totalTokens).toBe(15);
});

test.each([[undefined], [null], [{}], [{ prompt_tokens: "12" }], [[1]], ["x"], [{ prompt_tokens: Number.NaN }]])(
  "%j is no usage",
  (reported) => {
    expect(toUsage(mergeUsage(undefined, reported))).toBeUndefined();
  },
);

test("a figure that is missing or no count is 0", () => {
  expect(toUsage({ prompt_tokens: 4 })).toEqual({ promptTokens: 4, completionTokens: 0, totalTokens: 4 });
  expect(toUsage({ prompt_tokens: -1, completion_tokens: 3 })?.promptTokens).toBe(0);
});

test("a hostile key is data", () => {
  const merged = mergeUsage({}, JSON.parse('{"__proto__":{"polluted":1},"prompt_tokens":1}'));
  expect(Object.keys(merged ?? {})).toContain("__proto__");
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
