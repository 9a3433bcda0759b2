import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { findMissingTests, readTestTable } from "./test-table.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const read = (path: string): string => readFileSync(new URL(path, `file://${root}`), "utf8");

const TABLE = `
| # | what is due | tests |
|---|:---:|---|
| 1 | one \\| the other | \`packages/testing/src/node/test-table.test.ts\` “reads every row with its tests” \`no/such.test.ts\` “gone” |
| 2 | two | \`packages/testing/src/node/test-table.test.ts\` “a title nobody wrote” |
| 3 | three | It cannot be tested here. |
| 4 | four | |
`;

describe("a table of tests", () => {
  it("reads every row with its tests", () => {
    const rows = readTestTable(TABLE);
    expect(rows.map(({ id }) => id)).toEqual(["1", "2", "3", "4"]);
    expect(rows[0]?.tests).toHaveLength(2);
    expect(rows[2]).toEqual({ id: "3", tests: [], reason: "It cannot be tested here." });
  });

  it("names a file, a title, and a row that are not there", () => {
    expect(findMissingTests(readTestTable(TABLE), root)).toEqual([
      "1: there is no no/such.test.ts",
      // The title stands in this file, but names no test.
      "2: packages/testing/src/node/test-table.test.ts has no test “a title nobody wrote”",
      "4: there is neither a test nor a reason",
    ]);
  });
});

describe("what breaks elsewhere", () => {
  const rows = readTestTable(read("docs/proof/field-failures.md"));

  it("has a row for each of the 33 failures", () => {
    expect(rows.map(({ id }) => Number(id))).toEqual(Array.from({ length: 33 }, (_, at) => at + 1));
  });

  it("names only tests that there are", () => {
    expect(findMissingTests(rows, root)).toEqual([]);
  });
});

describe("what attackers can do", () => {
  const rows = readTestTable(read("SECURITY.md")).filter(({ id }) => /^[SM]\d+$/.test(id));

  it("has a row for each of the 72 threats, and for each way to a wrong Answer", () => {
    const numbers = (letter: string, count: number) => Array.from({ length: count }, (_, at) => `${letter}${at + 1}`);
    expect(rows.map(({ id }) => id).sort()).toEqual([...numbers("S", 72), ...numbers("M", 9)].sort());
  });

  it("has a test in each row, and names only tests that there are", () => {
    expect(rows.filter(({ tests }) => tests.length === 0)).toEqual([]);
    expect(findMissingTests(rows, root)).toEqual([]);
  });
});

it("what the platform does has a test in each row, and names only tests that there are", () => {
  const rows = readTestTable(read("docs/proof/platform-failures.md"));
  expect(rows.filter(({ tests }) => tests.length === 0)).toEqual([]);
  expect(findMissingTests(rows, root)).toEqual([]);
});

it("the README says what an approval is not", () => {
  expect(read("README.md")).toContain("Approval is consent, not a security boundary.");
});
