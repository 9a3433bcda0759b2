import { type PdfPage, pageHeight, pageWidth, writePdf } from "./pdf-writer.ts";

/** What a report is about. */
export interface SalesFigures {
  readonly quarter: string;
  readonly months: readonly { readonly name: string; readonly orders: number; readonly revenue: number }[];
}

const margin = 56;
const accent = [0.31, 0.27, 0.9] as const;

/** A report of three pages: summary, chart, table. */
export function writeSalesReport(figures: SalesFigures): Uint8Array<ArrayBuffer> {
  const title = `Sales report, ${figures.quarter}`;
  const total = figures.months.reduce((sum, month) => sum + month.revenue, 0);
  const orders = figures.months.reduce((sum, month) => sum + month.orders, 0);
  const pages = [
    (page: PdfPage) => {
      page.box({ x: 0, y: pageHeight - 180, width: pageWidth, height: 180 }, accent);
      heading(page, title, 1, 3);
      page.text(`Revenue  ${money(total)}`, { x: margin, y: 560, size: 22, bold: true });
      page.text(`${orders} orders, ${money(total / orders)} on average.`, { x: margin, y: 530, size: 13 });
      page.text("Made in the page by a tool of the demo. No server was asked.", { x: margin, y: 500 });
    },
    (page: PdfPage) => {
      heading(page, "Revenue by month", 2, 3);
      const highest = Math.max(...figures.months.map((month) => month.revenue));
      for (const [index, month] of figures.months.entries()) {
        const x = margin + index * 160;
        const height = Math.round((month.revenue / highest) * 360);
        page.box({ x, y: 220, width: 110, height }, accent);
        page.text(month.name, { x, y: 198, size: 12, bold: true });
        page.text(money(month.revenue), { x, y: 226 + height, size: 12 });
      }
    },
    (page: PdfPage) => {
      heading(page, "The figures", 3, 3);
      const columns = [margin, 240, 380];
      for (const [index, name] of ["Month", "Orders", "Revenue"].entries()) {
        page.text(name, { x: columns[index] ?? margin, y: 700, bold: true });
      }
      for (const [index, month] of figures.months.entries()) {
        const y = 676 - index * 24;
        if (index % 2 === 0)
          page.box({ x: margin - 6, y: y - 7, width: pageWidth - 2 * margin, height: 22 }, [0.95, 0.95, 0.98]);
        page.text(month.name, { x: margin, y });
        page.text(String(month.orders), { x: 240, y });
        page.text(money(month.revenue), { x: 380, y });
      }
    },
  ];
  return writePdf(title, pages);
}

function heading(page: PdfPage, title: string, number: number, count: number): void {
  page.text(title, { x: margin, y: 620 + (number === 1 ? 0 : 130), size: 26, bold: true });
  page.text(`Page ${number} of ${count}`, { x: pageWidth - margin - 60, y: 40, size: 9 });
}

function money(amount: number): string {
  return `EUR ${amount.toLocaleString("en-US", { maximumFractionDigits: 0 })}`;
}
