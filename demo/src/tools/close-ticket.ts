import { defineTool } from "@holdpoint/core";
import { recordEffect } from "../ledger.ts";

/** Ends the run: when it succeeds the model is not asked again. */
export const closeTicket = defineTool({
  name: "close_ticket",
  description: "Closes the person's ticket with a summary. Nothing more is said after it.",
  inputSchema: {
    type: "object",
    properties: { ticket: { type: "string" }, summary: { type: "string" } },
    required: ["ticket", "summary"],
    additionalProperties: false,
  },
  endsRun: true,
  async run(args, context) {
    await recordEffect("close_ticket", args, context);
    return { closed: args.ticket, summary: args.summary };
  },
});
