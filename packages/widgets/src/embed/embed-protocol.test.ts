import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { isReady, readFrameMessage, readHello, readHostMessage } from "./embed-protocol.ts";
import { openSession } from "./embed-session.ts";

const hello = { holdpoint: "embed", v: 1, type: "hello", nonce: "0123456789abcdef", relay: true };

describe("a hello", () => {
  it("is read with what it may hold, and nothing else", () => {
    expect(readHello({ ...hello, theme: "dark", lang: "de", requestId: "req_1", onload: "CANARY()" })).toEqual({
      ...hello,
      theme: "dark",
      lang: "de",
      requestId: "req_1",
    });
  });

  it.each([
    ["another version", { v: 2 }],
    ["no version", { v: undefined }],
    ["a version in words", { v: "1" }],
    ["a short nonce", { nonce: "1234" }],
    ["a nonce with markup", { nonce: "<script>CANARY()</script>" }],
    ["a relay that is no boolean", { relay: "true" }],
    ["an id that is no text", { requestId: { toString: "req_1" } }],
    ["an endless id", { requestId: "x".repeat(1_000) }],
    ["another type", { type: "ready" }],
    ["another protocol", { holdpoint: "answer" }],
  ])("is none with %s", (_, change) => {
    expect(readHello({ ...hello, ...change })).toBeUndefined();
  });

  it("is none by what a prototype says", () => {
    expect(readHello(Object.create(hello))).toBeUndefined();
    expect(readHello(JSON.parse(`{"__proto__":${JSON.stringify(hello)}}`))).toBeUndefined();
  });
});

describe("anything", () => {
  it("is read without a throw, to a message of the protocol or to nothing, and pollutes nothing", () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withObjectString: true, key: keys }), (value) => {
        isReady(value);
        readHello(value);
        if (typeof value !== "object" || value === null) return;
        const [fromFrame, fromHost] = [readFrameMessage(value), readHostMessage(value)];
        for (const message of [fromFrame, fromHost]) {
          if (message !== undefined) expect(message.type).toBe(Reflect.get(value, "type"));
        }
        expect(Reflect.get({}, "admin")).toBeUndefined();
      }),
      { numRuns: 2_000 },
    );
  });

  it("that is near to a message is one, or nothing", () => {
    const near = fc.record(
      {
        type: fc.constantFrom("call", "size", "mode", "answered", "open", "reply", "refusal", "look", "change"),
        id: fc.oneof(fc.integer(), fc.double(), fc.string()),
        height: fc.oneof(fc.double(), fc.string()),
        mode: fc.oneof(fc.constantFrom("store", "relay"), fc.string()),
        call: fc.record({ method: fc.constantFrom("list", "get", "answer", "constructor"), requestId: fc.anything() }),
        requestId: fc.anything(),
        accepted: fc.anything(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(near, (value) => {
        const message = readFrameMessage(value);
        if (message?.type === "size") expect(message.height).toBeGreaterThanOrEqual(0);
        if (message?.type === "call" && message.call.method !== "list")
          expect(typeof message.call.requestId).toBe("string");
        if (message?.type === "answered") expect(typeof message.accepted).toBe("boolean");
      }),
      { numRuns: 2_000 },
    );
  });
});

const keys = fc.oneof(
  fc.constantFrom("type", "v", "nonce", "holdpoint", "id", "call", "__proto__", "constructor", "then", "toString"),
  fc.string(),
);

describe("a session", () => {
  async function open() {
    const { port1, port2 } = new MessageChannel();
    const heard = vi.fn();
    const session = openSession(port1, "nonce-of-this-one", readFrameMessage, heard);
    const say = async (...messages: unknown[]) => {
      for (const message of messages) port2.postMessage(message);
      await vi.waitFor(() =>
        expect(heard.mock.calls.length + session.dropped).toBeGreaterThanOrEqual(said + messages.length),
      );
      said += messages.length;
    };
    let said = 0;
    const close = () => {
      session.close();
      port2.close();
    };
    return { session, heard, say, close };
  }
  const message = { v: 1, nonce: "nonce-of-this-one", seq: 1, type: "open" };

  it("takes a message once: recorded and sent again it is dropped", async () => {
    const { session, heard, say, close } = await open();
    await say(message, message, { ...message, seq: 2 }, { ...message, seq: 1 });
    expect(heard).toHaveBeenCalledTimes(2);
    expect(session.dropped).toBe(2);
    close();
  });

  it("drops and counts what is of another session, version or kind", async () => {
    const { session, heard, say, close } = await open();
    await say(
      { ...message, nonce: "nonce-of-another" },
      { ...message, v: 2 },
      { ...message, seq: "1" },
      { ...message, type: "approve" },
      null,
      "open",
    );
    expect(heard).not.toHaveBeenCalled();
    expect(session.dropped).toBe(6);
    close();
  });

  it("does not drown in a flood: what is more than a page can mean is dropped", async () => {
    const { session, heard, say, close } = await open();
    await say(...Array.from({ length: 10_000 }, (_, index) => ({ ...message, seq: index + 1 })));
    expect(session.dropped).toBeGreaterThan(5_000);
    expect(heard.mock.calls.length + session.dropped).toBe(10_000);
    close();
  });
});
