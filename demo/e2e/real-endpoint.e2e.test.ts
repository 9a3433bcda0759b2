import type { Script } from "@holdpoint/testing";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test } from "./demo-test.ts";
import { type ModelServer, serveModel } from "./model-server.ts";
import { approve, conversation, promptFor, untilSaid } from "./screen.ts";

const key = "sk-CANARY-0123456789";

const script: Script = [
  {
    when: { user: "both" },
    reply: {
      calls: [
        { name: "refund_order", args: { orderId: "A-1044", amountCents: 4500, currency: "EUR" } },
        { name: "send_email", args: { to: "priya@example.com", subject: "Hello", body: "Paid back." } },
      ],
    },
  },
  { when: { results: ["refund_order", "send_email"] }, reply: "Both are done." },
];

/** Points the demo at an endpoint, through the settings as a person does. */
async function pointAtEndpoint(page: Page, server: ModelServer, style: "openai" | "anthropic"): Promise<void> {
  await page.getByRole("button", { name: /Settings/ }).click();
  const panel = page.getByRole("dialog", { name: "Settings" });
  await panel.getByRole("radio", { name: /An endpoint of mine/ }).check();
  await panel.getByLabel("Wire format").selectOption(style);
  await panel.getByLabel("Base URL").fill(server.baseUrl);
  await panel.getByRole("textbox", { name: "Model" }).fill("test-model");
  await panel.getByLabel("Key", { exact: true }).fill(key);
  await panel.getByRole("button", { name: "Save" }).click();
}

async function send(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.getByRole("button", { name: "Send" }).click();
  await conversation(page).waitFor();
}

/** Everything a page keeps: databases, storages, caches, and its own address. */
async function everythingKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const kept: unknown[] = [location.href, { ...localStorage }, { ...sessionStorage }, document.cookie];
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue;
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of database.objectStoreNames) {
        kept.push(
          await new Promise((resolve, reject) => {
            const reading = database.transaction(store).objectStore(store).getAll();
            reading.onsuccess = () => resolve(reading.result);
            reading.onerror = () => reject(reading.error);
          }),
        );
      }
      database.close();
    }
    return JSON.stringify(kept);
  });
}

describe.each(["openai", "anthropic"] as const)("an endpoint of the style %s", (style) => {
  test("two requests answered in the other order after a reload give one request with both results in call order", async ({
    demo,
  }) => {
    const server = await serveModel(script);
    try {
      const { page } = await demo.openTab();
      await pointAtEndpoint(page, server, style);
      await send(page, "Please do both.");
      await promptFor(page, "Approve send_email?").waitFor();
      expect(server.model.requests).toHaveLength(1);

      await page.reload();
      await approve(promptFor(page, "Approve send_email?"));
      await demo.ledger.whenCount(1);
      // One is still open, so the model is not asked.
      expect(server.model.requests).toHaveLength(1);
      await approve(promptFor(page, "Approve refund_order?"));
      await untilSaid(page, "Both are done.");

      expect(server.model.requests).toHaveLength(2);
      const results = server.model.requests[1]?.results.map((result) => result.tool);
      expect(results).toEqual(["refund_order", "send_email"]);
      expect(demo.ledger.entries.map((entry) => entry.tool)).toEqual(["send_email", "refund_order"]);
      server.model.assertDone();
    } finally {
      await server.close();
    }
  });

  test("gets the key, and nothing else keeps it", async ({ demo }) => {
    const server = await serveModel([{ reply: "Hello from outside." }]);
    try {
      const { page } = await demo.openTab();
      await pointAtEndpoint(page, server, style);
      await send(page, "Hello");
      await untilSaid(page, "Hello from outside.");
      expect(server.keys).toEqual([style === "openai" ? `Bearer ${key}` : key]);
      expect(server.model.requests[0]?.style).toBe(style);
      expect(await everythingKept(page)).not.toContain("CANARY");
      expect(await page.content()).not.toContain("CANARY");

      await page.reload();
      expect(await everythingKept(page)).not.toContain("CANARY");
      await page.getByRole("button", { name: /Settings/ }).click();
      expect(await page.getByLabel("Key", { exact: true }).inputValue()).toBe("");
    } finally {
      await server.close();
    }
  });
});
