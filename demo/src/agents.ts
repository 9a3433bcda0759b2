import { type Agent, byTool, createClient, createToolkit } from "@holdpoint/core";
import { embeddedModel } from "./embedded-model.ts";
import type { Settings } from "./settings.ts";
import { checkStock } from "./tools/check-stock.ts";
import { closeTicket } from "./tools/close-ticket.ts";
import { connectCalendar } from "./tools/connect-calendar.ts";
import { deleteCustomer } from "./tools/delete-customer.ts";
import { deploy } from "./tools/deploy.ts";
import { getTime } from "./tools/get-time.ts";
import { getWeather } from "./tools/get-weather.ts";
import { lookupOrder } from "./tools/lookup-order.ts";
import { makeReport } from "./tools/make-report.ts";
import { openScan } from "./tools/open-scan.ts";
import { readAloud } from "./tools/read-aloud.ts";
import { refundOrder } from "./tools/refund-order.ts";
import { sendEmail } from "./tools/send-email.ts";
import { takeScreenshot } from "./tools/take-screenshot.ts";

/** Runs in the store name their agent, so this name stays. */
export const agentName = "Shop assistant";

const systemPrompt = [
  "You are the assistant of a small web shop. Be brief and friendly.",
  "Use your tools for anything about orders, stock, weather, time, deployments, the calendar, reports and screenshots.",
  "If a person declines something, accept it and say what was not done.",
].join("\n");

/** Who must be asked before what. Consent of a person, not a security boundary: a server checks for itself. */
const policy = byTool(
  {
    refund_order: { ask: { prompt: "A refund moves money and cannot be taken back. Check the order and the amount." } },
    send_email: { ask: { prompt: "This reaches a customer. Read it as they will." } },
    delete_customer: { deny: "Customers are deleted by the support team only." },
  },
  "allow",
);

/** The demo's agents, speaking to the model of the settings. `watch` wraps the `fetch` they speak through. */
export function createAgents(
  settings: Settings,
  watch: (inner?: typeof fetch) => typeof fetch = (inner = fetch) => inner,
): Agent[] {
  const { style } = settings;
  const client =
    settings.source === "scripted"
      ? createClient({
          style,
          baseUrl: "https://model.invalid/v1",
          model: "scripted",
          fetch: watch(embeddedModel.fetch),
        })
      : createClient({
          style,
          baseUrl: settings.baseUrl,
          model: settings.model,
          fetch: watch(),
          ...(settings.apiKey === "" ? {} : { apiKey: settings.apiKey }),
        });
  const toolkit = createToolkit({
    extraTools: [
      lookupOrder,
      getWeather,
      getTime,
      checkStock,
      refundOrder,
      sendEmail,
      deploy,
      connectCalendar,
      takeScreenshot,
      makeReport,
      readAloud,
      openScan,
      deleteCustomer,
      closeTicket,
    ],
  });
  return [{ name: agentName, client, toolkit, systemPrompt, policy }];
}
