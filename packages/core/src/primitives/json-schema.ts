import { canonicalJson } from "./canonical-json.ts";
import { pathText } from "./freeze-json.ts";
import { isObject } from "./is-object.ts";
import { type PreparedSchema, prepareSchema, type Schema, UnusableSchemaError } from "./json-schema-prepare.ts";
import { type JsonMap, RULES, type RuleContext } from "./json-schema-rules.ts";
import { NothingSeen, Seen } from "./json-schema-seen.ts";
import { LIMITS } from "./limits.ts";

/** One thing a value has wrong, in words. */
export interface SchemaIssue {
  /** As in `items[2].name`; empty for the value itself. */
  readonly path: string;
  readonly message: string;
}

/** What a check against a JSON Schema gave. `unusable`: the schema is at fault, or there is too much to check. */
export type SchemaCheck =
  | { readonly ok: true }
  | { readonly ok: false; readonly issues: readonly SchemaIssue[]; readonly unusable?: true };

/**
 * Checks a value against a JSON Schema: draft 2020-12, with what 2019-09 and draft 7 write otherwise. Never throws.
 *
 * Both sides may be hostile: a schema comes from a server, a value from a model. So every step is paid for out of one
 * budget, patterns are matched in linear time, and nothing outside the schema is ever looked up. The published
 * interpreters bound none of this, which is why this one is here. What is found out about a schema is remembered.
 */
export function validateJson(schema: unknown, value: unknown): SchemaCheck {
  try {
    const check = new Check(prepareSchema(schema));
    return check.evaluate(schema, value, check.newSeen()) ? { ok: true } : { ok: false, issues: check.issues };
  } catch (error) {
    const why = error instanceof UnusableSchemaError ? error.message : "it or its schema holds what JSON cannot";
    return { ok: false, issues: [{ path: "", message: `cannot be checked: ${why}` }], unusable: true };
  }
}

const NOTHING_SEEN = /* @__PURE__ */ new NothingSeen();

class Check implements RuleContext {
  readonly issues: SchemaIssue[] = [];
  readonly #prepared: PreparedSchema;
  readonly #path: (string | number)[] = [];
  #steps = 0;
  #depth = 0;
  /** Above 0 while a branch is only tried: its issues are nobody's. */
  #trying = 0;

  constructor(prepared: PreparedSchema) {
    this.#prepared = prepared;
  }

  newSeen(): Seen {
    return this.#prepared.hasUnevaluated ? new Seen() : NOTHING_SEEN;
  }

  evaluate(schema: unknown, value: unknown, seen: Seen): boolean {
    this.#spend(4);
    if (typeof schema === "boolean") return schema || this.require(false, "is not allowed");
    if (!isObject(schema)) throw new UnusableSchemaError("its schema is no JSON Schema");
    this.#depth += 1;
    if (this.#depth > LIMITS.schemaDepth) throw new UnusableSchemaError("its schema refers to itself in a circle");
    // A rule sees what its own schema has looked at, not what its neighbours have.
    const own = this.newSeen();
    let fits = true;
    for (const keyword of this.keys(schema)) {
      if (!Object.hasOwn(RULES, keyword)) continue;
      if (!RULES[keyword]?.(this, value, schema[keyword], schema, own)) fits = false;
      if (!fits && this.#trying > 0) break;
    }
    if (this.#prepared.hasUnevaluated) fits = this.#checkUnevaluated(schema, value, own) && fits;
    this.#depth -= 1;
    if (fits) seen.add(own);
    return fits;
  }

  attempt(schema: unknown, value: unknown, seen: Seen = NOTHING_SEEN): boolean {
    this.#trying += 1;
    const fits = this.evaluate(schema, value, seen);
    this.#trying -= 1;
    return fits;
  }

  at(step: string | number, schema: unknown, value: unknown): boolean {
    this.#path.push(step);
    const fits = this.evaluate(schema, value, NOTHING_SEEN);
    this.#path.pop();
    return fits;
  }

  require(fits: boolean, message: string): boolean {
    if (!fits && this.#trying === 0) this.issues.push({ path: pathText(this.#path), message });
    return fits;
  }

  failAt(step: string, message: string): false {
    this.#path.push(step);
    this.require(false, message);
    this.#path.pop();
    return false;
  }

  matches(pattern: unknown, text: string): boolean {
    return this.#prepared.pattern(pattern).test(text, this.#spend);
  }

  resolve(reference: unknown): Schema {
    return this.#prepared.resolve(reference);
  }

  identity(value: unknown): string {
    const text = canonicalJson(value);
    this.#spend(1 + (text.length >> 4));
    return text;
  }

  keys(value: JsonMap): readonly string[] {
    const keys = Object.keys(value);
    this.#spend(1 + (keys.length >> 2));
    return keys;
  }

  list(value: unknown): readonly unknown[] {
    if (!Array.isArray(value)) return [];
    this.#spend(1 + (value.length >> 2));
    return value;
  }

  read(text: string): string {
    this.#spend(1 + (text.length >> 6));
    return text;
  }

  readonly #spend = (steps: number): void => {
    this.#steps += steps;
    if (this.#steps > LIMITS.schemaSteps) throw new UnusableSchemaError("that takes too long with this schema");
  };

  #checkUnevaluated({ unevaluatedProperties, unevaluatedItems }: JsonMap, value: unknown, seen: Seen): boolean {
    let fits = true;
    if (unevaluatedProperties !== undefined && isObject(value)) {
      for (const key of this.keys(value)) {
        if (!seen.keys.has(key)) fits = this.at(key, unevaluatedProperties, value[key]) && fits;
        seen.key(key);
      }
    }
    if (unevaluatedItems !== undefined) {
      this.list(value).forEach((item, index) => {
        if (!seen.items.has(index)) fits = this.at(index, unevaluatedItems, item) && fits;
        seen.item(index);
      });
    }
    return fits;
  }
}
