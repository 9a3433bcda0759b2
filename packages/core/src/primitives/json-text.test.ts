import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toJsonText } from "./json-text.ts";

describe("toJsonText", () => {
  it("is what JSON.stringify says, wherever that says something", () => {
    fc.assert(
      fc.property(
        fc.anything({
          withDate: true,
          withSparseArray: true,
          withTypedArray: true,
          withNullPrototype: true,
          maxDepth: 4,
        }),
        (value) => {
          let text: string | undefined;
          try {
            text = JSON.stringify(value);
          } catch {
            text = undefined;
          }
          const own = toJsonText(value);
          expect(own.ok ? own.text : undefined).toBe(text);
        },
      ),
    );
  });

  it("honours toJSON, drops functions in objects, writes NaN as null", () => {
    expect(toJsonText({ at: new Date(0), f: () => 1, n: Number.NaN })).toEqual({
      ok: true,
      text: '{"at":"1970-01-01T00:00:00.000Z","n":null}',
    });
  });

  const circle: { a?: unknown } = {};
  circle.a = { b: circle };
  let deep: unknown = 1;
  for (let level = 0; level < 5000; level++) deep = [deep];
  it.each([
    ["a circle", circle, { reason: "type", path: "a.b", what: "a part of itself (a circle)" }],
    ["a BigInt", { x: [1n] }, { reason: "type", path: "x[0]", what: "a bigint" }],
    ["a function", () => 1, { reason: "type", path: "", what: "a function" }],
    ["a symbol", Symbol("x"), { reason: "type", path: "", what: "a symbol" }],
    ["5,000 levels", deep, { reason: "depth", what: "more than 128 levels deep" }],
    ["too many values", Array.from({ length: 200_000 }, () => 1), { reason: "size", path: "" }],
    ["huge bytes", new Uint8Array(50_000_000), { reason: "size", path: "" }],
    ["huge text", { a: ["x".repeat(9_000_000)] }, { reason: "size", path: "a[0]" }],
    [
      "a toJSON that throws",
      {
        toJSON() {
          throw new Error("no");
        },
      },
      { reason: "type", what: "something that cannot be read" },
    ],
    ["a toJSON that never ends", { toJSON: () => "x".repeat(9_000_000) }, { reason: "size" }],
    [
      "a getter that throws",
      {
        a: {
          get b() {
            throw new Error("no");
          },
        },
      },
      { reason: "type", path: "a.b", what: "something that cannot be read" },
    ],
  ])("refuses %s and names the place", (_name, value, fault) => {
    expect(toJsonText(value)).toMatchObject({ ok: false, ...fault });
  });

  it("takes one value in two places, which is no circle", () => {
    const shared = { a: 1 };
    expect(toJsonText([shared, shared])).toEqual({ ok: true, text: '[{"a":1},{"a":1}]' });
  });
});
