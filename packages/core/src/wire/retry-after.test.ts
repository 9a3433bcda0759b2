import { expect, test } from "vitest";
import { retryAfterMs } from "./retry-after.ts";

test.each([
  ["0", 0],
  ["7", 7000],
  [" \t12 ", 12_000],
  ["2147483647", 2_147_483_647_000],
])("%j is a number of seconds", (header, milliseconds) => {
  expect(retryAfterMs(header)).toBe(milliseconds);
});

test.each([
  [null],
  [""],
  ["2147483648"],
  ["0.5"],
  ["-1"],
  ["+1"],
  ["1e3"],
  ["0x10"],
  ["１２"],
  ["1 2"],
  ["Wed, 21 Oct 2026 07:28:00 GMT"],
])("%j says nothing, so that the caller backs off", (header) => {
  expect(retryAfterMs(header)).toBeUndefined();
});
