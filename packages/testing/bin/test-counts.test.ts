import { describe, expect, test } from "vitest";
import { countByExitCode, countByLastLine, countByVitestReport } from "./test-counts.mjs";

const ended = { code: 0, output: "" };

describe("countByExitCode", () => {
  test("a step that ends well is one passed test", () => {
    expect(countByExitCode(ended)).toEqual({ passed: 1, failed: 0, skipped: 0 });
  });

  test("a step that ends badly, or not at all, is one failed test", () => {
    expect(countByExitCode({ code: 2, output: "" })).toMatchObject({ passed: 0, failed: 1, problem: "exit code 2" });
    expect(countByExitCode({ code: 1, output: "", note: "hung" })).toMatchObject({ failed: 1, problem: "hung" });
  });
});

describe("countByLastLine", () => {
  test.each([
    ["noise\n3 passed, 0 failed\n", { passed: 3, failed: 0, skipped: 0 }],
    ["12 passed, 0 failed, 4 skipped", { passed: 12, failed: 0, skipped: 4 }],
  ])("reads %j", (output, counts) => {
    expect(countByLastLine({ code: 0, output })).toEqual(counts);
  });

  test("failed tests are not counted twice when the exit code says so too", () => {
    expect(countByLastLine({ code: 1, output: "3 passed, 2 failed\n" })).toEqual({ passed: 3, failed: 2, skipped: 0 });
  });

  test.each([
    ["no count", { code: 0, output: "all good\n" }],
    ["a count that is not the last line", { code: 0, output: "3 passed, 0 failed\ndone\n" }],
    ["nothing ran", { code: 0, output: "0 passed, 0 failed\n" }],
    ["everything skipped", { code: 0, output: "0 passed, 0 failed, 9 skipped\n" }],
    ["a crash after the count", { code: 1, output: "3 passed, 0 failed\n" }],
    ["a hang", { code: 0, output: "3 passed, 0 failed\n", note: "did not end" }],
  ])("%s has failed once", (_, outcome) => {
    expect(countByLastLine(outcome).failed).toBe(1);
  });
});

describe("countByVitestReport", () => {
  const report = (...files: [status: string, tests: string[]][]): string =>
    JSON.stringify({
      testResults: files.map(([status, tests]) => ({
        status,
        assertionResults: tests.map((test) => ({ status: test })),
      })),
    });

  test("counts tests by their status, todo among the skipped", () => {
    const text = report(["passed", ["passed", "passed", "skipped", "todo"]], ["failed", ["failed", "passed"]]);
    expect(countByVitestReport({ code: 1, output: "" }, text)).toEqual({ passed: 3, failed: 1, skipped: 2 });
  });

  test("a file that fails before its first test counts as failed", () => {
    const text = report(["passed", ["passed"]], ["failed", []]);
    expect(countByVitestReport({ code: 1, output: "" }, text)).toMatchObject({ passed: 1, failed: 1 });
  });

  test.each([
    ["no report", ended, undefined],
    ["no file", ended, report()],
    ["only skipped tests", ended, report(["passed", ["skipped"]])],
    ["an unhandled error beside passing tests", { code: 1, output: "" }, report(["passed", ["passed"]])],
  ])("%s has failed once", (_, outcome, text) => {
    expect(countByVitestReport(outcome, text).failed).toBe(1);
  });
});
