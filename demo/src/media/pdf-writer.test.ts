import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { describe, expect, test } from "vitest";
import { writePdf } from "./pdf-writer.ts";
import { writeSalesReport } from "./sales-report.ts";

const latin1 = new TextDecoder("latin1");

async function textOf(file: Uint8Array, page: number): Promise<string> {
  const loading = getDocument({ data: file.slice(), verbosity: 0 });
  try {
    const document = await loading.promise;
    const { items } = await (await document.getPage(page)).getTextContent();
    return items.map((item) => ("str" in item ? item.str : "")).join("\n");
  } finally {
    await loading.destroy();
  }
}

describe("writePdf", () => {
  test("the cross-reference table points at the objects", () => {
    const file = latin1.decode(writePdf("Title", [(page) => page.text("one", { x: 10, y: 10 }), () => undefined]));
    const offsets = [...file.matchAll(/^(\d{10}) 00000 n $/gm)].map((match) => Number(match[1]));
    expect(offsets).toHaveLength(9);
    for (const [index, offset] of offsets.entries()) {
      expect(file.slice(offset, offset + 10)).toMatch(new RegExp(`^${index + 1} 0 obj`));
    }
    expect(file.slice(Number(/startxref\n(\d+)/.exec(file)?.[1])).startsWith("xref")).toBe(true);
  });

  test("brackets and backslashes in a text are text", async () => {
    const line = String.raw`a (b) \c) é`;
    const file = writePdf("Title", [(page) => page.text(line, { x: 10, y: 10 })]);
    expect(await textOf(file, 1)).toBe(line);
  });

  test("what the built-in fonts do not know becomes a question mark", async () => {
    const file = writePdf("世", [(page) => page.text("世 x", { x: 10, y: 10 })]);
    expect(await textOf(file, 1)).toBe("? x");
  });
});

test("the sales report has three pages a reader can open", async () => {
  const months = [{ name: "July", orders: 2, revenue: 300 }];
  const file = writeSalesReport({ quarter: "Q3 2026", months });
  expect(await textOf(file, 1)).toContain("Sales report, Q3 2026");
  expect(await textOf(file, 2)).toContain("EUR 300");
  expect(await textOf(file, 3)).toContain("Page 3 of 3");
});
