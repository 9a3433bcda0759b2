import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBodyWriter } from "./body-text.ts";

const json = fc.jsonValue({ maxDepth: 3 });
const messages = fc.array(fc.dictionary(fc.string({ maxLength: 5 }), json, { maxKeys: 4 }), { maxLength: 4 });

describe("the text of a body", () => {
  it("is what JSON.stringify writes, settled messages or not, the first time and again", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ maxLength: 8 }), json), messages, (rest, given) => {
        const writer = createBodyWriter();
        const settled = given.map((message) => writer.settle(message));
        const mixed = [...settled, ...given, null, "text", undefined];
        const body = { model: "m", ...rest, messages: mixed, absent: undefined, tools: [] };
        expect(writer.write(body)).toBe(JSON.stringify(body));
        expect(writer.write(body)).toBe(JSON.stringify(body));
      }),
    );
  });

  it("what others hold may change: only our own copy is written once", () => {
    const writer = createBodyWriter();
    const theirs = { role: "user", content: "before" };
    const settled = writer.settle(theirs);
    writer.write({ messages: [settled, theirs] });
    theirs.content = "after";
    expect(JSON.parse(writer.write({ messages: [settled, theirs] })).messages).toEqual([
      { role: "user", content: "before" },
      { role: "user", content: "after" },
    ]);
  });

  it("a messages member that is no list is written as it is", () => {
    const writer = createBodyWriter();
    expect(writer.write({ messages: "none" })).toBe('{"messages":"none"}');
  });
});
