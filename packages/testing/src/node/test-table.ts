import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One line of a table that says which tests show what. */
export interface TestRow {
  readonly id: string;
  readonly tests: readonly NamedTest[];
  /** Why no test can show it; empty where there are tests. */
  readonly reason: string;
}

/** A test by its file, from the root of the repository, and its title as it stands in the source. */
export interface NamedTest {
  readonly file: string;
  readonly title: string;
}

/**
 * Reads the rows of all tables of a Markdown text whose last column names tests: `path/of.test.ts` in backticks, then
 * the title in “…”, several of them one after another. A row without any holds the reason there.
 *
 * @example
 * | 9 | A decline is final | `packages/core/src/run/hold-points.test.ts` “a decline is final …” |
 */
export function readTestTable(markdown: string): readonly TestRow[] {
  return markdown
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|")))
    .filter((cells) => !/^:?-+:?$/.test(cells[1] ?? "") && !/^(id|#)?$/i.test(cells[1] ?? ""))
    .map((cells) => {
      const shown = cells.at(-2) ?? "";
      const tests = [...shown.matchAll(/`([^`]+\.tsx?)`\s*“([^”]+)”/g)];
      return {
        id: cells[1] ?? "",
        tests: tests.map(([, file = "", title = ""]) => ({ file, title })),
        reason: tests.length === 0 ? shown : "",
      };
    });
}

/** What a table names and is not there, one line each: a file, a title in it, or any test or reason at all. */
export function findMissingTests(rows: readonly TestRow[], root: string): readonly string[] {
  return rows.flatMap(({ id, tests, reason }) => {
    if (tests.length === 0 && reason === "") return [`${id}: there is neither a test nor a reason`];
    return tests.flatMap(({ file, title }) => {
      const path = join(root, file);
      if (!existsSync(path)) return [`${id}: there is no ${file}`];
      const source = readFileSync(path, "utf8");
      // A title is the first argument of its test, on the same line or on one of its own.
      const isThere = ['"', "'", "`"].some((quote) =>
        source
          .split(quote + title + quote)
          .slice(0, -1)
          .some((before) => /\(\s*$/.test(before)),
      );
      return isThere ? [] : [`${id}: ${file} has no test “${title}”`];
    });
  });
}
