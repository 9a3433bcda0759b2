import { afterEach, describe, expect, test } from "vitest";
import { type Ledger, startLedger } from "./ledger.ts";

let ledger: Ledger | undefined;
afterEach(() => ledger?.close());

const post = (url: string, entry: unknown): Promise<Response> =>
  fetch(url, { method: "POST", body: JSON.stringify(entry) });

describe("startLedger", () => {
  test("counts entries by key, also equal ones", async () => {
    ledger = await startLedger();
    await post(ledger.url, { key: "run/1", tool: "refund", args: { amount: 1 } });
    await post(ledger.url, { key: "run/1", tool: "refund", args: { amount: 1 } });
    await post(ledger.url, { key: "run/2", tool: "email" });
    expect([...ledger.countByKey()]).toEqual([
      ["run/1", 2],
      ["run/2", 1],
    ]);
    expect([...ledger.countByKey("email")]).toEqual([["run/2", 1]]);
    expect(ledger.of("refund")).toHaveLength(2);
  });

  test("whenCount waits for entries still to come", async () => {
    ledger = await startLedger();
    const waiting = ledger.whenCount(1);
    await post(ledger.url, { key: "run/1", tool: "refund" });
    await waiting;
    expect(ledger.entries).toHaveLength(1);
  });

  test("while held, an entry is written down and its sender hears nothing", async () => {
    ledger = await startLedger();
    ledger.hold();
    const posting = post(ledger.url, { key: "run/1", tool: "refund" });
    await ledger.whenCount(1);
    const first = await Promise.race([posting, new Promise((resolve) => setTimeout(resolve, 20, "silent"))]);
    expect(first).toBe("silent");
    ledger.release();
    expect((await posting).status).toBe(200);
    expect(ledger.entries).toHaveLength(1);
  });

  test("while one tool is held, the others are heard at once", async () => {
    ledger = await startLedger();
    ledger.hold("refund");
    const held = post(ledger.url, { key: "run/1", tool: "refund" });
    await ledger.whenCount(1);
    expect((await post(ledger.url, { key: "run/2", tool: "write" })).status).toBe(200);
    ledger.release();
    expect((await held).status).toBe(200);
  });

  test("what is no entry is refused and not counted", async () => {
    ledger = await startLedger();
    expect((await post(ledger.url, { key: 1 })).status).toBe(400);
    expect(ledger.entries).toHaveLength(0);
  });
});
