import { defineTool, ToolResult } from "@holdpoint/core";
import { recordEffect } from "../ledger.ts";
import { exchangeCode, loginAddress, takeAccount } from "../login/login-flow.ts";

/** Needs a login: it suspends with the address of the login page, and goes on with the code that comes back. */
export const connectCalendar = defineTool({
  name: "connect_calendar",
  description: "Connects the person's calendar and lists what is on today. Asks the person to sign in.",
  async run(_args, context) {
    const { answer } = context;
    const account = answer === undefined ? undefined : (exchangeCode(answer.data) ?? takeAccount());
    if (account === undefined) {
      const { url, state } = loginAddress();
      return ToolResult.pending({
        id: "",
        kind: "authorization",
        prompt: "Sign in to the calendar so that I can read it.",
        url,
        data: { state },
      });
    }
    await recordEffect("connect_calendar", { account }, context);
    return {
      account,
      today: [
        { at: "09:30", title: "Stand-up" },
        { at: "14:00", title: "Review of the refund flow" },
      ],
    };
  },
});
