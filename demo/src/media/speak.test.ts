import { expect, test } from "vitest";
import { speak } from "./speak.ts";

const headerBytes = 44;

test("a spoken text is a WAV file whose header fits its length", () => {
  const file = speak("hello");
  const view = new DataView(file.buffer);
  const name = (at: number) => String.fromCharCode(...file.slice(at, at + 4));
  expect([name(0), name(8), name(12), name(36)]).toEqual(["RIFF", "WAVE", "fmt ", "data"]);
  expect(view.getUint32(4, true)).toBe(file.length - 8);
  expect(view.getUint32(40, true)).toBe(file.length - headerBytes);
});

test("equal texts give equal bytes, other texts other ones", () => {
  expect(speak("aha")).toEqual(speak("aha"));
  expect(speak("aha")).not.toEqual(speak("oho"));
});

test("no text is longer than ten seconds", () => {
  expect(speak("a".repeat(10_000)).length).toBe(headerBytes + 10 * 22_050 * 2);
});
