/** One page of a PDF, in points (72 an inch) from the lower left corner of an A4 sheet. */
export interface PdfPage {
  /** Writes a line of text. What is outside Latin-1 becomes `?`: the built-in fonts know no more. */
  text(line: string, at: { x: number; y: number; size?: number; bold?: boolean }): void;
  /** Fills a box with a grey or a colour, each channel 0 to 1. */
  box(at: { x: number; y: number; width: number; height: number }, colour?: readonly [number, number, number]): void;
}

export const pageWidth = 595;
export const pageHeight = 842;

/** Writes a PDF 1.4 file with the built-in Helvetica: enough for a report, and small enough to read through. */
export function writePdf(title: string, pages: readonly ((page: PdfPage) => void)[]): Uint8Array<ArrayBuffer> {
  const contents = pages.map(drawPage);
  const firstPage = 6;
  const pageIds = contents.map((_, index) => firstPage + index * 2);
  const font = (name: string): string =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(" ")}] /Count ${pageIds.length} >>`,
    font("Helvetica"),
    font("Helvetica-Bold"),
    `<< /Title (${escapeText(title)}) /Producer (Holdpoint demo) >>`,
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] ` +
        `/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${firstPage + index * 2 + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];

  let file = "%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const tableAt = file.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${tableAt}\n%%EOF\n`;
  // Every character is one byte by now, so offsets counted in characters are offsets in bytes.
  return Uint8Array.from(file, (character) => character.charCodeAt(0));
}

function drawPage(draw: (page: PdfPage) => void): string {
  const operators: string[] = [];
  draw({
    text(line, { x, y, size = 11, bold = false }) {
      operators.push(`BT /${bold ? "F2" : "F1"} ${size} Tf 0.1 0.12 0.16 rg ${x} ${y} Td (${escapeText(line)}) Tj ET`);
    },
    box({ x, y, width, height }, colour = [0.85, 0.85, 0.85]) {
      operators.push(`${colour.join(" ")} rg ${x} ${y} ${width} ${height} re f`);
    },
  });
  return operators.join("\n");
}

function escapeText(text: string): string {
  return text.replace(/[^\x20-\x7e\xa0-\xff]/g, "?").replace(/[\\()]/g, "\\$&");
}
