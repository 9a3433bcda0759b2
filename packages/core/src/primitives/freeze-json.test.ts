import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { faultText, freezeJson, thawJson } from "./freeze-json.ts";

class Money {
  amount = 1;
}

const nested = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { v: value };
  return value;
};

describe("freezeJson", () => {
  it("copies what JSON can hold, and freezes all of it", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (given) => {
        const frozen = freezeJson(given);
        expect(frozen).toEqual({
          ok: true,
          value: JSON.parse(JSON.stringify(given, (key, value) => (key === "__proto__" ? undefined : value))),
        });
        const check = (value: unknown): void => {
          if (typeof value !== "object" || value === null) return;
          expect(Object.isFrozen(value)).toBe(true);
          for (const member of Object.values(value)) check(member);
        };
        if (frozen.ok) check(frozen.value);
      }),
    );
  });

  it("is not changed by what happens to the original", () => {
    const original = { list: [{ to: "alice" }] };
    const frozen = freezeJson(original);
    (original.list[0] as { to: string }).to = "mallory";
    expect(frozen).toEqual({ ok: true, value: { list: [{ to: "alice" }] } });
  });

  it("reads a getter once, so that it cannot answer differently later", () => {
    let reads = 0;
    const frozen = freezeJson({
      get to() {
        reads += 1;
        return reads === 1 ? "alice" : "mallory";
      },
    });
    expect(frozen).toEqual({ ok: true, value: { to: "alice" } });
    expect(reads).toBe(1);
  });

  it("writes -0 as 0 and leaves undefined members out, as JSON text does", () => {
    const frozen = freezeJson({ zero: -0, none: undefined });
    expect(frozen.ok && Object.is((frozen.value as { zero: number }).zero, 0)).toBe(true);
    expect(frozen).toEqual({ ok: true, value: { zero: 0 } });
  });

  it("leaves own __proto__ keys out and pollutes nothing", () => {
    const frozen = freezeJson(
      JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"a":{"__proto__":1}}'),
    );
    expect(frozen).toEqual({ ok: true, value: { constructor: { prototype: { admin: true } }, a: {} } });
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
    if (frozen.ok) expect(Object.assign({}, frozen.value) as { admin?: unknown }).not.toHaveProperty("admin");
  });

  it("takes objects of another realm and without a prototype", () => {
    const bare = Object.assign(Object.create(null) as object, { a: 1 });
    expect(freezeJson(bare)).toEqual({ ok: true, value: { a: 1 } });
  });

  const circle: { self?: unknown } = {};
  circle.self = [circle];
  it.each([
    ["a function", { a: [{ f: () => 1 }] }, "type", "a[0].f", "a function"],
    ["a symbol", { s: Symbol("x") }, "type", "s", "a symbol"],
    ["a BigInt", [1n], "type", "[0]", "a bigint"],
    ["NaN", { n: Number.NaN }, "type", "n", "NaN, which JSON cannot hold"],
    ["1e400", JSON.parse('{"amount":1e400}'), "type", "amount", "Infinity, which JSON cannot hold"],
    ["undefined in a list", [undefined], "type", "[0]", "undefined"],
    ["a hole in a list", new Array(1), "type", "[0]", "undefined"],
    ["an instance", { m: new Money() }, "type", "m", "an object of a class"],
    ["a Date", { d: new Date(0) }, "type", "d", "an object of a class"],
    ["a Map", new Map(), "type", "", "an object of a class"],
    ["a Promise", { p: Promise.resolve(1) }, "type", "p", "an object of a class"],
    ["a circle", circle, "type", "self[0]", "a part of itself (a circle)"],
    ["5,000 levels", nested(5000), "depth", undefined, "more than 128 levels deep"],
    ["too many values", Array.from({ length: 100_000 }, () => 1), "size", undefined, "more than 100000 values"],
  ])("refuses %s and names the place", (_name, value, reason, path, what) => {
    expect(freezeJson(value)).toMatchObject({ ok: false, reason, what, ...(path !== undefined && { path }) });
  });

  it("stops at the limits it is given", () => {
    const limits = { depth: 2, nodes: 4, chars: 5 };
    expect(freezeJson([[1]], limits).ok).toBe(true);
    expect(freezeJson([[[1]]], limits)).toMatchObject({ reason: "depth", path: "[0][0]" });
    expect(freezeJson([1, 2, 3, 4], limits)).toMatchObject({ reason: "size" });
    expect(freezeJson({ abc: "def" }, limits)).toMatchObject({ reason: "size" });
  });

  it("does not walk on after a limit is passed", () => {
    // Four thousand million holes: walking them all would take minutes.
    const sparse: unknown[] = [];
    sparse.length = 2 ** 32 - 1;
    expect(freezeJson(sparse).ok).toBe(false);
  });

  it.each([
    [
      "a getter that throws",
      {
        get a() {
          throw new Error("no");
        },
      },
      "a",
    ],
    [
      "a proxy that throws",
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error("no");
          },
        },
      ),
      "",
    ],
    [
      "a revoked proxy",
      (() => {
        const { proxy, revoke } = Proxy.revocable({}, {});
        revoke();
        return { p: proxy };
      })(),
      "p",
    ],
  ])("says of %s that it cannot be read", (_name, value, path) => {
    expect(freezeJson(value)).toEqual({ ok: false, reason: "type", path, what: "something that cannot be read" });
  });

  it("puts a fault into one phrase", () => {
    expect(faultText({ reason: "type", path: "[0].f", what: "a function" }, "metadata")).toBe(
      "metadata[0].f is a function",
    );
    expect(faultText({ reason: "type", path: "f", what: "a function" }, "metadata")).toBe("metadata.f is a function");
    expect(faultText({ reason: "type", path: "", what: "a function" }, "metadata")).toBe("metadata is a function");
  });
});

describe("thawJson", () => {
  it("gives an equal copy that may be changed, and leaves the frozen one as it is", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (given) => {
        const frozen = freezeJson({ given });
        if (!frozen.ok) throw new Error(frozen.what);
        const thawed = thawJson(frozen.value) as { given: unknown; more?: number };
        expect(thawed).toEqual(frozen.value);
        thawed.more = 1;
        if (Array.isArray(thawed.given)) thawed.given.push(1);
        expect(frozen.value).not.toHaveProperty("more");
      }),
    );
  });
});
