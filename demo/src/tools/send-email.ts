import { defineTool } from "@holdpoint/core";
import { recordEffect } from "../ledger.ts";

/** Reaches a customer, so the policy asks a person first. */
export const sendEmail = defineTool({
  name: "send_email",
  description: "Sends an e-mail to a customer.",
  inputSchema: {
    type: "object",
    properties: { to: { type: "string", format: "email" }, subject: { type: "string" }, body: { type: "string" } },
    required: ["to", "subject", "body"],
    additionalProperties: false,
  },
  async run(args, context) {
    await recordEffect("send_email", args, context);
    return { sent: true, to: args.to };
  },
});
