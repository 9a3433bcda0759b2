import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitIntoBlocks } from "./text-blocks.ts";

describe("splitIntoBlocks", () => {
  it("keeps the whole text, however it grew", () => {
    const line = fc.string({ maxLength: 3000, unit: "binary" });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        let text = "";
        let blocks: readonly string[] = [];
        for (const next of lines) {
          text += `${next}\n`;
          blocks = splitIntoBlocks(text, blocks);
          expect(blocks.join("")).toBe(text);
        }
      }),
    );
  });

  it("leaves every block but the last as it was while text is added", () => {
    let text = "";
    let blocks: readonly string[] = [];
    for (let piece = 0; piece < 5000; piece += 1) {
      text += piece % 20 === 0 ? "\nnew " : "word ";
      const next = splitIntoBlocks(text, blocks);
      expect(next.slice(0, blocks.length - 1)).toEqual(blocks.slice(0, -1));
      blocks = next;
    }
    expect(blocks.length).toBeGreaterThan(8);
    expect(Math.max(...blocks.map((block) => block.length))).toBeLessThan(2500);
  });

  it("cuts one endless line, but no character in two", () => {
    const blocks = splitIntoBlocks("😀".repeat(20_000));
    expect(blocks.length).toBeGreaterThan(3);
    for (const block of blocks) expect(block).not.toMatch(/\p{Cs}/u);
  });

  it("begins anew when the text was replaced", () => {
    const before = splitIntoBlocks("a\n".repeat(5000));
    expect(splitIntoBlocks("b", before)).toEqual(["b"]);
  });
});
