import { LIMITS } from "./limits.ts";
import { compilePattern, type LinearPattern, PatternError } from "./linear-pattern.ts";

/** A JSON Schema: an object of rules, or `true` (anything) and `false` (nothing). */
export type Schema = boolean | Readonly<Record<string, unknown>>;

/** A schema that cannot be used, or a check that would take too long. The message goes on "… because". */
export class UnusableSchemaError extends Error {
  override readonly name = "UnusableSchemaError";
}

/** A schema with what was found out about it: where its references lead, its patterns compiled. */
export interface PreparedSchema {
  /** @throws UnusableSchemaError for what is not inside the schema: nothing is fetched. */
  resolve(reference: unknown): Schema;
  /** @throws UnusableSchemaError naming the pattern. */
  pattern(source: unknown): LinearPattern;
  /** Whether any part of it asks what others have not looked at. */
  readonly hasUnevaluated: boolean;
}

const prepared = /* @__PURE__ */ new WeakMap<object, PreparedSchema>();

/**
 * Looks a schema over once: its size, its anchors. Remembered for the schema object.
 * @throws UnusableSchemaError
 */
export function prepareSchema(schema: unknown): PreparedSchema {
  if (typeof schema === "boolean") return prepare(schema);
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) {
    throw new UnusableSchemaError("its schema is no JSON Schema");
  }
  let known = prepared.get(schema);
  if (known === undefined) {
    known = prepare(schema);
    prepared.set(schema, known);
  }
  return known;
}

function prepare(root: object | boolean): PreparedSchema {
  const { places, hasUnevaluated } = survey(root);
  const patterns = new Map<string, LinearPattern>();
  return {
    hasUnevaluated,
    resolve(reference) {
      const target = typeof reference === "string" ? follow(places, root, reference) : undefined;
      if (typeof target === "boolean" || (typeof target === "object" && target !== null)) return target as Schema;
      throw new UnusableSchemaError(
        `its schema refers to ${shown(reference)}, which is not inside it; nothing is fetched`,
      );
    },
    pattern(source) {
      const text = String(source);
      const known = patterns.get(text) ?? compile(text);
      patterns.set(text, known);
      return known;
    },
  };
}

function compile(text: string): LinearPattern {
  try {
    return compilePattern(text);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new UnusableSchemaError(`the pattern ${shown(text)} of its schema ${error.message}`);
  }
}

/** Walks a schema for its size, for what its parts are called (`$id`, `$anchor`), and for what needs book-keeping. */
function survey(root: object | boolean) {
  const places = new Map<string, object>();
  let hasUnevaluated = false;
  let count = 0;
  const open: (readonly [unknown, number])[] = [[root, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, depth] = next;
    if (typeof node !== "object" || node === null) continue;
    const members = Object.values(node);
    count += 1 + members.length;
    if (count > LIMITS.schemaNodes)
      throw new UnusableSchemaError(`its schema has more than ${LIMITS.schemaNodes} parts`);
    if (depth > LIMITS.depth * 4) throw new UnusableSchemaError("its schema is too deep");
    const { $id, id, $anchor, $dynamicAnchor } = node as Record<string, unknown>;
    for (const anchor of [$anchor, $dynamicAnchor]) if (typeof anchor === "string") places.set(`#${anchor}`, node);
    for (const name of [$id, id]) if (typeof name === "string") places.set(name.replace(/#$/, ""), node);
    hasUnevaluated ||= "unevaluatedProperties" in node || "unevaluatedItems" in node;
    for (const member of members) open.push([member, depth + 1]);
  }
  return { places, hasUnevaluated };
}

function follow(places: ReadonlyMap<string, object>, root: object | boolean, reference: string): unknown {
  const named = places.get(reference);
  if (named !== undefined) return named;
  const hash = reference.indexOf("#");
  const base = hash < 0 ? reference : reference.slice(0, hash);
  const fragment = hash < 0 ? "" : reference.slice(hash + 1);
  const start = base === "" ? root : places.get(base);
  if (fragment === "") return start;
  if (!fragment.startsWith("/")) return places.get(`#${fragment}`);
  let target: unknown = start;
  for (const step of fragment.slice(1).split("/")) {
    const key = unescaped(step).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof target !== "object" || target === null || !Object.hasOwn(target, key)) return undefined;
    target = (target as Record<string, unknown>)[key];
  }
  return target;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not percent-encoded after all: it stands for itself.
    return text;
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}
