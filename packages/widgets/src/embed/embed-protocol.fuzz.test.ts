import { fuzzBudget, spoilJson } from "@holdpoint/testing/suites";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isReady, readFrameMessage, readHello, readHostMessage } from "./embed-protocol.ts";

const hello = {
  holdpoint: "embed",
  v: 1,
  type: "hello",
  nonce: "n".repeat(20),
  relay: true,
  requestId: "r",
  lang: "de",
};
const call = { method: "answer", requestId: "r", answer: { id: "r", ok: true }, digest: "d" };
const messages: readonly object[] = [
  hello,
  { holdpoint: "embed", v: 1, type: "ready" },
  ...["store", "relay", "http", "window"].map((mode) => ({ type: "mode", mode })),
  { type: "size", height: 10 },
  { type: "call", id: 1, call },
  { type: "answered", requestId: "r", accepted: true },
  { type: "open" },
  { type: "change" },
  { type: "look", theme: "dark", lang: "en" },
  { type: "reply", id: 1, value: [1] },
  { type: "refusal", id: 1, code: "internal", message: "no" },
];

const KNOWN: Readonly<Record<string, readonly string[]>> = {
  hello: ["holdpoint", "v", "type", "nonce", "relay", "requestId", "theme", "lang"],
  mode: ["type", "mode"],
  size: ["type", "height"],
  call: ["type", "id", "call"],
  answered: ["type", "requestId", "accepted"],
  open: ["type"],
  change: ["type"],
  look: ["type", "theme", "lang"],
  reply: ["type", "id", "value"],
  refusal: ["type", "id", "code", "message"],
};

/** What a read message may hold: the members of its type and no others, whatever stood beside them. */
function expectKnown(message: object | undefined): void {
  if (message === undefined) return;
  const { type } = message as { type: string };
  expect(KNOWN[type], type).toBeDefined();
  for (const name of Object.keys(message)) expect(KNOWN[type]).toContain(name);
  expect(Object.getPrototypeOf(message)).toBe(Object.prototype);
}

test("a message that is read holds what its kind holds, of the right type; every other is none, and none throws", () => {
  const data = fc.oneof(
    fc.tuple(fc.constantFrom(...messages), fc.nat()).map(([message, seed]) => spoilJson(message, seed)),
    fc.anything({ withNullPrototype: true, withSparseArray: true, withBigInt: true, withDate: true, withMap: true }),
  );
  fc.assert(
    fc.property(data, (given) => {
      expect(typeof isReady(given)).toBe("boolean");
      const heard = readHello(given);
      expectKnown(heard);
      if (heard !== undefined) {
        expect(heard.nonce).toMatch(/^[\w-]{16,100}$/);
        expect(typeof heard.relay).toBe("boolean");
      }
      if (typeof given !== "object" || given === null) return;
      const frame = readFrameMessage(given);
      expectKnown(frame);
      if (frame?.type === "size") expect(frame.height >= 0 && Number.isFinite(frame.height)).toBe(true);
      if (frame?.type === "call" && frame.call.method !== "list") {
        expect(typeof frame.call.requestId === "string" && frame.call.requestId.length <= 500).toBe(true);
      }
      const host = readHostMessage(given);
      expectKnown(host);
      if (host?.type === "refusal") expect(host.message.length).toBeLessThanOrEqual(1_000);
      expect("polluted" in {}).toBe(false);
    }),
    fuzzBudget(2_000),
  );
});
