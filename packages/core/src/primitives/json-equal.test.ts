import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonEqual } from "./json-equal.ts";

test("a value equals a copy of itself, whatever the order of its keys", () => {
  const reversed = (_key: string, value: unknown): unknown =>
    value && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).reverse())
      : value;
  // JSON has no -0: its copy is 0.
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const plain: unknown = JSON.parse(JSON.stringify(value));
      expect(jsonEqual(plain, JSON.parse(JSON.stringify(plain, reversed)))).toBe(true);
    }),
  );
});

test.each([
  [{ a: 1 }, { a: 1, b: undefined }],
  [{ a: 1 }, { b: 1 }],
  [
    [1, 2],
    [2, 1],
  ],
  [[1], { 0: 1 }],
  [null, {}],
  ["1", 1],
  [{}, { toString: null }],
])("%j is not %j", (left, right) => {
  expect(jsonEqual(left, right)).toBe(false);
  expect(jsonEqual(right, left)).toBe(false);
});
