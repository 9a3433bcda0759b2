import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePartialJson } from "./partial-json.ts";

describe("parsePartialJson", () => {
  it.each([
    ["", undefined],
    ["{", {}],
    ['{"or', {}],
    ['{"order"', {}],
    ['{"order":', {}],
    ['{"order":"A-1', { order: "A-1" }],
    ['{"order":"A-17","amount":4', { order: "A-17" }],
    ['{"order":"A-17","amount":45,', { order: "A-17", amount: 45 }],
    ['{"urgent":tr', {}],
    ['{"items":[{"id":1},{"id":2', { items: [{ id: 1 }, {}] }],
    ['{"text":"a\\', { text: "a" }],
    ['{"text":"a\\u00', { text: "a" }],
    ['{"text":"a\\\\', { text: "a\\" }],
    ['{"text":"say \\"hi', { text: 'say "hi' }],
    ["no JSON", undefined],
    ["}", undefined],
  ])("reads %s", (text, value) => {
    expect(parsePartialJson(text)).toEqual(value);
  });

  it("looks no deeper than arguments may be, so that no text takes long", () => {
    const text = `{"a":1,"b":${"[".repeat(99_000)}`;
    let depth = 0;
    for (let value = (parsePartialJson(text) as { b: unknown }).b; Array.isArray(value); value = value[0]) depth += 1;
    expect(depth).toBe(127);
  });

  it("reads every beginning of a JSON object without an error, and the whole as JSON does", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()), (value) => {
        const text = JSON.stringify(value);
        for (let end = 1; end <= Math.min(text.length, 200); end += 1) {
          expect(parsePartialJson(text.slice(0, end))).toBeTypeOf("object");
        }
        expect(parsePartialJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });
});
