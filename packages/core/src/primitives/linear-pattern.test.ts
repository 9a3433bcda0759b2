import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePattern, PatternError } from "./linear-pattern.ts";

const free = (): void => undefined;

/** The steps a match pays for. */
function cost(pattern: string, text: string): number {
  let steps = 0;
  compilePattern(pattern).test(text, (spent) => {
    steps += spent;
  });
  return steps;
}

/** Patterns over a small alphabet, so that random texts often match. */
const patterns = fc.letrec<{ atom: string; quantified: string; sequence: string; pattern: string }>((tie) => ({
  atom: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(
      "a",
      "b",
      "0",
      "-",
      ".",
      "\\d",
      "\\w",
      "\\W",
      "\\s",
      "[ab]",
      "[^a]",
      "[a-c0-9_]",
      "\\u0061",
      "\\x62",
      "\\.",
    ),
    fc.constantFrom("^", "$", "\\b", "\\B"),
    tie("pattern").map((inner) => `(${inner})`),
    tie("pattern").map((inner) => `(?:${inner})`),
    tie("pattern")
      .map((inner) => `(?<name>${inner})`)
      .filter((text) => text.split("(?<").length === 2),
    tie("pattern").map((inner) => `(?=${inner})`),
    tie("pattern").map((inner) => `(?!${inner})`),
  ),
  quantified: fc.oneof(
    tie("atom"),
    fc
      .tuple(tie("atom"), fc.constantFrom("*", "+", "?", "{0}", "{2}", "{1,}", "{0,2}", "{1,3}", "*?", "+?", "??"))
      .filter(([atom]) => !/^(?:[\^$]|\\[bB]|\(\?[=!])/.test(atom))
      .map(([atom, quantifier]) => atom + quantifier),
  ),
  sequence: fc.array(tie("quantified"), { maxLength: 3 }).map((terms) => terms.join("")),
  pattern: fc.array(tie("sequence"), { minLength: 1, maxLength: 2 }).map((branches) => branches.join("|")),
})).pattern;

const texts = fc.string({ unit: fc.constantFrom("a", "b", "c", "0", "-", "_", " ", "\n", "é"), maxLength: 7 });

describe("compilePattern", () => {
  it("matches what the platform's own expressions match", () => {
    fc.assert(
      fc.property(patterns, texts, (pattern, text) => {
        let native: RegExp;
        try {
          native = new RegExp(pattern, "u");
        } catch {
          // Two groups of one name: no expression at all.
          return;
        }
        expect(compilePattern(pattern).test(text, free)).toBe(native.test(text));
      }),
      { numRuns: 2000 },
    );
  }, 30_000);

  it.each([
    // A slug, an address, a password rule, a version: what schemas in the wild hold.
    ["^[a-z0-9]+(?:-[a-z0-9]+)*$", ["a-b-c", "a--b", "-a", "a"]],
    [
      "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$",
      ["ann@x.org", ".a@x.org", "a..b@x.org", "a@b"],
    ],
    ["^(?=.*\\d)(?=.*[a-z])(?=.*[A-Z]).{8,}$", ["Passw0rd", "password", "PASSW0RD"]],
    ["^v?(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-[\\w.]+)?$", ["v1.2", "1.02", "1.2-rc.1"]],
    ["\\p{Lu}\\p{Ll}+", ["Émile", "émile"]],
    ["^[\\u{1F600}-\\u{1F64F}]$", ["😀", "a"]],
    ["^\\ud83d\\ude00$", ["😀", "a"]],
    ["^[^\\]]+$", ["a[b", "a]b"]],
    ["^a{2,3}$", ["a", "aa", "aaa", "aaaa"]],
    ["^\\$\\{x\\}$", ["$" + "{x}"]],
    // Only the older grammar takes these escapes.
    ["^\\_\\-x$", ["_-x"]],
    ["^{a}$", ["{a}"]],
  ])("agrees with the platform on %s", (pattern, samples) => {
    const native = new RegExp(pattern, /\\_|\{a\}/.test(pattern) ? "" : "u");
    for (const sample of samples)
      expect([sample, compilePattern(pattern).test(sample, free)]).toEqual([sample, native.test(sample)]);
  });

  it.each([
    ["^(a|a)*$"],
    ["^(a+)+$"],
    ["^(a*)*$"],
    ["(.*a){12}$"],
    ["^(\\w+\\s?)*$"],
    ["^(([a-z])+.)+[A-Z]([a-z])+$"],
    ["^(a?){25}a{25}$"],
  ])("pays little for %s, which keeps the platform busy for seconds", (pattern) => {
    expect(cost(pattern, `${"a".repeat(28)}!`)).toBeLessThan(20_000);
    // Twice the text costs about twice as much.
    expect(cost(pattern, `${"a".repeat(400)}!`)).toBeLessThan(cost(pattern, `${"a".repeat(200)}!`) * 2.5);
  });

  it.each([
    ["^(a)\\1$", /refers back/],
    ["^(?<x>a)\\k<x>$", /refers back/],
    ["(?<=a)b", /looks behind/],
    ["(?<!a)b", /looks behind/],
    ["(", /no regular expression/],
    ["(?:a{500}){500}", /too large/],
  ])("refuses %s by name", (pattern, words) => {
    expect(() => compilePattern(pattern)).toThrow(PatternError);
    expect(() => compilePattern(pattern)).toThrow(words);
  });

  it("stops when it may not spend more", () => {
    let left = 50;
    const pattern = compilePattern("^(?:(?=.*b)a)*$");
    const spend = (steps: number): void => {
      left -= steps;
      if (left < 0) throw new RangeError("enough");
    };
    expect(() => pattern.test("a".repeat(1000), spend)).toThrow("enough");
  });
});
