import type { JsonFault, JsonLimits } from "./freeze-json.ts";
import { pathText } from "./freeze-json.ts";
import { LIMITS } from "./limits.ts";

/** The JSON text of a value, or what is wrong with it. */
export type JsonText = { readonly ok: true; readonly text: string } | ({ readonly ok: false } & JsonFault);

/**
 * `JSON.stringify` for a value nobody has looked at: first measured within limits (so that a huge value costs nothing),
 * and what has no JSON text (a circle, a BigInt, a lone function, a getter that throws) is a fault with its path.
 * What JSON drops or rewrites by its own rules (`toJSON`, `undefined`, `NaN`) is dropped and rewritten. Never throws.
 */
export function toJsonText(value: unknown, limits: JsonLimits = LIMITS): JsonText {
  const steps: (string | number)[] = [];
  try {
    const fault = measure(value, limits, steps);
    if (fault !== undefined) return { ok: false, ...fault };
    const text: string | undefined = JSON.stringify(value);
    if (text === undefined) return { ok: false, reason: "type", path: "", what: `a ${typeof value}` };
    if (text.length > limits.chars) {
      return { ok: false, reason: "size", path: "", what: `more than ${limits.chars} characters of JSON` };
    }
    return { ok: true, text };
  } catch {
    // A getter, a proxy or a `toJSON` threw: that place is at fault, whatever it threw.
    return { ok: false, reason: "type", path: pathText(steps), what: "something that cannot be read" };
  }
}

function measure(root: unknown, limits: JsonLimits, steps: (string | number)[]): JsonFault | undefined {
  const inside: object[] = [];
  let nodes = 0;
  let chars = 0;

  const fault = (reason: JsonFault["reason"], what: string): JsonFault => ({ reason, path: pathText(steps), what });

  function walk(value: unknown): JsonFault | undefined {
    nodes += 1;
    if (nodes > limits.nodes) return fault("size", `more than ${limits.nodes} values`);
    if (typeof value === "string") chars += value.length;
    if (chars > limits.chars) return fault("size", `more than ${limits.chars} characters of text`);
    if (typeof value === "bigint") return fault("type", "a bigint");
    if (typeof value !== "object" || value === null) return undefined;
    if (inside.includes(value)) return fault("type", "a part of itself (a circle)");
    if (inside.length >= limits.depth) return fault("depth", `more than ${limits.depth} levels deep`);
    // Its own JSON is what counts; a length check after the fact bounds it.
    if (typeof (value as { toJSON?: unknown }).toJSON === "function") return undefined;
    inside.push(value);
    const found = Array.isArray(value) || ArrayBuffer.isView(value) ? walkItems(value) : walkMembers(value);
    inside.pop();
    return found;
  }

  function walkItems(value: unknown): JsonFault | undefined {
    const items = value as ArrayLike<unknown>;
    const length = items.length ?? 0;
    if (length > limits.nodes) return fault("size", `more than ${limits.nodes} values`);
    for (let index = 0; index < length; index++) {
      steps.push(index);
      const found = walk(items[index]);
      if (found !== undefined) return found;
      steps.pop();
    }
    return undefined;
  }

  function walkMembers(value: object): JsonFault | undefined {
    for (const key of Object.keys(value)) {
      steps.push(key);
      chars += key.length;
      const found = walk((value as Record<string, unknown>)[key]);
      if (found !== undefined) return found;
      steps.pop();
    }
    return undefined;
  }

  return walk(root);
}
