import { ContentPart, defineTool, ToolResult } from "@holdpoint/core";

/** Gives back files that are damaged: the run goes on, and each part says what is wrong with it. */
export const openScan = defineTool({
  name: "open_scan",
  description: "Opens the scanned receipt of an order.",
  inputSchema: {
    type: "object",
    properties: { orderId: { type: "string" } },
    required: ["orderId"],
    additionalProperties: false,
  },
  idempotent: true,
  async run({ orderId }) {
    // A PNG of 480 by 320 up to its header, and a PDF up to its first object: both cut short, as by a full disk.
    const pngStart = new Uint8Array([
      ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
      ...[0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0x01, 0xe0, 0, 0, 0x01, 0x40, 8, 2, 0, 0, 0],
    ]);
    const picture = new File([pngStart], `receipt-${orderId}.png`, { type: "image/png" });
    const pdf = new File(["%PDF-1.7\n1 0 obj\n<< /Type /Catalog"], `receipt-${orderId}.pdf`, {
      type: "application/pdf",
    });
    return ToolResult.ok(`Two files for ${orderId}, both cut short.`, [
      await ContentPart.from(picture),
      await ContentPart.from(pdf),
    ]);
  },
});
