import { ContentPart, defineTool, ToolResult } from "@holdpoint/core";
import { writeSalesReport } from "../media/sales-report.ts";

/** Gives back a PDF of several pages, drawn inline. */
export const makeReport = defineTool({
  name: "make_report",
  description: "Makes a sales report of a quarter as a PDF.",
  inputSchema: {
    type: "object",
    properties: { quarter: { type: "string", description: "Such as Q3 2026" } },
    required: ["quarter"],
    additionalProperties: false,
  },
  idempotent: true,
  async run({ quarter }) {
    const months = [
      { name: "July", orders: 412, revenue: 38_200 },
      { name: "August", orders: 367, revenue: 31_900 },
      { name: "September", orders: 498, revenue: 46_750 },
    ];
    const file = new File([writeSalesReport({ quarter, months })], `sales-${quarter.replaceAll(/[^\w-]+/g, "-")}.pdf`, {
      type: "application/pdf",
    });
    return ToolResult.ok(`A report of three pages on ${quarter}.`, [await ContentPart.from(file)]);
  },
});
