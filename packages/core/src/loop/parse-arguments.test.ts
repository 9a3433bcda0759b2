import { describe, expect, it } from "vitest";
import { LIMITS } from "../primitives/limits.ts";
import { GATEWAY_CODES } from "../toolkit/gateway-codes.ts";
import { parseArguments } from "./parse-arguments.ts";

describe("arguments a model wrote", () => {
  it("that are written as JSON.stringify would need no text beside them", () => {
    expect(parseArguments('{"city":"Bern","n":[1,null]}')).toEqual({ args: { city: "Bern", n: [1, null] } });
  });

  it.each([
    ['{"a": 1}', { a: 1 }],
    ['{"a":1.0}', { a: 1 }],
    ['{"to":"alice","to":"mallory"}', { to: "mallory" }],
  ])("written otherwise keep their text: %s", (text, args) => {
    expect(parseArguments(text)).toEqual({ args, rawArgs: text });
  });

  it.each([[""], ['{"city": "Par'], ["[1]"], ["null"], ["7"], ['"text"'], ["undefined"]])(
    "that are no object reach the tool as {}: %s",
    (text) => {
      expect(parseArguments(text)).toEqual({ args: {}, rawArgs: text });
    },
  );

  it("are frozen all the way down", () => {
    const { args } = parseArguments('{"a":{"b":[{}]}}');
    const inner = (args.a as { b: object[] }).b;
    expect([args, args.a as object, inner, inner[0] as object].every((each) => Object.isFrozen(each))).toBe(true);
  });

  it("named __proto__ are left out and pollute nothing; the text is kept", () => {
    const text = '{"__proto__":{"admin":true},"a":1}';
    const { args, rawArgs } = parseArguments(text);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
    expect(args).toEqual({ a: 1 });
    expect(args).not.toHaveProperty("admin");
    expect(rawArgs).toBe(text);
  });

  it("that are too deep must not run", () => {
    const deep = `${'{"a":'.repeat(LIMITS.depth + 1)}1${"}".repeat(LIMITS.depth + 1)}`;
    expect(parseArguments(deep)).toEqual({ args: {}, rawArgs: deep, refusedCode: GATEWAY_CODES.ARGUMENTS_TOO_LARGE });
  });

  it("that hold a number beyond all numbers must not run", () => {
    expect(parseArguments('{"amount":1e400}')).toMatchObject({ args: {}, refusedCode: expect.any(Number) });
  });
});
