import { defineTool, ToolResult } from "@holdpoint/core";
import { findOrder } from "../data/orders.ts";

/** The simplest kind: reads something and gives it back. */
export const lookupOrder = defineTool({
  name: "lookup_order",
  description: "Finds an order of the shop by its number, such as A-1042.",
  inputSchema: {
    type: "object",
    properties: { orderId: { type: "string", description: "The number of the order" } },
    required: ["orderId"],
    additionalProperties: false,
  },
  idempotent: true,
  run({ orderId }) {
    return findOrder(orderId) ?? ToolResult.error(`There is no order ${orderId}. Known: A-1042, A-1043, A-1044.`);
  },
});
