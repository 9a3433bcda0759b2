import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { failureOf, returnedResult, thrownResult, toToolResult } from "./to-tool-result.ts";
import type { ToolResult } from "./tool-result.ts";

const hostile = {
  getter: {
    get output(): string {
      throw new Error("no");
    },
    isError: false,
  },
  proxy: new Proxy(
    {},
    {
      get: () => {
        throw new Error("no");
      },
      has: () => {
        throw new Error("no");
      },
    },
  ),
  revoked: (() => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  })(),
  text: {
    toString() {
      throw new Error("no");
    },
  },
};

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withNullPrototype: true,
  withSparseArray: true,
  withTypedArray: true,
  withObjectString: true,
});

describe("the tool boundary", () => {
  it("never throws, and always gives a frozen result that can be stored", { timeout: 60_000 }, async () => {
    const results = fc.oneof(
      anything,
      fc.record({ output: anything, isError: anything, parts: anything, metadata: anything }, { requiredKeys: [] }),
    );
    await fc.assert(
      fc.asyncProperty(results, async (value) => {
        for (const result of [toToolResult(value), returnedResult(value), thrownResult(value)]) check(await result);
      }),
      { numRuns: 500 },
    );
    for (const value of Object.values(hostile)) {
      for (const result of [toToolResult(value), returnedResult(value), thrownResult(value)]) check(await result);
    }

    function check(result: ToolResult): void {
      expect(typeof result.output).toBe("string");
      expect(typeof result.isError).toBe("boolean");
      expect(Object.isFrozen(result)).toBe(true);
      expect(structuredClone(result)).toEqual(result);
      expect(JSON.parse(JSON.stringify(result))).toEqual(result);
      if ("parts" in result) expect(result.parts?.length).toBeGreaterThan(0);
    }
  });

  describe("toToolResult, of a bare tool", () => {
    it.each([
      ["a result", { output: "x", isError: true }, { output: "x", isError: true }],
      ["no output", { isError: true }, { output: "", isError: true }],
      ["output null", { output: null, isError: false }, { output: "", isError: false }],
      ["output that is no text", { output: { a: 1 }, isError: false }, { output: '{"a":1}', isError: false }],
      ["no isError", { output: "x" }, { output: "x", isError: false }],
      ["nothing", undefined, { output: "", isError: false }],
      ["null", null, { output: "", isError: false }],
      ["text", "x", { output: "x", isError: false }],
      ["a list", [1], { output: "[1]", isError: false }],
      ["no parts", { output: "x", isError: false, parts: [] }, { output: "x", isError: false }],
      // biome-ignore lint/suspicious/noThenProperty: what a stranger may send
      ["unknown keys", { output: "x", isError: false, then: 1, $$typeof: "react" }, { output: "x", isError: false }],
    ])("reads %s", async (_name, value, result) => {
      expect(await toToolResult(value)).toStrictEqual(result);
    });

    it("keeps the known fields of a part and nothing else", async () => {
      const part = {
        type: "image",
        mimeType: "image/png",
        data: "AQID",
        onLoad: "x",
        dangerouslySetInnerHTML: { __html: "x" },
      };
      expect((await toToolResult({ output: "", isError: false, parts: [part] })).parts).toStrictEqual([
        { type: "image", mimeType: "image/png", data: "AQID" },
      ]);
    });

    it.each([
      [
        "a function in metadata",
        { output: "", isError: false, metadata: { a: [() => 1] } },
        /metadata\.a\[0\] is a function/,
      ],
      [
        "a promise in metadata",
        { output: "", isError: false, metadata: { p: Promise.resolve(1) } },
        /metadata\.p is an object of a class/,
      ],
      [
        "a Date in metadata",
        { output: "", isError: false, metadata: { d: new Date(0) } },
        /metadata\.d is an object of a class/,
      ],
      ["metadata that is no object", { output: "", isError: false, metadata: "x" }, /metadata is no object/],
      ["parts that are no list", { output: "", isError: false, parts: {} }, /parts is no list/],
      ["a part of no kind", { output: "", isError: false, parts: [{ type: "video" }] }, /parts\[0\]/],
      [
        "a circle as output",
        {
          output: (() => {
            const a: unknown[] = [];
            a.push(a);
            return a;
          })(),
          isError: false,
        },
        /output\[0\] is a part of itself/,
      ],
    ])("makes the call fail for %s, naming the place", async (_name, value, words) => {
      const result = await toToolResult(value);
      expect(result).toStrictEqual({ output: expect.stringMatching(words), isError: true });
      expect(failureOf(result)).toMatchObject({ reason: "unserialisable" });
    });

    it("carries the code of a part that is none", async () => {
      const both = { type: "image", mimeType: "image/png", data: "AQID", url: "https://x.test/a.png" };
      expect(failureOf(await toToolResult({ output: "", isError: false, parts: [both] }))?.code).toBe(
        "source-conflict",
      );
    });

    it("never shows base64 in what went wrong", async () => {
      const data = "c2VjcmV0LWJ5dGVz!";
      const { output } = await toToolResult({
        output: "",
        isError: false,
        parts: [{ type: "image", mimeType: "image/png", data }],
      });
      expect(output).not.toContain(data.slice(0, 8));
    });
  });

  it("keeps what a tool said and did where the code for its parts cannot be loaded", async () => {
    vi.doMock("./make-content-part.ts", () => {
      throw new TypeError("Failed to fetch dynamically imported module");
    });
    const given = { output: "Paid.", isError: false, parts: [{ type: "text", text: "receipt" }], metadata: { id: 7 } };
    const result = await toToolResult(given);
    vi.doUnmock("./make-content-part.ts");
    expect(result).toStrictEqual({
      output: expect.stringMatching(/^Paid\.\n\(Its parts are left out: /),
      isError: false,
      metadata: { id: 7 },
    });
    expect(failureOf(result)).toBeUndefined();
    expect((await toToolResult(given)).parts).toHaveLength(1);
  });

  describe("returnedResult, of a native tool", () => {
    it.each([
      ["text", "x", { output: "x", isError: false }],
      ["undefined", undefined, { output: "", isError: false }],
      ["null", null, { output: "null", isError: false }],
      ["false", false, { output: "false", isError: false }],
      ["0", 0, { output: "0", isError: false }],
      ["an object", { k: [true] }, { output: '{"k":[true]}', isError: false }],
      ["an object with output alone", { output: "x" }, { output: '{"output":"x"}', isError: false }],
      [
        "a result",
        { output: "bad", isError: true, metadata: { m: 1 } },
        { output: "bad", isError: true, metadata: { m: 1 } },
      ],
      ["a Date", new Date(0), { output: '"1970-01-01T00:00:00.000Z"', isError: false }],
      // biome-ignore lint/suspicious/noThenProperty: what a stranger may send
      ["a thenable that is data", { then: "x" }, { output: '{"then":"x"}', isError: false }],
    ])("reads %s", (_name, value, result) => {
      expect(returnedResult(value)).toStrictEqual(result);
    });

    it.each([
      ["a function", () => 1, "unserialisable"],
      ["a symbol", Symbol("x"), "unserialisable"],
      ["a BigInt inside", { n: 1n }, "unserialisable"],
      ["a huge value", Array.from({ length: 300_000 }, () => 1), "too-large"],
      ["huge text inside", { a: "x".repeat(9_000_000) }, "too-large"],
    ])("makes the call fail for %s", async (_name, value, reason) => {
      const result = await returnedResult(value);
      expect(result.isError).toBe(true);
      expect(failureOf(result)).toEqual({ reason });
    });
  });

  describe("thrownResult", () => {
    it.each([
      ["an Error", new Error("boom"), "boom", {}],
      ["a text", "boom", "boom", {}],
      ["null", null, "null", {}],
      ["undefined", undefined, "undefined", {}],
      ["a number", 7, "7", {}],
      ["a text code", Object.assign(new Error("boom"), { code: "E_STOCK" }), "boom", { code: "E_STOCK" }],
      ["a number code", Object.assign(new Error("boom"), { code: 402 }), "boom", { code: 402 }],
      ["a code that is none", Object.assign(new Error("boom"), { code: {} }), "boom", {}],
      ["a DOMException", new DOMException("gone", "NotFoundError"), "gone", { code: "NotFoundError" }],
      ["a hostile toString", hostile.text, "an unprintable value was thrown", {}],
      ["an object without a prototype", Object.create(null), "an unprintable value was thrown", {}],
      ["a revoked proxy", hostile.revoked, "an unprintable value was thrown", {}],
      ["a message that is no text", Object.assign(new Error("x"), { message: { a: 1 } }), "[object Object]", {}],
    ])("has the words of %s, and its own code", (_name, thrown, output, code) => {
      const result = thrownResult(thrown);
      expect(result).toStrictEqual({ output, isError: true });
      expect(failureOf(result)).toEqual({ reason: "threw", ...code });
    });
  });
});
