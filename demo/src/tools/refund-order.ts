import { defineTool, ToolResult } from "@holdpoint/core";
import { findOrder, formatAmount } from "../data/orders.ts";
import { recordEffect } from "../ledger.ts";

/** Moves money, so the policy asks a person first (agents.ts), and its effect is counted in the ledger. */
export const refundOrder = defineTool({
  name: "refund_order",
  description: "Pays an amount of an order back to the customer.",
  inputSchema: {
    type: "object",
    properties: {
      orderId: { type: "string" },
      amountCents: { type: "integer", minimum: 1, description: "In cents" },
      currency: { type: "string", enum: ["EUR"] },
      reason: { type: "string", maxLength: 200 },
    },
    required: ["orderId", "amountCents", "currency"],
    additionalProperties: false,
  },
  destructive: true,
  async run(args, context) {
    const order = findOrder(args.orderId);
    if (order === undefined) return ToolResult.error(`There is no order ${args.orderId}.`);
    if (args.amountCents > order.amountCents) {
      return ToolResult.error(
        `${args.orderId} cost ${formatAmount(order.amountCents, order.currency)}: no more can be refunded.`,
      );
    }
    await recordEffect("refund_order", args, context);
    return { refunded: formatAmount(args.amountCents, args.currency), orderId: args.orderId, to: order.customer };
  },
});
