import { type ContentPart, type Tool, ToolResult } from "@holdpoint/core";
import { describe, expect, test } from "vitest";
import { rememberedEffects } from "../ledger.ts";
import { codeFor } from "../login/login-flow.ts";
import { connectCalendar } from "./connect-calendar.ts";
import { deploy } from "./deploy.ts";
import { lookupOrder } from "./lookup-order.ts";
import { makeReport } from "./make-report.ts";
import { openScan } from "./open-scan.ts";
import { readAloud } from "./read-aloud.ts";
import { refundOrder } from "./refund-order.ts";
import { takeScreenshot } from "./take-screenshot.ts";

let calls = 0;

/** Runs a tool as a run would, with a key of its own. */
async function run(tool: Tool, args: Record<string, unknown> = {}, answer?: unknown): Promise<ToolResult> {
  calls += 1;
  const context = { idempotencyKey: `run/${calls}` };
  return tool.execute(
    args,
    answer === undefined ? context : { ...context, answer: { id: "r", ok: true, data: answer } },
  );
}

function effectsOf(tool: string): readonly unknown[] {
  return rememberedEffects().filter((effect) => effect.tool === tool && effect.key === `run/${calls}`);
}

function dataOf(part: ContentPart | undefined): Blob {
  if (part === undefined || part.type === "text" || part.data === undefined) throw new Error("No data in this part.");
  const bytes = Uint8Array.from(atob(part.data), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: part.mimeType });
}

describe("tools that move something", () => {
  test("a refund of more than the order cost is refused, and nothing moves", async () => {
    const result = await run(refundOrder, { orderId: "A-1042", amountCents: 8901, currency: "EUR" });
    expect(result).toMatchObject({ isError: true, output: expect.stringContaining("€89.00") });
    expect(effectsOf("refund_order")).toHaveLength(0);
  });

  test("a refund within it is written into the ledger once, under the key of its call", async () => {
    const result = await run(refundOrder, { orderId: "A-1042", amountCents: 8900, currency: "EUR" });
    expect(result.isError).toBe(false);
    expect(effectsOf("refund_order")).toHaveLength(1);
  });

  test("deploy asks which environment, and deploys nothing before it knows", async () => {
    const asked = ToolResult.pendingOf(await run(deploy, { service: "storefront" }));
    expect(asked).toMatchObject({
      kind: "input",
      data: { schema: { properties: { environment: { enum: ["staging", "production"] } } } },
    });
    expect(effectsOf("deploy")).toHaveLength(0);
    const answered = await run(deploy, { service: "storefront" }, { environment: "staging" });
    expect(JSON.parse(answered.output)).toMatchObject({ environment: "staging" });
    expect(effectsOf("deploy")).toHaveLength(1);
  });

  test.each([{}, { environment: "moon" }, "staging", null])("deploy asks again on the answer %j", async (answer) => {
    expect(ToolResult.isPending(await run(deploy, { service: "storefront" }, answer))).toBe(true);
    expect(effectsOf("deploy")).toHaveLength(0);
  });

  test("the calendar is connected by a code, and each request has a state of its own", async () => {
    const first = ToolResult.pendingOf(await run(connectCalendar));
    const second = ToolResult.pendingOf(await run(connectCalendar, {}, { code: "forged" }));
    expect(first).toMatchObject({
      kind: "authorization",
      url: expect.stringMatching(/login\.html\?state=[0-9a-f]{32}$/),
    });
    expect(second?.url).not.toBe(first?.url);
    const done = await run(connectCalendar, {}, { code: codeFor("mira@example.com") });
    expect(JSON.parse(done.output)).toMatchObject({ account: "mira@example.com" });
  });
});

describe("tools that give something to see or hear", () => {
  test("the screenshot is a PNG a browser can draw", async () => {
    const picture = await createImageBitmap(dataOf((await run(takeScreenshot)).parts?.[0]));
    expect([picture.width, picture.height]).toEqual([960, 540]);
  });

  test("the report is a PDF named after its quarter", async () => {
    const part = (await run(makeReport, { quarter: "Q3 2026" })).parts?.[0];
    expect(part).toMatchObject({ type: "file", mimeType: "application/pdf", name: "sales-Q3-2026.pdf" });
    expect(await dataOf(part).slice(0, 8).text()).toBe("%PDF-1.4");
  });

  test("what is read aloud is sound a browser can decode", async () => {
    const sound = await dataOf((await run(readAloud, { text: "hello there" })).parts?.[0]).arrayBuffer();
    const decoded = await new OfflineAudioContext(1, 1, 22_050).decodeAudioData(sound);
    expect(decoded.duration).toBeGreaterThan(0.5);
  });

  test("the damaged scan is damaged: no browser can draw it", async () => {
    const result = await run(openScan, { orderId: "A-1042" });
    expect(result.parts?.map((part) => part.type)).toEqual(["image", "file"]);
    await expect(createImageBitmap(dataOf(result.parts?.[0]))).rejects.toThrow();
  });
});

test("an order that does not exist is an error the model can read", async () => {
  expect(await run(lookupOrder, { orderId: "A-1" })).toMatchObject({
    isError: true,
    output: expect.stringContaining("A-1042"),
  });
});
