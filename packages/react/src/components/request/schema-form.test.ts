import { validateJson } from "@holdpoint/core";
import { describe, expect, it } from "vitest";
import { initialDraft, readValues } from "./form-values.ts";
import { asksForSecret, type FormField, readForm } from "./schema-fields.ts";

function fieldsOf(properties: Record<string, unknown>, required: string[] = []): readonly FormField[] {
  const form = readForm({ type: "object", properties, required });
  if (!form.ok) throw new Error(`refused for ${form.field}`);
  return form.fields;
}

describe("readForm", () => {
  it.each([
    [{ type: "string" }, "text"],
    [{ type: "string", maxLength: 5000 }, "lines"],
    [{ type: "string", format: "email" }, "email"],
    [{ type: "string", format: "uri" }, "url"],
    [{ type: "string", format: "date" }, "date"],
    [{ type: "string", format: "date-time" }, "date-time"],
    [{ type: "number" }, "number"],
    [{ type: "integer" }, "integer"],
    [{ type: "boolean" }, "checkbox"],
    [{ enum: ["a", "b"] }, "choice"],
    [{ type: "string", oneOf: [{ const: "a", title: "A" }] }, "choice"],
    [{ type: "array", items: { enum: ["a", "b"] } }, "choices"],
    [{ type: "array", items: { type: "string" } }, "json"],
    [{ type: "object", properties: {} }, "json"],
    [{ anyOf: [{ type: "string" }, { type: "number" }] }, "json"],
    [{ $ref: "https://evil.example/schema" }, "json"],
    [true, "text"],
  ])("fills in %j by %s", (schema, control) => {
    expect(fieldsOf({ field: schema })[0]?.control).toBe(control);
  });

  it("reads one value where the schema is no object, and a text where there is none", () => {
    expect(readForm({ enum: ["staging", "production"] })).toMatchObject({ ok: true, shape: "value" });
    expect(readForm(undefined)).toMatchObject({ ok: true, shape: "value", fields: [{ control: "text" }] });
  });

  it.each([
    { password: { type: "string" } },
    { apiKey: { type: "string" } },
    { x: { type: "string", format: "password" } },
    { x: { type: "string", writeOnly: true } },
    { x: { type: "string", title: "Your card number" } },
    { x: { type: "string", title: "Verification code" } },
    { card_number: { type: "string" } },
    { access_token: { type: "string" } },
    { cvc: { type: "string" } },
    { "my-PIN": { type: "string" } },
    { value: { type: "string", description: "Your GitHub password" } },
    { "pass\u200bword": { type: "string" } },
    { ｐａｓｓｗｏｒｄ: { type: "string" } },
    { Passwort: { type: "string" } },
    { x: { type: "string", title: "Mot de passe" } },
    { backupCode: { type: "string" } },
    { pincode: { type: "string" } },
    { "P\u0430ssw\u043Erd": { type: "string" } },
    { pässwörd: { type: "string" } },
    { "p\u0332assword": { type: "string" } },
    { pa$$w0rd: { type: "string" } },
    { x: { type: "string", title: "Contrasen\u0303a" } },
    { x: { type: "string", title: "パスワード" } },
    { Kreditkartennummer: { type: "string" } },
    { x: { type: "string", title: "Prüfziffer" } },
  ])("refuses to ask for a secret: %j", (properties) => {
    expect(readForm({ type: "object", properties }).ok).toBe(false);
  });

  it("takes what it is asked with for the name of a field without one", () => {
    expect(readForm({ type: "string" }, "What is your password?")).toEqual({
      ok: false,
      field: "What is your password?",
    });
    expect(readForm({ type: "string", title: "City" }, "Reset the password of whom?").ok).toBe(true);
  });

  it("lets choose what cannot be typed", () => {
    const properties = { token: { enum: ["ERC-20", "ERC-721"] }, pin: { type: "boolean", title: "Pin it to the top" } };
    expect(readForm({ type: "object", properties }).ok).toBe(true);
  });

  it.each([
    "secretary",
    "environment",
    "shipping address",
    "tokens to buy",
    "pinned message",
    "country code",
    "postcode",
    "amount",
    "Größe in μm",
    "Kапля",
    "пол",
    "100 $ or 50 @ 3",
  ])("asks for %s", (name) => {
    expect(asksForSecret(name)).toBe(false);
  });

  it("is not misled by names of Object's own", () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}',
    );
    const form = readForm(schema);
    if (!form.ok) throw new Error("refused");
    const { data } = readValues("object", form.fields, JSON.parse('{"__proto__":"a","constructor":"b"}'));
    expect(Object.getOwnPropertyDescriptor(data, "__proto__")?.value).toBe("a");
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
  });
});

describe("readValues", () => {
  it("leaves optional empty fields out and asks for required ones", () => {
    const fields = fieldsOf(
      { a: { type: "string" }, b: { type: "string" }, c: { enum: [1] }, d: { type: "boolean" } },
      ["b", "c"],
    );
    const { data, problems } = readValues("object", fields, {});
    expect(data).toEqual({ d: false });
    expect([...problems]).toEqual([
      ["b", { kind: "required" }],
      ["c", { kind: "required" }],
    ]);
  });

  it("keeps falsy answers", () => {
    const fields = fieldsOf(
      { n: { type: "number" }, c: { enum: [false, 0, "", null] }, s: { type: "string", minLength: 0 } },
      ["n", "c", "s"],
    );
    expect(readValues("object", fields, { n: "0", c: 3, s: "" }).data).toEqual({ n: 0, c: null, s: "" });
    expect(readValues("object", fields, { n: "0", c: 0, s: "" }).data).toEqual({ n: 0, c: false, s: "" });
  });

  it.each([
    [{ type: "number" }, "abc", "number"],
    [{ type: "integer" }, "1.5", "integer"],
    [{ type: "integer" }, "9007199254740993", "digits"],
    [{ type: "number" }, "0x10", "number"],
    [{ type: "number" }, "1,234", "number"],
    [{ type: "number" }, "1,234.5", "number"],
    [{ type: "number" }, "Infinity", "number"],
    [{ type: "number", minimum: 3 }, "2", "min"],
    [{ type: "number", exclusiveMinimum: 3 }, "3", "more-than"],
    [{ type: "number", exclusiveMaximum: 3 }, "3", "less-than"],
    [{ type: "number", multipleOf: 0.1 }, "0.25", "multiple-of"],
    [{ type: "number", maximum: 3 }, "4", "max"],
    [{ type: "number" }, "1e400", "number"],
    [{ type: "string", minLength: 3 }, "ab", "min-length"],
    [{ type: "string", maxLength: 2 }, "abc", "max-length"],
    [{ type: "string", format: "email" }, "nobody", "email"],
    [{ type: "string", format: "uri" }, "nowhere", "url"],
    [{ type: "string", format: "date" }, "someday", "date"],
    [{ type: "object" }, "{", "json"],
  ])("%j with %j: %s", (schema, typed, kind) => {
    const { problems } = readValues("object", fieldsOf({ f: schema }, ["f"]), { f: typed });
    expect(problems.get("f")?.kind).toBe(kind);
  });

  it.each([
    ["1234.5", 1234.5],
    ["1234,5", 1234.5],
    [" -0.25 ", -0.25],
    ["1e3", 1000],
  ])("reads the number %j as people mean it", (typed, value) => {
    expect(readValues("object", fieldsOf({ f: { type: "number" } }), { f: typed }).data).toEqual({ f: value });
  });

  it("takes a fraction for the multiple it is", () => {
    const { problems } = readValues("object", fieldsOf({ f: { type: "number", multipleOf: 0.1 } }), { f: "0.3" });
    expect(problems.size).toBe(0);
  });

  it("counts a character outside the first plane as one", () => {
    const fields = fieldsOf({ f: { type: "string", maxLength: 2 } }, ["f"]);
    expect(readValues("object", fields, { f: "👍👍" }).problems.size).toBe(0);
  });

  it("chooses several, and minds how many", () => {
    const fields = fieldsOf({ f: { type: "array", items: { enum: ["a", "b", "c"] }, minItems: 1, maxItems: 2 } }, [
      "f",
    ]);
    expect(readValues("object", fields, { f: [2, 0] }).data).toEqual({ f: ["c", "a"] });
    expect(readValues("object", fields, { f: [] }).problems.get("f")).toEqual({ kind: "min-items", limit: 1 });
    expect(readValues("object", fields, { f: [0, 1, 2] }).problems.get("f")).toEqual({ kind: "max-items", limit: 2 });
  });

  it("gives a moment, whatever the zone it was typed in", () => {
    const fields = fieldsOf({ f: { type: "string", format: "date-time" } });
    const { data } = readValues("object", fields, { f: "2030-05-06T07:08" });
    expect(data).toEqual({ f: new Date(2030, 4, 6, 7, 8).toISOString() });
  });

  it.each([
    [{ type: "string", format: "time" }, "07:08"],
    [{ type: "string", format: "time" }, "07:08:09"],
    [{ type: "string", format: "date" }, "2030-05-06"],
    [{ type: "string", format: "date-time" }, "2030-05-06T07:08"],
    [{ type: "string", format: "email" }, " ann@example.com "],
    [{ type: "string", format: "uri" }, "https://example.com/a"],
    [{ type: "number", multipleOf: 0.1 }, "0.3"],
    [{ type: "integer" }, "12"],
  ])("makes of %j and %j what the check of an answer takes", (schema, typed) => {
    const { data } = readValues("value", [{ ...fieldsOf({ f: schema })[0], key: "" } as FormField], { "": typed });
    expect(validateJson(schema, data)).toEqual({ ok: true });
  });

  it("shows a moment and a time that are the default in local time", () => {
    const moment = new Date(2030, 4, 6, 7, 8);
    const fields = fieldsOf({
      d: { type: "string", format: "date-time", default: moment.toISOString() },
      t: { type: "string", format: "time", default: "07:08:00Z" },
    });
    const [d, t] = fields.map(initialDraft);
    expect(d).toBe("2030-05-06T07:08");
    const shown = new Date(Date.UTC(1970, 0, 1, 7, 8));
    expect(t).toBe(`${String(shown.getHours()).padStart(2, "0")}:${String(shown.getMinutes()).padStart(2, "0")}`);
  });

  it("begins with the defaults", () => {
    const fields = fieldsOf({
      s: { type: "string", default: "x" },
      n: { type: "number", default: 2 },
      b: { type: "boolean", default: true },
      c: { enum: ["a", "b"], default: "b" },
      m: { type: "array", items: { enum: ["a", "b"] }, default: ["b"] },
      j: { type: "object", default: { k: 1 } },
    });
    const draft = Object.fromEntries(fields.map((field) => [field.key, initialDraft(field)]));
    expect(readValues("object", fields, draft).data).toEqual({ s: "x", n: 2, b: true, c: "b", m: ["b"], j: { k: 1 } });
  });

  it("takes a draft of another shape as no draft", () => {
    const fields = fieldsOf({
      s: { type: "string" },
      c: { enum: ["a"] },
      m: { type: "array", items: { enum: ["a"] } },
    });
    expect(readValues("object", fields, { s: [1], c: "a", m: 7 }).data).toEqual({});
  });
});
