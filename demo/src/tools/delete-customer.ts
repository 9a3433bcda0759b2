import { defineTool } from "@holdpoint/core";
import { recordEffect } from "../ledger.ts";

/** Never runs: the policy refuses it (agents.ts). */
export const deleteCustomer = defineTool({
  name: "delete_customer",
  description: "Deletes a customer and all orders.",
  inputSchema: {
    type: "object",
    properties: { email: { type: "string" } },
    required: ["email"],
    additionalProperties: false,
  },
  destructive: true,
  async run(args, context) {
    await recordEffect("delete_customer", args, context);
    return { deleted: args.email };
  },
});
