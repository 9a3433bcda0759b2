import { shortPath } from "./short-path.ts";

/**
 * How deep stored data may nest, records included. Structured clone fails by itself only thousands deep, with a bare
 * `RangeError`; this is well below that and well above what the gateway lets through.
 */
export const MAX_STORED_DEPTH = 512;

/** Where a value stops being plain data, and what stands there. */
export interface DataFault {
  /** As in `result.metadata.items[2]`; empty for the value itself. */
  readonly path: string;
  readonly what: string;
}

/**
 * Finds the first place that is no plain data: a function, symbol, BigInt, instance of a class (also `Date`, `Map`,
 * a promise, a DOM node), a circle, or more than {@link MAX_STORED_DEPTH} levels. `undefined`, `NaN`, infinities and
 * `-0` pass: structured clone keeps them. Own `__proto__` keys are keys like any other.
 */
export function findUnstorable(value: unknown): DataFault | undefined {
  const trail: string[] = [];
  // Height of what was walked; -1 while we are inside it. Shared parts are walked once, however often they occur.
  const heights = new Map<object, number>();
  let what = "";

  /** The height of a value, `undefined` after a fault: `trail` then leads to it. */
  function walk(node: unknown): number | undefined {
    if (node === null || typeof node !== "object") {
      if (typeof node === "function" || typeof node === "symbol" || typeof node === "bigint") {
        what = `a ${typeof node}`;
        return undefined;
      }
      return 0;
    }
    const known = heights.get(node);
    if (known === -1) {
      what = "a part of itself (a circle)";
      return undefined;
    }
    if (known !== undefined) return checkDepth(known);
    if (!isPlain(node)) {
      what = "an object of a class";
      return undefined;
    }
    if (checkDepth(1) === undefined) return undefined;
    heights.set(node, -1);
    let height = 0;
    for (const key of Object.keys(node)) {
      trail.push(Array.isArray(node) ? `[${key}]` : `.${key}`);
      const below = walk((node as Record<string, unknown>)[key]);
      if (below === undefined) return undefined;
      trail.pop();
      if (below > height) height = below;
    }
    heights.set(node, height + 1);
    return height + 1;
  }

  function checkDepth(height: number): number | undefined {
    if (trail.length + height <= MAX_STORED_DEPTH) return height;
    what = `more than ${MAX_STORED_DEPTH} levels`;
    return undefined;
  }

  try {
    if (walk(value) !== undefined) return undefined;
  } catch {
    // A getter or a proxy that throws while it is read: that place is at fault, whatever it threw.
    what = "something that cannot be read";
  }
  return { path: pathText(trail), what };
}

/** Finds the place that structured clone refuses though it looks plain, such as a `Proxy`. For the failure path only. */
export function findUncloneable(value: unknown): DataFault {
  const trail: string[] = [];
  let node = value;
  while (typeof node === "object" && node !== null && trail.length < MAX_STORED_DEPTH) {
    const parent = node as Record<string, unknown>;
    const key = Object.keys(parent).find((name) => !isCloneable(parent[name]));
    if (key === undefined) break;
    trail.push(Array.isArray(parent) ? `[${key}]` : `.${key}`);
    node = parent[key];
  }
  return { path: pathText(trail), what: "something that cannot be copied" };
}

/** Whether two pieces of plain data hold the same. The order of keys does not count. */
export function sameData(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) =>
        Object.hasOwn(other, key) &&
        sameData((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
    )
  );
}

/** Arrays and objects of any realm (an iframe's have their own `Object.prototype`), nothing else. */
function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || (typeof prototype === "object" && Object.getPrototypeOf(prototype) === null);
}

function isCloneable(value: unknown): boolean {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}

function pathText(trail: readonly string[]): string {
  const path = trail.join("");
  return shortPath(path.startsWith(".") ? path.slice(1) : path);
}
