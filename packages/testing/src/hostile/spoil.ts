import { seededRandom } from "../seeded-random.ts";

/** Pieces that have broken parsers elsewhere: ends and starts of what stands around a text, and what nobody sees. */
const TEXTS: readonly string[] = [
  ...["\0", "\r", "\n\n", "\u2028", "\u202e", "\u200b", "\ufeff", "\ud800", "\udc00", "\u{e0041}", "\\", '"', "'", "`"],
  ...[
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    "]]>",
    "<!--",
    "<![CDATA[",
    "</script>",
    "<script>CANARY()</script>",
    "&#0;",
    "&x;",
  ],
  ...["data:", "data: ", "event: error\n", "data: [DONE]\n\n", ":", "id: 1\n", "\ndata: {}\n\n"],
  ...["__proto__", "constructor", "prototype", "toString", "then", "null", "true", "1e400", "-0", "9007199254740993"],
  ...['"__proto__":{"polluted":1},', '{"then":1}', "javascript:CANARY()", "data:text/html,<script>CANARY()</script>"],
  ...["](javascript:CANARY())", "![x](https://evil.example/x.png)", '<img src=x onerror="CANARY()">', "\\u0000", "\\"],
  ...["[".repeat(300), "x".repeat(3_000), "(".repeat(200), "*".repeat(200), "> ".repeat(100), "%"],
];

/** Values that are not what stood there. Made anew each time, so that nobody shares one. */
const VALUES: readonly (() => unknown)[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 1e308, 2 ** 53, 4_294_967_296, "", " ", [], {}].map((value) => () => value),
  ...TEXTS.map((text) => () => text),
  () => deep(1_000),
  () => Array.from({ length: 2_000 }, (_, index) => index),
  () => Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key${index}`, index])),
  () => JSON.parse('{"__proto__":{"polluted":1}}') as unknown,
  () => JSON.parse('{"constructor":{"prototype":{"polluted":1}}}') as unknown,
  () => JSON.parse('{"toString":null,"valueOf":null,"then":"never"}') as unknown,
  () => ({ type: "object", properties: { a: { $ref: "#" } }, required: ["a"] }),
  () => ({ type: "string", pattern: "^(a|a)*$" }),
  () => ({ $$typeof: "Symbol(react.element)", type: "script", props: { dangerouslySetInnerHTML: { __html: "x" } } }),
];

/** A text with some places damaged: cut out, doubled, moved, cut off, or with something hostile in them. */
export function spoilText(text: string, seed: number): string {
  const random = seededRandom(seed);
  let spoilt = text;
  for (let left = 1 + below(random, 6); left > 0; left -= 1) {
    const from = below(random, spoilt.length + 1);
    const to = Math.min(spoilt.length, from + below(random, random() < 0.7 ? 12 : 400));
    const [before, piece, after] = [spoilt.slice(0, from), spoilt.slice(from, to), spoilt.slice(to)];
    switch (below(random, 6)) {
      case 0:
        spoilt = before + after;
        break;
      case 1:
        spoilt = before + piece + piece + after;
        break;
      case 2: {
        const at = below(random, after.length + 1);
        spoilt = before + after.slice(0, at) + piece + after.slice(at);
        break;
      }
      case 3:
        if (random() < 0.3) spoilt = before;
        break;
      default:
        spoilt = before + oneOf(random, TEXTS) + (random() < 0.5 ? piece : "") + after;
    }
  }
  return spoilt;
}

/** Bytes with some of them changed, cut out, doubled or cut off; or damaged as {@link spoilText} damages a text. */
export function spoilBytes(bytes: Uint8Array, seed: number): Uint8Array<ArrayBuffer> {
  const random = seededRandom(seed);
  if (random() < 0.3) return new TextEncoder().encode(spoilText(new TextDecoder().decode(bytes), seed));
  let spoilt = new Uint8Array(bytes);
  for (let left = 1 + below(random, 8); left > 0; left -= 1) {
    // Headers stand at the start, and are where parsers are.
    const at = below(random, random() < 0.5 ? Math.min(64, spoilt.length + 1) : spoilt.length + 1);
    const end = Math.min(spoilt.length, at + 1 + below(random, 16));
    switch (below(random, 5)) {
      case 0:
        if (random() < 0.3) spoilt = spoilt.slice(0, at);
        break;
      case 1:
        spoilt = joined(spoilt.subarray(0, at), spoilt.subarray(end));
        break;
      case 2:
        spoilt = joined(spoilt.subarray(0, end), spoilt.subarray(at));
        break;
      default:
        for (let place = at; place < end; place += 1) {
          spoilt[place] = oneOf(random, [0, 1, 0x7f, 0x80, 0xff, below(random, 256)]);
          if (random() < 0.6) break;
        }
    }
  }
  return spoilt;
}

/** JSON in which some places hold something else: another type, nothing, too much, or names of the language. */
export function spoilJson(value: unknown, seed: number): unknown {
  const random = seededRandom(seed);
  const root = { value: structuredClone(value) };
  for (let left = 1 + below(random, 3); left > 0; left -= 1) {
    spoilPlace(oneOf(random, placesIn(root)), random);
    if (!Object.hasOwn(root, "value")) root.value = null;
  }
  return root.value;
}

/** A member of an object or a list. */
interface Place {
  readonly parent: object;
  readonly key: string;
}

function spoilPlace({ parent, key }: Place, random: () => number): void {
  const value: unknown = Reflect.get(parent, key);
  const choice = below(random, 8);
  if (choice === 0 && Array.isArray(parent)) parent.splice(Number(key), 1);
  else if (choice === 0) Reflect.deleteProperty(parent, key);
  else if (choice === 1 && typeof value === "string") put(parent, key, spoilText(value, below(random, 2 ** 31)));
  else if (choice === 2 && typeof value === "number") put(parent, key, value + oneOf(random, [-1, 1, 0.5, 2 ** 40]));
  else if (choice === 3 && Array.isArray(parent)) parent.push(value);
  else if (choice === 3) put(parent, oneOf(random, ["__proto__", "constructor", "then", "toJSON", "x"]), value);
  else if (choice === 4) put(parent, key, [value]);
  else put(parent, key, oneOf(random, VALUES)());
}

/** Defines a member, so that one called `__proto__` is one, as it is in parsed JSON. */
function put(parent: object, key: string, value: unknown): void {
  Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Every place in JSON, the outermost first; no more than a test needs. */
function placesIn(root: object): [Place, ...Place[]] {
  const found: Place[] = [];
  const queue = [root];
  for (const parent of queue) {
    for (const key of Object.keys(parent)) {
      found.push({ parent, key });
      const value: unknown = Reflect.get(parent, key);
      if (typeof value === "object" && value !== null && queue.length < 5_000) queue.push(value);
    }
  }
  return found as [Place, ...Place[]];
}

function deep(levels: number): unknown {
  let value: unknown = 0;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

function joined(start: Uint8Array, end: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(start.length + end.length);
  whole.set(start);
  whole.set(end, start.length);
  return whole;
}

function below(random: () => number, limit: number): number {
  return Math.floor(random() * limit);
}

function oneOf<Value>(random: () => number, values: readonly Value[]): Value {
  return values[below(random, values.length)] as Value;
}
