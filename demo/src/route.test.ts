import { expect, test } from "vitest";
import { hrefOf, parseRoute } from "./route.ts";

test.each([
  { page: "start" },
  { page: "inbox" },
  { page: "run", runId: "3f1c" },
  { page: "run", runId: "a/b #%" },
] as const)("the address of $page leads back to it", (route) => {
  expect(parseRoute(hrefOf(route))).toEqual(route);
});

test("an address that is no place of the demo leads to the start", () => {
  expect(parseRoute("#/runs/")).toEqual({ page: "start" });
  expect(parseRoute("#elsewhere")).toEqual({ page: "start" });
});

test("an address with a broken escape names a run that does not exist", () => {
  expect(parseRoute("#/runs/%E0%A4%A")).toEqual({ page: "run", runId: "%E0%A4%A" });
});
