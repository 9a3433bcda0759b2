import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { visibleSegments, visibleText } from "./visible-text.ts";

const secrets = [
  ["a bidi override", "\u202e"],
  ["a zero-width space", "\u200b"],
  ["a tag letter", "\u{e0041}"],
  ["a Hangul filler", "\u3164"],
  ["a variation selector on a letter", "\ufe0f"],
  ["a variation selector supplement", "\u{e0100}"],
  ["a C0 control", "\u0007"],
  ["a C1 control", "\u0085"],
  ["a line separator", "\u2028"],
  ["a carriage return", "\r"],
  ["a no-break space", "\u00a0"],
  ["half a pair", "\ud83d"],
] as const;

describe("visibleSegments", () => {
  it.each(secrets)("shows %s as an escape", (_name, secret) => {
    const drawn = visibleText(`a${secret}b`);
    expect(drawn).not.toContain(secret);
    expect(drawn).toMatch(/^a1?\\u\{[0-9A-F]+\}b$/);
  });

  it.each([
    ["Arabic", "مرحبا بالعالم"],
    ["Persian with its joiner", "می\u200cخواهم"],
    ["Hebrew", "שלום עולם"],
    ["Hindi with vowels", "नमस्ते"],
    ["an emoji family", "👩‍👩‍👧‍👦"],
    ["a heart with its selector", "❤️"],
    ["a keycap", "1️⃣"],
    ["a skin tone", "👍🏽"],
    ["a firefighter", "🧑🏽‍🚒"],
    ["a pride flag", "🏳️‍🌈"],
    ["Windows line ends", "a\r\nb"],
    ["tabs and lines", "a\tb\n\nc"],
  ])("leaves %s readable", (_name, text) => {
    expect(visibleSegments(text)).toEqual([{ kind: "plain", text, source: text }]);
  });

  it("counts 3,000 blanks and 500 line ends instead of drawing them", () => {
    const drawn = visibleText(`start${" ".repeat(3000)}middle${"\n".repeat(500)}tail`);
    expect(drawn).toBe("start␣×3000middle⏎×500tail");
  });

  it("never mistakes typed text for an escape", () => {
    expect(visibleText("\\u{202E}")).toBe("\\u{5C}u{202E}");
    expect(visibleText("\u202e")).toBe("\\u{202E}");
  });

  it("holds the whole input in its sources and draws nothing hidden, whatever the input", () => {
    const nasty = fc.constantFrom(
      ...secrets.map(([, secret]) => secret),
      " ".repeat(30),
      "\n\n\n\n",
      "\\u{",
      "👩‍👧",
      "é",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(nasty, fc.string({ unit: "binary" }))), (pieces) => {
        const input = pieces.join("");
        const segments = visibleSegments(input);
        expect(segments.map((segment) => segment.source).join("")).toBe(input);
        for (const { kind, text, source } of segments) {
          if (kind === "plain") expect(text).toBe(source);
          else expect(text).toMatch(/^[\x21-\x7e⏎⇥␣×]+$/);
        }
      }),
    );
  });

  it("keeps JSON valid and equal when it escapes inside JSON text", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...secrets.map(([, secret]) => secret)), (value, secret) => {
        const hostile = { value, [`k${secret}`]: `a${secret}b\\u{41}` };
        const json = JSON.stringify(hostile);
        const drawn = visibleSegments(json, "json")
          .map((segment) => (segment.kind === "run" ? segment.source : segment.text))
          .join("");
        expect(JSON.parse(drawn)).toEqual(JSON.parse(json));
        expect(drawn).not.toContain(secret);
      }),
    );
  });
});
