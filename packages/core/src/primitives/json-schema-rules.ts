import { isObject } from "./is-object.ts";
import { checkFormat } from "./json-schema-format.ts";
import type { Schema } from "./json-schema-prepare.ts";
import type { Seen } from "./json-schema-seen.ts";

/** A JSON object, of values or of rules. */
export type JsonMap = Readonly<Record<string, unknown>>;

/** What a rule may do: pay, look closer, say what is wrong. */
export interface RuleContext {
  /** Whether the value fits; what does not is noted, unless a branch is only tried. */
  evaluate(schema: unknown, value: unknown, seen: Seen): boolean;
  /** Whether a branch fits; nothing is noted. */
  attempt(schema: unknown, value: unknown, seen?: Seen): boolean;
  /** Checks a member or an item. */
  at(step: string | number, schema: unknown, value: unknown): boolean;
  /** Notes the message where the value does not fit. */
  require(fits: boolean, message: string): boolean;
  /** Notes a place inside the value that is at fault, such as a member that is missing. */
  failAt(step: string, message: string): false;
  matches(pattern: unknown, text: string): boolean;
  resolve(reference: unknown): Schema;
  /** A text that is equal where two values are. */
  identity(value: unknown): string;
  /** The keys of an object, paid for. */
  keys(value: JsonMap): readonly string[];
  /** A list, paid for; empty for what is none. */
  list(value: unknown): readonly unknown[];
  /** Pays for looking at every character of a text. */
  read(text: string): string;
}

/** One keyword: whether the value fits what the schema wants of it. A value of another type always fits. */
type Rule = (check: RuleContext, value: unknown, wanted: unknown, schema: JsonMap, seen: Seen) => boolean;

/** A rule about values of one kind. */
function about<Value>(
  isKind: (value: unknown) => value is Value,
  rule: (check: RuleContext, value: Value, wanted: unknown, schema: JsonMap, seen: Seen) => boolean,
): Rule {
  return (check, value, wanted, schema, seen) => !isKind(value) || rule(check, value, wanted, schema, seen);
}

/** A rule that compares a measure of the value with the bound the schema sets. */
function bound<Value>(
  isKind: (value: unknown) => value is Value,
  fits: (value: Value, wanted: number, check: RuleContext) => boolean,
  words: (wanted: unknown) => string,
): Rule {
  return about(isKind, (check, value, wanted) =>
    // Draft 4 wrote exclusive bounds as flags; those are read beside the bound itself.
    typeof wanted === "number" ? check.require(fits(value, wanted, check), words(wanted)) : true,
  );
}

const reference: Rule = (check, value, wanted, _schema, seen) => check.evaluate(check.resolve(wanted), value, seen);

const dependencies = about(isObject, (check, value, wanted, _schema, seen) => {
  const rules = isObject(wanted) ? wanted : {};
  return every(check.keys(rules), (key) => {
    if (!Object.hasOwn(value, key)) return true;
    const rule = rules[key];
    return check.evaluate(Array.isArray(rule) ? { required: rule } : rule, value, seen);
  });
});

const tuple = about(isList, (check, value, wanted, _schema, seen) =>
  every(check.list(wanted).slice(0, value.length), (schema, index) => {
    seen.item(index);
    return check.at(index, schema, value[index]);
  }),
);

/** Every keyword that is checked. */
export const RULES: Readonly<Record<string, Rule>> = {
  type(check, value, wanted) {
    const types = Array.isArray(wanted) ? check.list(wanted) : [wanted];
    return check.require(
      types.some((type) => isOfType(value, type)),
      `must be ${types.map(typeName).join(" or ")}`,
    );
  },
  const: (check, value, wanted) =>
    check.require(check.identity(value) === check.identity(wanted), `must be ${shown(wanted)}`),
  enum(check, value, wanted) {
    const own = check.identity(value);
    const choices = check.list(wanted);
    const message = (): string => `must be one of ${choices.slice(0, 20).map(shown).join(", ")}`;
    return choices.some((choice) => check.identity(choice) === own) || check.require(false, message());
  },

  $ref: reference,
  $dynamicRef: reference,
  $recursiveRef: reference,

  allOf: (check, value, wanted, _schema, seen) =>
    every(check.list(wanted), (branch) => check.evaluate(branch, value, seen)),
  anyOf(check, value, wanted, _schema, seen) {
    const branches = check.list(wanted);
    if (branches.length === 1) return check.evaluate(branches[0], value, seen);
    // All of them are tried: each that fits has looked at members of its own.
    const fitting = branches.filter((branch) => check.attempt(branch, value, seen)).length;
    return check.require(fitting > 0, noneFits(branches, value));
  },
  oneOf(check, value, wanted, _schema, seen) {
    const branches = check.list(wanted);
    if (branches.length === 1) return check.evaluate(branches[0], value, seen);
    const fitting = branches.filter((branch) => check.attempt(branch, value, seen)).length;
    const message = fitting === 0 ? noneFits(branches, value) : "fits more than one form, where one is allowed";
    return check.require(fitting === 1, message);
  },
  not: (check, value, wanted) => check.require(!check.attempt(wanted, value), "is not allowed"),
  if(check, value, wanted, schema, seen) {
    const branch = check.attempt(wanted, value, seen) ? schema.then : schema.else;
    return branch === undefined || check.evaluate(branch, value, seen);
  },

  required: about(isObject, (check, value, wanted) =>
    every(check.list(wanted), (key) => Object.hasOwn(value, String(key)) || check.failAt(String(key), "is missing")),
  ),
  properties: about(isObject, (check, value, wanted, _schema, seen) => {
    const rules = isObject(wanted) ? wanted : {};
    return every(check.keys(rules), (key) => {
      if (!Object.hasOwn(value, key)) return true;
      seen.key(key);
      return check.at(key, rules[key], value[key]);
    });
  }),
  patternProperties: about(isObject, (check, value, wanted, _schema, seen) => {
    const rules = isObject(wanted) ? wanted : {};
    return every(check.keys(rules), (pattern) =>
      every(check.keys(value), (key) => {
        if (!check.matches(pattern, key)) return true;
        seen.key(key);
        return check.at(key, rules[pattern], value[key]);
      }),
    );
  }),
  additionalProperties: about(isObject, (check, value, wanted, { properties, patternProperties }, seen) => {
    const patterns = isObject(patternProperties) ? check.keys(patternProperties) : [];
    return every(check.keys(value), (key) => {
      if (isObject(properties) && Object.hasOwn(properties, key)) return true;
      if (patterns.some((pattern) => check.matches(pattern, key))) return true;
      seen.key(key);
      return check.at(key, wanted, value[key]);
    });
  }),
  propertyNames: about(isObject, (check, value, wanted) =>
    every(check.keys(value), (key) => check.attempt(wanted, key) || check.failAt(key, "is not allowed as a name")),
  ),
  minProperties: bound(
    isObject,
    (value, least, check) => check.keys(value).length >= least,
    (least) => `must have at least ${least} members`,
  ),
  maxProperties: bound(
    isObject,
    (value, most, check) => check.keys(value).length <= most,
    (most) => `must have at most ${most} members`,
  ),
  dependentRequired: dependencies,
  dependentSchemas: dependencies,
  dependencies,

  prefixItems: tuple,
  items(check, value, wanted, schema, seen) {
    // Draft 7 wrote a tuple here, and the rest into `additionalItems`.
    if (Array.isArray(wanted)) return tuple(check, value, wanted, schema, seen);
    return rest(check, value, wanted, schema.prefixItems, seen);
  },
  additionalItems: (check, value, wanted, { items }, seen) =>
    !Array.isArray(items) || rest(check, value, wanted, items, seen),
  contains: about(isList, (check, value, wanted, { minContains = 1, maxContains }, seen) => {
    let count = 0;
    check.list(value).forEach((item, index) => {
      if (!check.attempt(wanted, item)) return;
      count += 1;
      seen.item(index);
    });
    if (count < Number(minContains)) return check.require(false, `must hold at least ${minContains} items of one form`);
    const fits = maxContains === undefined || count <= Number(maxContains);
    return check.require(fits, `must hold at most ${maxContains} items of one form`);
  }),
  minItems: bound(
    isList,
    (value, least) => value.length >= least,
    (least) => `must have at least ${least} items`,
  ),
  maxItems: bound(
    isList,
    (value, most) => value.length <= most,
    (most) => `must have at most ${most} items`,
  ),
  uniqueItems: about(isList, (check, value, wanted) => {
    const different = wanted === true ? new Set(value.map((item) => check.identity(item))).size : value.length;
    return check.require(different === value.length, "must not hold the same item twice");
  }),

  minimum: about(isNumber, (check, value, wanted, { exclusiveMinimum }) =>
    exclusiveMinimum === true
      ? check.require(value > Number(wanted), `must be more than ${wanted}`)
      : check.require(value >= Number(wanted), `must be at least ${wanted}`),
  ),
  maximum: about(isNumber, (check, value, wanted, { exclusiveMaximum }) =>
    exclusiveMaximum === true
      ? check.require(value < Number(wanted), `must be less than ${wanted}`)
      : check.require(value <= Number(wanted), `must be at most ${wanted}`),
  ),
  exclusiveMinimum: bound(
    isNumber,
    (value, least) => value > least,
    (least) => `must be more than ${least}`,
  ),
  exclusiveMaximum: bound(
    isNumber,
    (value, most) => value < most,
    (most) => `must be less than ${most}`,
  ),
  multipleOf: bound(isNumber, isMultiple, (divisor) => `must be a multiple of ${divisor}`),

  minLength: bound(
    isText,
    (text, least, check) => hasLength(check.read(text), least),
    (least) => `must have at least ${least} characters`,
  ),
  maxLength: bound(
    isText,
    (text, most, check) => !hasLength(check.read(text), most + 1),
    (most) => `must have at most ${most} characters`,
  ),
  pattern: about(isText, (check, text, wanted) =>
    check.require(check.matches(wanted, text), `must match ${shown(wanted)}`),
  ),
  format: about(isText, (check, text, wanted) =>
    check.require(checkFormat(wanted, check.read(text)), `must be a valid ${wanted}`),
  ),
};

function rest(check: RuleContext, value: unknown, wanted: unknown, before: unknown, seen: Seen): boolean {
  const from = Array.isArray(before) ? before.length : 0;
  return every(check.list(value).slice(from), (item, index) => {
    seen.item(from + index);
    return check.at(from + index, wanted, item);
  });
}

/** Whether all fit; all of them are looked at, so that all that is wrong is told at once. */
function every<Item>(items: readonly Item[], fits: (item: Item, index: number) => boolean): boolean {
  return items.reduce((all, item, index) => fits(item, index) && all, true);
}

function noneFits(branches: readonly unknown[], value: unknown): string {
  const types = branches.map((branch) => (isObject(branch) ? branch.type : undefined));
  const isTyped = types.every((type) => typeof type === "string") && !types.some((type) => isOfType(value, type));
  return isTyped ? `must be ${[...new Set(types)].map(typeName).join(" or ")}` : "fits none of the allowed forms";
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isInteger(value);
    case "number":
    case "string":
    case "boolean":
      return typeof value === type;
    default:
      // A type of some dialect we do not know rules nothing out.
      return true;
  }
}

const TYPE_NAMES = new Map<unknown, string>([
  ["null", "null"],
  ["array", "a list"],
  ["object", "an object"],
  ["integer", "a whole number"],
  ["number", "a number"],
  ["string", "text"],
  ["boolean", "true or false"],
]);

function typeName(type: unknown): string {
  return TYPE_NAMES.get(type) ?? String(type);
}

/** Counted in characters (code points), of which a text has at least half as many as UTF-16 units. */
function hasLength(text: string, length: number): boolean {
  if (text.length < length) return false;
  return text.length >= length * 2 || [...text].length >= length;
}

/** Decimal fractions are not exact in binary: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, divisor: number): boolean {
  const quotient = value / divisor;
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * Number.EPSILON * 4;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
