import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closeHalfWritten } from "./close-half-written.ts";
import { splitMarkdown } from "./split-markdown.ts";

const sample = `# Title

A paragraph
over two lines
# and a heading right after it

- one

- two, still the same list
  - deeper

1. ordered
2. list

\`\`\`js
const a = "# no heading";

// still code
\`\`\`

| a | b |
|---|---|
| 1 | 2 |

> quoted
> text

Setext
------

last
`;

describe("splitMarkdown", () => {
  it("keeps the whole text, and every block but the last as it was, however the text grows", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 5, maxLength: 40 }), (steps) => {
        let blocks: readonly string[] = [];
        let end = 0;
        for (const step of [...steps, sample.length]) {
          end = Math.min(sample.length, end + step);
          const next = splitMarkdown(sample.slice(0, end), blocks);
          expect(next.join("")).toBe(sample.slice(0, end));
          expect(next.slice(0, Math.max(0, blocks.length - 1))).toEqual(blocks.slice(0, -1));
          blocks = next;
        }
        expect(blocks).toEqual(splitMarkdown(sample));
      }),
      { numRuns: 20 },
    );
  });

  it("cuts between blocks and never inside one", () => {
    const blocks = splitMarkdown(sample).map((block) => block.trim());
    expect(blocks).toContain("# Title");
    expect(blocks).toContain("- one\n\n- two, still the same list\n  - deeper");
    expect(blocks.filter((block) => block.includes("no heading"))).toEqual([
      '```js\nconst a = "# no heading";\n\n// still code\n```',
    ]);
    expect(blocks).toContain("Setext\n------");
  });

  it("begins anew when the text was replaced", () => {
    expect(splitMarkdown("b", splitMarkdown(sample))).toEqual(["b"]);
  });
});

describe("closeHalfWritten", () => {
  it.each([
    ["some **bold", "some **bold**"],
    ["some `code", "some `code`"],
    ["a [link](https://exa", "a link"],
    ["| a | b |", ""],
    ["| a | b |\n|--", ""],
    ["| a | b |\n|---|---|\n| 1", "| a | b |\n|---|---|\n| 1"],
    ["text\n-", "text"],
    ["text\n==", "text"],
    ["text\n1.", "text"],
    ["text\n#", "text"],
    ["```js\nx -", "```js\nx -"],
    ["2 - 1", "2 - 1"],
    ["some **", "some"],
    ["a [", "a"],
    ["a [li", "a li"],
    ["**whole**", "**whole**"],
  ])("%j becomes %j", (block, closed) => {
    expect(closeHalfWritten(block)).toBe(closed);
  });
});
