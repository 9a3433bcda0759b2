import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "./canonical-json.ts";
import { findUncloneable, findUnstorable, MAX_STORED_DEPTH, sameData } from "./plain-data.ts";

describe("findUnstorable", () => {
  test("any JSON is plain, and so is what structured clone makes of it", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        expect(findUnstorable(value)).toBeUndefined();
        expect(findUnstorable(structuredClone(value))).toBeUndefined();
      }),
    );
  });

  test("one function anywhere in JSON is found at its place", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.array(fc.constantFrom("a", "__proto__", 0, 3)), (value, keys) => {
        let holder: unknown = () => 1;
        for (const key of [...keys].reverse()) {
          holder =
            typeof key === "number"
              ? Object.assign([value], { [key]: holder })
              : Object.defineProperty({ other: value }, key, { value: holder, enumerable: true });
        }
        const path = keys.map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`)).join("");
        expect(findUnstorable(holder)).toEqual({ path: path.replace(/^\./, ""), what: "a function" });
      }),
    );
  });

  test("the path to a fault is short, however deep it lies and whatever the keys are", () => {
    for (const key of ["key", "k".repeat(5_000), 0]) {
      let holder: unknown = () => 1;
      for (let level = 0; level < 400; level += 1) holder = typeof key === "number" ? [holder] : { [key]: holder };
      expect(findUnstorable(holder)?.path.length).toBeLessThan(500);
    }
  });

  test("depth counts all levels, also through parts that occur more than once", () => {
    const chain = (levels: number, end: unknown): unknown => {
      let value = end;
      for (let level = 0; level < levels; level += 1) value = [value];
      return value;
    };
    expect(findUnstorable(chain(MAX_STORED_DEPTH, 1))).toBeUndefined();
    expect(findUnstorable(chain(MAX_STORED_DEPTH + 1, 1))?.what).toMatch(/levels/);
    const part = chain(MAX_STORED_DEPTH - 10, 1);
    // First met near the top, then again too far down.
    expect(findUnstorable([part, chain(5, part)])).toBeUndefined();
    expect(findUnstorable([part, chain(20, part)])?.what).toMatch(/levels/);
  });

  test("objects of another realm are plain, their classes are not", async () => {
    const { runInNewContext } = await import("node:vm");
    expect(findUnstorable(runInNewContext("({ a: [1, { b: null }] })"))).toBeUndefined();
    expect(findUnstorable(runInNewContext("({ at: new Date(0) })"))).toMatchObject({ path: "at" });
  });

  test("two objects that hold each other are a circle; one that occurs twice is none", () => {
    const [one, two]: Record<string, unknown>[] = [{}, {}];
    if (one === undefined || two === undefined) throw new Error("unreachable");
    one.two = two;
    expect(findUnstorable([one, one, two])).toBeUndefined();
    two.one = one;
    expect(findUnstorable([one])).toMatchObject({ path: "[0].two.one" });
  });
});

test("findUncloneable names the deepest place that cannot be copied", () => {
  const proxy = new Proxy({}, {});
  expect(findUncloneable({ a: 1, b: [0, { c: proxy }] }).path).toBe("b[1].c");
  expect(findUncloneable(proxy).path).toBe("");
});

describe("sameData", () => {
  test("says of JSON what comparing canonical texts says", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (one, other) => {
        expect(sameData(one, structuredClone(one))).toBe(true);
        expect(sameData(one, other)).toBe(canonicalJson(one) === canonicalJson(other));
      }),
    );
  });

  test.each([
    [{ a: undefined }, {}],
    [[], {}],
    [null, {}],
    [{ a: 1 }, { b: 1 }],
    [{}, { toString: 1 }],
    [JSON.parse('{"__proto__":1}'), { constructor: 1 }],
    ["1", 1],
  ])("%j and %j differ", (one, other) => {
    expect(sameData(one, other)).toBe(false);
    expect(sameData(other, one)).toBe(false);
  });

  test("the order of keys does not count, that of items does", () => {
    expect(sameData({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 })).toBe(true);
    expect(sameData([1, 2], [2, 1])).toBe(false);
    expect(sameData(Number.NaN, Number.NaN)).toBe(true);
  });
});
