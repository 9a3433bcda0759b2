import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.ts";

/** The same value with its keys in another order. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]) => [key, shuffled(member)] as const)
      .reverse(),
  );
}

describe("canonicalJson", () => {
  it("is the same text whatever order keys were written in, and reads back as the value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(shuffled(value))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("is another text for another value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        fc.pre(!isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other))));
        expect(canonicalJson(one)).not.toBe(canonicalJson(other));
      }),
    );
  });

  it.each([
    [{ b: 1, a: [true, null, "é"] }, '{"a":[true,null,"é"],"b":1}'],
    [-0, "0"],
    [1e21, "1e+21"],
    [0.1 + 0.2, "0.30000000000000004"],
    [{ a: undefined, b: 1 }, '{"b":1}'],
    [JSON.parse('{"__proto__":{"x":1},"a":1}'), '{"__proto__":{"x":1},"a":1}'],
    ["\u2028\ud800", '"\u2028\\ud800"'],
    [{ "\ufb33": 1, "😀": 2 }, '{"😀":2,"\ufb33":1}'],
  ])("writes %j by rule", (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it.each([[Number.NaN], [Number.POSITIVE_INFINITY], [undefined], [() => 1], [1n], [[undefined]], [new Array(2)]])(
    "refuses what JSON cannot hold: two values must never share a digest (%s)",
    (value) => {
      expect(() => canonicalJson(value)).toThrow(TypeError);
    },
  );
});
