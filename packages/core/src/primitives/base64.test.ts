import fc from "fast-check";
import { expect, test } from "vitest";
import { base64ByteLength, base64ToBytes, bytesToBase64 } from "./base64.ts";

test("bytes come back as they were, and their number is known without decoding", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = bytesToBase64(bytes);
      expect(text).toMatch(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/);
      expect([...base64ToBytes(text)]).toEqual([...bytes]);
      expect(base64ByteLength(text)).toBe(bytes.length);
    }),
  );
});

test("a view is read with its offset and length", () => {
  const all = new Uint8Array([1, 2, 3, 4, 5]);
  expect(bytesToBase64(all.subarray(1, 4))).toBe(btoa("\x02\x03\x04"));
});

test("more bytes than arguments fit into one call", () => {
  const bytes = new Uint8Array(1_000_000).fill(7);
  expect(base64ToBytes(bytesToBase64(bytes)).length).toBe(1_000_000);
});

test("what is no base64 is refused", () => {
  expect(() => base64ToBytes("a*b=")).toThrow();
});
