import { LIMITS } from "./limits.ts";
import { shortPath } from "./short-path.ts";

/** Why a value is not taken as JSON: not plain data, nested too deep, or too much of it. */
export interface JsonFault {
  readonly reason: "type" | "depth" | "size";
  /** As in `items[2].name`; empty for the value itself. */
  readonly path: string;
  /** What stands there, in words: `a function`, `more than 128 levels`. */
  readonly what: string;
}

/** A deep-frozen copy, or what is wrong with the value. */
export type FrozenJson = { readonly ok: true; readonly value: unknown } | ({ readonly ok: false } & JsonFault);

/** Bounds for one piece of data; see {@link LIMITS}. */
export interface JsonLimits {
  readonly depth: number;
  readonly nodes: number;
  readonly chars: number;
}

/**
 * Copies a value as JSON and freezes the copy: what is looked at, hashed, stored and run afterwards is this one thing,
 * however the original changes or answers the next time it is read.
 *
 * `undefined` members are left out and `-0` becomes `0`, as in JSON text. Own `__proto__` keys are left out too: they
 * survive cloning, and a later `Object.assign` would swap a prototype by them. Everything that JSON has no word for
 * (a function, `NaN`, an instance of a class, a circle) is a fault with its path. Never throws.
 */
export function freezeJson(value: unknown, limits: JsonLimits = LIMITS): FrozenJson {
  const copier = new Copier(limits);
  try {
    return { ok: true, value: copier.copy(value) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, ...error.fault };
    // A getter or a proxy threw while it was read: that place is at fault, whatever it threw.
    return { ok: false, ...copier.faultHere("type", "something that cannot be read") };
  }
}

/** A copy of JSON that may be changed; several times as fast as `structuredClone`, which must expect anything. */
export function thawJson<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => thawJson(item)) as T;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) copy[key] = thawJson((value as Record<string, unknown>)[key]);
  return copy as T;
}

/** A fault as one phrase: `metadata.items[2] is a function`. */
export function faultText({ path, what }: JsonFault, root: string): string {
  const place = path === "" ? root : root === "" ? path : `${root}${path.startsWith("[") ? "" : "."}${path}`;
  return `${place} is ${what}`;
}

/** `items[2].name` from its steps; very long ones are shortened. */
export function pathText(steps: readonly (string | number)[]): string {
  return shortPath(
    steps.map((step, index) => (typeof step === "number" ? `[${step}]` : index === 0 ? step : `.${step}`)).join(""),
  );
}

/** Arrays and objects of any realm (an iframe's have their own `Object.prototype`), nothing else. */
export function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

class Refusal extends Error {
  readonly fault: JsonFault;
  constructor(fault: JsonFault) {
    super(fault.what);
    this.fault = fault;
  }
}

class Copier {
  readonly #limits: JsonLimits;
  readonly #steps: (string | number)[] = [];
  readonly #inside: object[] = [];
  #nodes = 0;
  #chars = 0;

  constructor(limits: JsonLimits) {
    this.#limits = limits;
  }

  faultHere(reason: JsonFault["reason"], what: string): JsonFault {
    return { reason, path: pathText(this.#steps), what };
  }

  copy(value: unknown): unknown {
    this.#nodes += 1;
    if (this.#nodes > this.#limits.nodes) this.#refuse("size", `more than ${this.#limits.nodes} values`);
    switch (typeof value) {
      case "string":
        this.#count(value);
        return value;
      case "boolean":
        return value;
      case "number":
        if (!Number.isFinite(value)) this.#refuse("type", `${value}, which JSON cannot hold`);
        return value === 0 ? 0 : value;
      case "object":
        return value === null ? null : this.#copyObject(value);
      default:
        return this.#refuse("type", value === undefined ? "undefined" : `a ${typeof value}`);
    }
  }

  #copyObject(value: object): object {
    if (this.#inside.includes(value)) this.#refuse("type", "a part of itself (a circle)");
    if (this.#inside.length >= this.#limits.depth) this.#refuse("depth", `more than ${this.#limits.depth} levels deep`);
    this.#inside.push(value);
    const copy = Array.isArray(value) ? this.#copyArray(value) : this.#copyMembers(value);
    this.#inside.pop();
    return Object.freeze(copy);
  }

  #copyArray(value: readonly unknown[]): unknown[] {
    const copy: unknown[] = [];
    for (let index = 0; index < value.length; index++) {
      this.#steps.push(index);
      copy.push(this.copy(value[index]));
      this.#steps.pop();
    }
    return copy;
  }

  #copyMembers(value: object): Record<string, unknown> {
    if (!isPlainObject(value)) this.#refuse("type", "an object of a class");
    const copy: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      if (key === "__proto__") continue;
      this.#steps.push(key);
      const member = (value as Record<string, unknown>)[key];
      if (member !== undefined) {
        this.#count(key);
        copy[key] = this.copy(member);
      }
      this.#steps.pop();
    }
    return copy;
  }

  #count(text: string): void {
    this.#chars += text.length;
    if (this.#chars > this.#limits.chars) this.#refuse("size", `more than ${this.#limits.chars} characters of text`);
  }

  #refuse(reason: JsonFault["reason"], what: string): never {
    throw new Refusal(this.faultHere(reason, what));
  }
}
