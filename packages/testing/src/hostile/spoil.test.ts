import { expect, test } from "vitest";
import { spoilBytes, spoilJson, spoilText } from "./spoil.ts";

const seeds = Array.from({ length: 200 }, (_, seed) => seed);

test("the same seed does the same damage, another seed another", () => {
  const text = 'data: {"a":[1,2,{"b":"c"}]}\n\n'.repeat(5);
  const bytes = new TextEncoder().encode(text);
  const value = { a: [1, 2, { b: "c" }], d: null };
  expect(spoilText(text, 7)).toBe(spoilText(text, 7));
  expect(spoilBytes(bytes, 7)).toEqual(spoilBytes(bytes, 7));
  expect(spoilJson(value, 7)).toEqual(spoilJson(value, 7));
  expect(new Set(seeds.map((seed) => spoilText(text, seed))).size).toBeGreaterThan(150);
  expect(new Set(seeds.map((seed) => spoilBytes(bytes, seed).join())).size).toBeGreaterThan(150);
});

test("what is given is left as it is", () => {
  const bytes = new Uint8Array([1, 2, 3]);
  const value = { a: [1, { b: 2 }] };
  for (const seed of seeds) {
    spoilBytes(bytes, seed);
    spoilJson(value, seed);
  }
  expect(bytes).toEqual(new Uint8Array([1, 2, 3]));
  expect(value).toEqual({ a: [1, { b: 2 }] });
});

test("JSON comes to hold names of the language as members, and pollutes nothing by that", () => {
  const spoilt = seeds.map((seed) => JSON.stringify(spoilJson({ a: { b: 1 }, c: [2] }, seed)) ?? "");
  expect(spoilt.some((text) => text.includes('"__proto__":'))).toBe(true);
  expect("polluted" in {}).toBe(false);
});

test("nothing at all can be damaged, too", () => {
  for (const seed of seeds) {
    expect(typeof spoilText("", seed)).toBe("string");
    expect(spoilBytes(new Uint8Array(), seed)).toBeInstanceOf(Uint8Array);
    spoilJson(null, seed);
  }
});
