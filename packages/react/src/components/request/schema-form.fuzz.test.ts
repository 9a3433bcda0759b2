import { validateJson } from "@holdpoint/core";
import { fuzzBudget, spoilJson } from "@holdpoint/testing/suites";
import fc from "fast-check";
import { expect, test } from "vitest";
import { initialDraft, readValues } from "./form-values.ts";
import { readForm } from "./schema-fields.ts";

const schemas: readonly object[] = [
  {
    type: "object",
    required: ["environment", "count"],
    properties: {
      environment: { enum: ["staging", "production"], enumNames: ["Staging", "Production"], default: "staging" },
      note: { type: "string", title: "Note", description: "Why", maxLength: 500, pattern: "^[a-z ]*$" },
      mail: { type: "string", format: "email" },
      count: { type: "integer", minimum: 1, exclusiveMaximum: 10, multipleOf: 2, default: 4 },
      price: { type: "number", minimum: 0 },
      tags: { type: "array", items: { enum: ["a", "b"] }, minItems: 1, uniqueItems: true },
      more: { type: "object", properties: { deep: { $ref: "#/$defs/deep" } } },
      agreed: { type: "boolean", default: false },
      when: { type: "string", format: "date-time" },
    },
    $defs: { deep: { anyOf: [{ type: "string" }, { type: "null" }, { $ref: "#/$defs/deep" }] } },
    additionalProperties: false,
  },
  { enum: ["yes", "no"] },
  { type: "string", oneOf: [{ const: "a", title: "A" }] },
];
const answer = { environment: "staging", note: "x", count: 4, tags: ["a"], more: { deep: null }, agreed: true };

test("whatever the schema: a form that can be filled in and read, or a refusal; and a check that comes to an end", () => {
  fc.assert(
    fc.property(fc.constantFrom(...schemas), fc.nat(), (schema, seed) => {
      const spoilt = spoilJson(schema, seed);
      const form = readForm(spoilt);
      expect("polluted" in {}).toBe(false);
      if (!form.ok) {
        expect(typeof form.field).toBe("string");
      } else {
        for (const { key, label, choices = [] } of form.fields) {
          expect(typeof key === "string" && typeof label === "string").toBe(true);
          for (const choice of choices) expect(typeof choice.label).toBe("string");
        }
        expect(Array.isArray(form.fields)).toBe(true);
        const draft = Object.fromEntries(form.fields.map((field) => [field.key, initialDraft(field)]));
        readValues(form.shape, form.fields, draft);
      }
      const checked = validateJson(spoilt, spoilJson(answer, seed));
      expect(typeof checked.ok).toBe("boolean");
    }),
    fuzzBudget(500),
  );
});
