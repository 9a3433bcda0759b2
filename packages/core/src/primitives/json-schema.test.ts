import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { validateJson } from "./json-schema.ts";
import { LIMITS } from "./limits.ts";

const issuesOf = (schema: unknown, value: unknown) => {
  const check = validateJson(schema, value);
  return check.ok ? [] : check.issues.map(({ path, message }) => `${path}: ${message}`);
};

/** Values and schemas that are small and alike, so that they often fit. */
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, depthSize: "small" },
    fc.constantFrom(null, true, false, 0, 1, 2, 3, -1, 0.5, 1e21, "", "a", "ab", "abc", "😀", "b1"),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c", "a1"), tie("value"), { maxKeys: 3 }),
  ),
})).value;

const small = fc.integer({ min: 0, max: 3 });
const schema = fc.letrec<{ schema: unknown }>((tie) => {
  const sub = tie("schema");
  const map = fc.dictionary(fc.constantFrom("a", "b", "c", "a1"), sub, { minKeys: 1, maxKeys: 2 });
  const list = fc.array(sub, { minLength: 1, maxLength: 3 });
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      fc.boolean(),
      fc.record(
        {
          type: fc.constantFrom(
            "object",
            "array",
            "string",
            "number",
            "integer",
            "boolean",
            "null",
            ["string", "null"],
            ["array", "object"],
          ),
          enum: fc.array(value, { minLength: 1, maxLength: 3 }),
          const: value,
        },
        { requiredKeys: [] },
      ),
      fc.record(
        {
          properties: map,
          required: fc.uniqueArray(fc.constantFrom("a", "b"), { maxLength: 2 }),
          additionalProperties: sub,
          patternProperties: fc.dictionary(fc.constantFrom("^a", "1$", "."), sub, { minKeys: 1, maxKeys: 2 }),
          propertyNames: fc.constantFrom({ maxLength: 1 }, { pattern: "^a" }, true, { enum: ["a", "b"] }),
          minProperties: small,
          maxProperties: small,
          dependentRequired: fc.constantFrom({ a: ["b"] }, { b: ["a", "c"] }),
          dependentSchemas: fc.dictionary(fc.constantFrom("a", "b"), sub, { minKeys: 1, maxKeys: 1 }),
        },
        { requiredKeys: [] },
      ),
      fc.record(
        {
          prefixItems: list,
          items: sub,
          contains: sub,
          minContains: fc.integer({ min: 1, max: 2 }),
          maxContains: fc.integer({ min: 1, max: 2 }),
          minItems: small,
          maxItems: small,
          uniqueItems: fc.boolean(),
        },
        { requiredKeys: [] },
      ),
      fc.record(
        {
          minimum: small,
          maximum: small,
          exclusiveMinimum: small,
          exclusiveMaximum: small,
          multipleOf: fc.constantFrom(1, 2, 0.5, 0.1),
          minLength: small,
          maxLength: small,
          pattern: fc.constantFrom("^a", "b$", "^.{2}$", "\\d"),
        },
        { requiredKeys: [] },
      ),
      fc.record({ allOf: list, anyOf: list, oneOf: list, not: sub }, { requiredKeys: [] }),
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      fc.record({ if: sub, then: sub, else: sub }, { requiredKeys: ["if"] }),
      fc.record({ $defs: fc.record({ x: sub }), $ref: fc.constant("#/$defs/x") }).map((defs) => ({ ...defs })),
    ),
  };
}).schema;

/** A `$ref` inside a subschema points at the root's `$defs`: generated ones are lifted there. */
function rooted(made: unknown): unknown {
  const defs: Record<string, unknown> = {};
  const lift = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(lift);
    if (typeof node !== "object" || node === null) return node;
    const { $defs, ...rest } = Object.fromEntries(Object.entries(node).map(([key, member]) => [key, lift(member)]));
    if ($defs === undefined) return rest;
    const name = `d${Object.keys(defs).length}`;
    defs[name] = ($defs as { x: unknown }).x;
    return { ...rest, $ref: `#/$defs/${name}` };
  };
  const root = lift(made);
  return typeof root === "boolean" ? root : { ...(root as object), $defs: defs };
}

describe("validateJson", () => {
  it("agrees with a published interpreter", () => {
    fc.assert(
      fc.property(schema.map(rooted), value, (rules, given) => {
        const theirs = new Validator(structuredClone(rules) as object, "2020-12").validate(given).valid;
        expect(validateJson(rules, given).ok).toBe(theirs);
      }),
      { numRuns: 2000 },
    );
  }, 30_000);

  it("names every place that is wrong, in words", () => {
    const order = {
      type: "object",
      properties: {
        amount: { type: "number", minimum: 1 },
        items: {
          type: "array",
          items: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
        },
        mode: { enum: ["now", "later"] },
        note: { anyOf: [{ type: "string" }, { type: "null" }] },
      },
      required: ["amount", "currency"],
      additionalProperties: false,
    };
    expect(
      issuesOf(order, { amount: 0, items: [{ name: "a" }, { name: 1 }, {}], mode: "never", note: 5, extra: 1 }),
    ).toEqual([
      "amount: must be at least 1",
      "items[1].name: must be text",
      "items[2].name: is missing",
      'mode: must be one of "now", "later"',
      "note: must be text or null",
      "currency: is missing",
      "extra: is not allowed",
    ]);
  });

  it.each([
    ["draft 7 tuples", { items: [{ type: "string" }], additionalItems: false }, ["a"], ["a", 1]],
    ["draft 7 dependencies", { dependencies: { a: ["b"] } }, { a: 1, b: 1 }, { a: 1 }],
    ["draft 4 exclusive bounds", { minimum: 1, exclusiveMinimum: true }, 2, 1],
    ["anchors", { $ref: "#x", $defs: { x: { $anchor: "x", type: "string" } } }, "a", 1],
    ["ids", { $ref: "urn:x", $defs: { x: { $id: "urn:x", type: "string" } } }, "a", 1],
    [
      "pointers into a schema with an id",
      { $id: "https://x.test/s", $ref: "https://x.test/s#/$defs/y", $defs: { y: { const: 1 } } },
      1,
      2,
    ],
    ["escaped pointers", { $ref: "#/$defs/a~1b%25", $defs: { "a/b%": { const: 1 } } }, 1, 2],
    [
      "recursion",
      { $ref: "#/$defs/n", $defs: { n: { properties: { n: { $ref: "#/$defs/n" } }, required: ["v"] } } },
      { v: 1, n: { v: 1 } },
      { v: 1, n: {} },
    ],
    [
      "unevaluated members",
      { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
      { a: 1 },
      { a: 1, b: 1 },
    ],
    ["unevaluated items", { prefixItems: [true], unevaluatedItems: false }, [1], [1, 2]],
    ["neighbours' members", { properties: { a: true }, allOf: [{ unevaluatedProperties: false }] }, {}, { a: 1 }],
    ["deep equality of enums", { enum: [{ a: [1, 2], b: 0 }] }, { b: 0, a: [1, 2] }, { b: 0, a: [2, 1] }],
    ["decimal multiples", { multipleOf: 0.01 }, 19.99, 19.999],
    ["characters, not units", { maxLength: 1 }, "😀", "ab"],
    ["false", { properties: { a: false } }, { b: 1 }, { a: 1 }],
    ["dates", { format: "date" }, "2024-02-29", "2023-02-29"],
    ["moments", { format: "date-time" }, "2024-02-29T23:59:60Z", "2024-02-29T23:59"],
    ["mail addresses", { format: "email" }, "ann@example.test", "ann@@example.test"],
    ["addresses", { format: "uri" }, "https://x.test/a?b", "/a"],
    ["uuids", { format: "uuid" }, "123e4567-e89b-12d3-a456-426614174000", "123e4567"],
    ["IPv4", { format: "ipv4" }, "10.0.0.1", "10.0.0.256"],
    ["IPv6", { format: "ipv6" }, "::1", "::g"],
  ])("knows %s", (_name, rules, good, bad) => {
    expect(validateJson(rules, good)).toEqual({ ok: true });
    expect(validateJson(rules, bad).ok).toBe(false);
  });

  it.each([
    "date",
    "time",
    "date-time",
    "email",
    "uri",
    "url",
    "uuid",
    "ipv4",
    "ipv6",
    "constructor",
    "__proto__",
    "toString",
  ])("says of no text that its check broke (format %s)", (format) => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(validateJson({ format }, text)).not.toHaveProperty("unusable");
      }),
      { numRuns: 200 },
    );
  });

  describe("hostile schemas", () => {
    const chain = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `d${at}`,
        { anyOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
      ]),
    );
    let deep: unknown = {};
    for (let level = 0; level < 5000; level++) deep = { not: deep };

    it.each([
      ["a circle of references", { $ref: "#" }, 1, /circle/],
      [
        "a longer circle",
        { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { allOf: [{ $ref: "#/$defs/a" }] } } },
        1,
        /circle/,
      ],
      ["a remote reference", { $ref: "https://evil.test/schema.json" }, 1, /evil\.test.*nothing is fetched/],
      ["a reference to nowhere", { $ref: "#/$defs/__proto__" }, 1, /not inside it/],
      ["a reference that is none", { $ref: 7 }, 1, /not inside it/],
      ["100,000 branches", { allOf: Array.from({ length: 100_000 }, () => ({ type: "string" })) }, "a", /parts/],
      [
        "branches that double at each step",
        { $ref: "#/$defs/d0", $defs: { ...chain, d40: { type: "string" } } },
        1,
        /too long/,
      ],
      ["5,000 levels", deep, 1, /too deep/],
      ["a back reference", { pattern: "^(a+)\\1$" }, "aa", /pattern.*refers back/],
      ["a pattern that is none", { patternProperties: { "(": true } }, { a: 1 }, /no regular expression/],
      ["no schema", 7, 1, /no JSON Schema/],
      ["a list", [], 1, /no JSON Schema/],
      ["a broken branch", { anyOf: ["x", "y"] }, 1, /no JSON Schema/],
    ])("%s is refused in words", (_name, rules, given, words) => {
      const check = validateJson(rules, given);
      expect(check).toMatchObject({ ok: false, unusable: true });
      expect(issuesOf(rules, given)[0]).toMatch(words);
    });

    it("never runs a pattern longer than the budget", () => {
      const rules = { items: { pattern: "^(\\w+\\s?)*$" } };
      const many = Array.from({ length: 2000 }, () => `${"a".repeat(500)}!`);
      expect(issuesOf(rules, many)).toEqual([": cannot be checked: that takes too long with this schema"]);
    });

    it("finds 100,000 equal items without comparing each with each", () => {
      const rules = { uniqueItems: true };
      expect(
        validateJson(
          rules,
          Array.from({ length: 50_000 }, (_, at) => at),
        ).ok,
      ).toBe(true);
      expect(validateJson(rules, [1, 2, 1]).ok).toBe(false);
    });

    it("takes rules and members by their own names only", () => {
      const own = JSON.parse(
        '{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}},"required":["constructor"]}',
      );
      expect(validateJson(own, { constructor: "a" }).ok).toBe(true);
      expect(issuesOf(own, {})).toEqual(["constructor: is missing"]);
      expect(validateJson({ toString: 1, valueOf: "x", constructor: {} }, {}).ok).toBe(true);
    });

    it("leaves a frozen schema as it was", () => {
      const rules = Object.freeze({
        $ref: "#/$defs/a",
        $defs: Object.freeze({ a: Object.freeze({ type: "string" }) }),
      });
      expect(validateJson(rules, "a").ok).toBe(true);
      expect(Reflect.ownKeys(rules)).toEqual(["$ref", "$defs"]);
    });

    it("has room for what an honest schema needs", () => {
      const rows = {
        type: "array",
        items: {
          type: "object",
          properties: { id: { type: "integer" }, name: { type: "string", pattern: "^[a-z ]+$" } },
          required: ["id"],
        },
      };
      const thousand = Array.from({ length: 1000 }, (_, id) => ({ id, name: "a plain name of some length" }));
      expect(validateJson(rows, thousand)).toEqual({ ok: true });
      expect(LIMITS.schemaSteps).toBeGreaterThan(100_000);
    });
  });
});
